/**
 * Calls the function for each value once the replies under way are out: one errand for a whole batch. A value
 * on which it fails is told of and costs no other.
 */
export function createAfterwards<T>(
  handle: (value: T) => void,
  onError: (error: unknown) => void,
): (value: T) => void {
  let values: T[] = [];
  const run = () => {
    const batch = values;
    values = [];
    for (const value of batch) {
      try {
        handle(value);
      } catch (error) {
        onError(error);
      }
    }
  };
  return (value) => {
    if (values.push(value) === 1) setImmediate(run);
  };
}
