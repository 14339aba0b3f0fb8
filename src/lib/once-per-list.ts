/**
 * The function, with its result remembered for each list by identity and forgotten with it: block lists are compared
 * with every bid of an auction, and are prepared for that once.
 */
export function oncePerList<T, R extends object>(
  make: (list: readonly T[]) => R,
): (list: readonly T[]) => R {
  const made = new WeakMap<readonly T[], R>();
  return (list) => {
    const known = made.get(list);
    if (known !== undefined) return known;
    const result = make(list);
    made.set(list, result);
    return result;
  };
}
