import names from '../../../src/language/cues/names.json';
import type { Language } from './language.ts';
import { words } from './phrases.ts';
import type { Token } from './tokens.ts';

export const BRANDS = words(names.brands);
export const FIRST_NAMES = words(names.firstNames);
export const NAMED_THINGS = words(names.namedThings);

/** Whether a word is one of the two of a name that is a brand. */
export function isNamedThing(tokens: readonly Token[], at: number): boolean {
  return [at - 1, at].some((first) =>
    NAMED_THINGS.has(`${tokens[first]?.key}-${tokens[first + 1]?.key}`),
  );
}

/** Names of models, which are made of letters and digits like much that is private, and are not. */

/** Of products whose number belongs to the name. */
const NUMBERED_PRODUCTS =
  /^(?:iphone|pixel|galaxy|playstation|ps|xbox|switch|rtx|gtx|macbook|ipad|model|ioniq|gopro|hero|kindle|windows|watch|airpods|golf|quest|surface|thinkpad|ryzen|vitamin)$/;
const VARIANT = /^(?:pro|max|mini|ultra|plus|air|se|lite|model|series|gen|classic|[a-k])$/;
const NUMBER_PREFIX = /^(?:d|k|g|x|in)$/;

export function isModelNumber(tokens: readonly Token[], at: number, { units }: Language): boolean {
  const [before, token, after] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  return (
    token?.kind === 'number' &&
    /^\d{1,4}$/.test(token.text) &&
    NUMBERED_PRODUCTS.test(before?.key ?? '') &&
    !units.has(after?.key ?? '')
  );
}

/** "iPhone 16 Pro", "Tesla Model 3", "vitamin D", "Dyson V15". */
export function isVariant(token: Token | undefined): boolean {
  return token?.kind === 'number' || VARIANT.test(token?.key ?? '') || isModel(token);
}

/** "3d printer", "4k monitor": the number and its letter are two tokens. */
export function withPrefix(tokens: readonly Token[], start: number): number {
  const [number, letter] = [tokens[start - 2], tokens[start - 1]];
  const isPrefix = number?.kind === 'number' && letter?.isGlued && NUMBER_PREFIX.test(letter.key);
  return isPrefix && number.text.length === 1 ? start - 2 : start;
}

/** "WH-1000XM5", "V15", "KD-55X85": few letters, few digits, no more than two changes between them. */
const MODEL = /^[a-z]{1,4}-?\d{1,4}(?:-?[a-z]{1,3}\d{0,2})?$/i;

/** Beside a word that is known, the name of a model. */
export function isModel(token: Token | undefined): boolean {
  return token?.kind === 'word' && MODEL.test(token.text);
}

const OWN_DIGITS_MIN = 3;

/** Without such a word, too: shorter ones could be anything. */
export function isModelAlone(token: Token): boolean {
  const { text } = token;
  const digits = text.replace(/\D/g, '').length;
  return isModel(token) && text === text.toUpperCase() && digits >= OWN_DIGITS_MIN;
}
