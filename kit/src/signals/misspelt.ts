import { wordsListedIn } from '../../../src/language/lexicon/lexicons.ts';
import { LANGUAGES, type Language } from './language.ts';
import { BRANDS, FIRST_NAMES, isModel } from './names.ts';
import type { Token } from './tokens.ts';

/** Shorter words are one edit from too many others. */
const LENGTH_MIN = 5;
const LENGTH_MAX = 24;
/** Of one message. */
const CORRECTIONS_MAX = 8;

/**
 * Puts the name of a thing that is sold in the place of a word that no list knows and that is one edit from it:
 * "espreso". What the user wrote instead is not read, and so cannot leave.
 */
export function withoutMisspellings(
  tokens: readonly Token[],
  language: Language,
): readonly Token[] {
  let left = CORRECTIONS_MAX;
  return tokens.map((token, at) => {
    if (left === 0 || !isUnknown(token, isFirst(tokens, at), language)) return token;
    const known = correctionOf(token.key, language);
    if (known === undefined) return token;
    left--;
    return { ...token, text: known, key: known };
  });
}

function isFirst(tokens: readonly Token[], at: number): boolean {
  return at === 0 || tokens[at - 1]?.kind === 'break';
}

/** Of no list. A capitalised word inside a sentence is a name, save where all nouns are capitalised. */
function isUnknown({ kind, key, ...token }: Token, isFirstWord: boolean, language: Language) {
  if (kind !== 'word' || key.length < LENGTH_MIN || key.length > LENGTH_MAX) return false;
  if (!/^[a-z]+$/.test(key) || isModel({ kind, key, ...token })) return false;
  if (token.isCapitalised && !isFirstWord && !language.hasCompounds) return false;
  if (BRANDS.has(key) || FIRST_NAMES.has(key) || ORDINARY.has(key)) return false;
  if (language.isListed(key) || language.sensesOfWord(key) !== undefined) return false;
  const forms = language.lexicon.formsOf(key);
  return !LANGUAGES.some(({ vocabulary }) => forms.some((form) => vocabulary.has(form)));
}

const ORDINARY: ReadonlySet<string> = new Set(LANGUAGES.flatMap(({ ordinary }) => [...ordinary]));

/** The one thing that is an edit away. An ending may be behind it: "matresses". */
function correctionOf(key: string, language: Language): string | undefined {
  const things = indexOf(language);
  for (const form of [...language.lexicon.formsOf(key), ...spelledPh(key)]) {
    if (form.length < LENGTH_MIN) continue;
    if (form !== key && language.topicOfWord(form) !== undefined) return form;
    const [found, ...others] = nearOf(form, things, language);
    if (found !== undefined && others.every((other) => isFormOf(other, found, language)))
      return found;
  }
  return undefined;
}

/** "headfones" */
function spelledPh(key: string): readonly string[] {
  return key.includes('f') ? [key.replace('f', 'ph')] : [];
}

/** "sneaker" and "sneakers" */
function isFormOf(one: string, other: string, { lexicon: { formsOf } }: Language): boolean {
  return formsOf(one).includes(other) || formsOf(other).includes(one);
}

/** Things by what is left of their name without one of its letters, and by the name. */
type Things = ReadonlyMap<string, readonly string[]>;
const INDEXES = new Map<string, Things>();

/** Made when the first unknown word of a language is met. */
function indexOf(language: Language): Things {
  const made = INDEXES.get(language.code);
  if (made !== undefined) return made;
  const things = new Map<string, string[]>();
  for (const word of wordsListedIn(language.code)) {
    if (!isCorrectable(word) || language.topicOfWord(word) === undefined) continue;
    for (const left of [word, ...withoutOne(word)]) {
      const known = things.get(left);
      if (known === undefined) things.set(left, [word]);
      else if (!known.includes(word)) known.push(word);
    }
  }
  INDEXES.set(language.code, things);
  return things;
}

/** Names with accents are compared as they are read, without; they would leave in that form. */
function isCorrectable(word: string): boolean {
  return word.length >= LENGTH_MIN && word.length <= LENGTH_MAX && /^[a-z]+$/.test(word);
}

function withoutOne(word: string): readonly string[] {
  return Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1));
}

function nearOf(word: string, things: Things, language: Language): readonly string[] {
  const found = new Set<string>();
  for (const left of [word, ...withoutOne(word)]) {
    for (const thing of things.get(left) ?? []) {
      if (isOneEdit(word, thing, language)) found.add(thing);
    }
  }
  return [...found];
}

/**
 * Of words this short, only two letters in the wrong order or a doubled one: "boots" is no "books". Where compounds are
 * written as one word, what is not one is short, and near to many others.
 */
const SHORT_LENGTH_MAX = 5;

/** Where verbs have many forms, one letter makes another word of most short ones: "cucino" is no "cuscino". */
const UNSURE_LENGTH_MAX = 6;

/**
 * One letter more, less or other, or two in the wrong order. The first letter is seldom wrong. Where verbs have many
 * forms, no other letter: "piange" is no "piante".
 */
function isOneEdit(one: string, other: string, { head, hasCompounds }: Language): boolean {
  if (one[0] !== other[0]) return false;
  let start = 1;
  while (start < one.length && one[start] === other[start]) start++;
  let [end, otherEnd] = [one.length, other.length];
  while (end > start && otherEnd > start && one[end - 1] === other[otherEnd - 1]) {
    end--;
    otherEnd--;
  }
  const [left, right] = [one.slice(start, end), other.slice(start, otherEnd)];
  const isSwap =
    left.length === 2 && left[0] === right[1] && left[1] === right[0] && right.length === 2;
  if (isSwap) return true;
  if (left.length > 1 || right.length > 1) return false;
  // "closed" is a form of another word, and no "closet".
  if (end === one.length && otherEnd === other.length) return false;
  const isDoubled = left + right === one[start - 1] && left.length + right.length === 1;
  if (head === 'first' && left.length === right.length) return false;
  const shortMax = head === 'first' || hasCompounds ? UNSURE_LENGTH_MAX : SHORT_LENGTH_MAX;
  return isDoubled || Math.min(one.length, other.length) > shortMax;
}
