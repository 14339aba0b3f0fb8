/**
 * Values that are found by several texts each: a level of maps for each text. It takes a third of the time of one map whose
 * keys are the texts joined, and no two lists of texts can be taken for each other.
 */
export type TextTree<T> = Map<string, TextTree<T> | T>;

/** The value at the texts of these names. */
export function findIn<N extends string, T>(
  root: TextTree<T>,
  names: readonly N[],
  texts: Readonly<Record<N, string>>,
): T | undefined {
  let at: TextTree<T> | T | undefined = root;
  for (const name of names) {
    if (at === undefined) return undefined;
    // All levels are maps but that of the values, behind the last name.
    at = (at as TextTree<T>).get(texts[name]);
  }
  return at as T | undefined;
}

/** Texts that often differ come last: a new one then takes one map, and not one at each level. */
export function putIn<N extends string, T>(
  root: TextTree<T>,
  names: readonly N[],
  texts: Readonly<Record<N, string>>,
  value: T,
): void {
  let branch = root;
  for (const name of names.slice(0, -1)) {
    let next = branch.get(texts[name]) as TextTree<T> | undefined; // above the level of the values
    if (next === undefined) {
      next = new Map();
      branch.set(texts[name], next);
    }
    branch = next;
  }
  const last = names.at(-1);
  if (last !== undefined) branch.set(texts[last], value);
}
