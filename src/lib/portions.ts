/** The list in parts of at most so many, in its order. None where it is empty. */
export function inPortions<T>(list: readonly T[], max: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / max) }, (_, index) =>
    list.slice(index * max, (index + 1) * max),
  );
}
