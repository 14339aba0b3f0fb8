/** The function, with what it made of an object kept for as long as the object is: an index of a list is made once. */
export function perObject<T extends object, R extends object>(
  make: (from: T) => R,
): (from: T) => R {
  const made = new WeakMap<T, R>();
  return (from) => {
    const known = made.get(from);
    if (known !== undefined) return known;
    const result = make(from);
    made.set(from, result);
    return result;
  };
}
