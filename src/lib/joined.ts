/** Two lists as one. Where one of them is empty the other is returned itself, since most lists of a request are. */
export function joined<T>(first: readonly T[], second: readonly T[]): readonly T[] {
  if (second.length === 0) return first;
  return first.length === 0 ? second : [...first, ...second];
}
