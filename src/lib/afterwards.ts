/** Calls the function for each value once the replies under way are out: one errand for a whole batch. */
export function createAfterwards<T>(handle: (value: T) => void): (value: T) => void {
  let values: T[] = [];
  const run = () => {
    const batch = values;
    values = [];
    for (const value of batch) handle(value);
  };
  return (value) => {
    if (values.push(value) === 1) setImmediate(run);
  };
}
