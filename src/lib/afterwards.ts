/**
 * Handles each value after the replies of this iteration of the event loop were sent. All values of one iteration share
 * a single `setImmediate`. If `handle` throws, `onError` gets the error and its value; the others are still handled.
 */
export function createAfterwards<T>(
  handle: (value: T) => void,
  onError: (error: unknown, value: T) => void,
): (value: T) => void {
  let values: T[] = [];
  const run = () => {
    const batch = values;
    values = [];
    for (const value of batch) {
      try {
        handle(value);
      } catch (error) {
        onError(error, value);
      }
    }
  };
  return (value) => {
    if (values.push(value) === 1) setImmediate(run);
  };
}
