/** The function, with what it made of an object kept for as long as the object is: an index of a list is made once. */
export function perObject<T extends object, R extends object | string>(
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

/** Whether a value is among given ones, in a time that does not grow with their number. */
export type Lookup<T> = { readonly has: (value: T) => boolean };

/** Up to this length, reading the list costs less than a set of it. */
const COMPARED_MAX = 16;

export function lookupOf<T>(values: readonly T[]): Lookup<T> {
  if (values.length > COMPARED_MAX) return new Set(values);
  return { has: (value) => values.includes(value) };
}

const setOf = perObject((list: readonly unknown[]): ReadonlySet<unknown> => new Set(list));

/** Whether the list has the value. However often a list is asked, it is read once (ruling 72); it must not change. */
export function isListed<T>(list: readonly T[], value: T): boolean {
  return list.length <= COMPARED_MAX ? list.includes(value) : setOf(list).has(value);
}
