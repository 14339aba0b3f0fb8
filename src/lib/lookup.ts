/** Whether a value is among given ones, in a time that does not grow with their number. */
export type Lookup<T> = { readonly has: (value: T) => boolean };

/** A set costs more to make than a few comparisons. */
const COMPARED_MAX = 8;

export function lookupOf<T>(values: readonly T[]): Lookup<T> {
  if (values.length > COMPARED_MAX) return new Set(values);
  return { has: (value) => values.includes(value) };
}
