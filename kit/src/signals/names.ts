import { BRAND_NAMES } from './lists/brands.ts';
import { FIRST_NAME_LIST, NAMED_THING_LIST } from './lists/first-names.ts';
import { words } from './phrases.ts';
import type { Token } from './tokens.ts';

export const BRANDS = words(BRAND_NAMES);
export const FIRST_NAMES = words(FIRST_NAME_LIST);
export const NAMED_THINGS = words(NAMED_THING_LIST);

/** Whether a word is one of the two of a name that is a brand. */
export function isNamedThing(tokens: readonly Token[], at: number): boolean {
  return [at - 1, at].some((first) =>
    NAMED_THINGS.has(`${tokens[first]?.key}-${tokens[first + 1]?.key}`),
  );
}
