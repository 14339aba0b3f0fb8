import { NOT_LISTED } from '../text-table.ts';
import {
  APOSTROPHE,
  fold,
  foldedLetters,
  hasNoSpaces,
  IGNORED,
  isLetters,
  KEYWORD_END,
  SENTENCE_END,
} from './fold.ts';

/** In keywords a comma ends a phrase; in prose it stands inside one: "my dog, who was old, died". */
export type TextKind = 'keywords' | 'prose';

/** Where joined words are split: at capitals (`suicidalThoughts`, ruling 65), and where digits begin or end as well. */
export type Split = 'nowhere' | 'capitals' | 'capitals-and-digits';

/**
 * The words of a text by where they stand in it, `end` not included. A row is used again for the next text, so that
 * reading makes no garbage: only the first `count` are of this one.
 */
export type TextWords = {
  count: number;
  readonly starts: number[];
  readonly ends: number[];
  /** By the vocabulary, `UNKNOWN` until they are looked up; `PHRASE_END` is no word. */
  readonly numbers: number[];
};

/** A word that no list has. */
export const UNKNOWN = NOT_LISTED;

/** Where no phrase may go on: the end of a sentence or of a keyword. */
export const PHRASE_END = -2;

/** Longer words are known as this many characters: no listed word is as long. */
export const WORD_LENGTH_MAX = 48;

/** French words that lose their vowel before an apostrophe are words of their own. */
const ELIDED = new Set(['c', 'd', 'j', 'l', 'm', 'n', 's', 't', 'qu']);
/** One of them with all its marks. */
const ELIDED_CHARACTERS_MAX = 8;

export function createRow(): TextWords {
  return { count: 0, starts: [], ends: [], numbers: [] };
}

export function addToRow(row: TextWords, start: number, end: number, number = UNKNOWN): void {
  row.starts[row.count] = start;
  row.ends[row.count] = end;
  row.numbers[row.count] = number;
  row.count++;
}

const NONE = -1;

/** Fills a row with the words of a text. */
export function readWords(row: TextWords, text: string, kind: TextKind, split: Split): TextWords {
  row.count = 0;
  let start = NONE;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    const codePoint = code < SIGNS.length ? code : (text.codePointAt(at) ?? 0);
    const sign = SIGNS[codePoint] ?? signOf(codePoint);
    const next = at + (codePoint > 0xffff ? 2 : 1);
    if (sign === LETTERS) {
      if (start === NONE) start = at;
      else if (beginsWord(text, at, split)) {
        addToRow(row, start, at);
        start = at;
      }
    } else if (sign !== NOTHING && (sign !== QUOTE || separatesAt(text, start, at))) {
      if (start !== NONE) addToRow(row, start, at);
      start = NONE;
      if (sign === CHARACTER) addToRow(row, at, next);
      else if (endsPhrase(sign, kind, text, next)) addToRow(row, at, next, PHRASE_END);
    }
    at = next;
  }
  if (start !== NONE) addToRow(row, start, text.length);
  return row;
}

/** Folded; empty for the end of a phrase. */
export type ReadWord = { readonly word: string; readonly start: number; readonly end: number };

/** The words themselves, which few need to know. */
export function tokenize(
  text: string,
  kind: TextKind,
  split: Split = 'nowhere',
): readonly ReadWord[] {
  const row = readWords(createRow(), text, kind, split);
  return Array.from({ length: row.count }, (_, at) => {
    const [start = 0, end = 0] = [row.starts[at], row.ends[at]];
    return { word: row.numbers[at] === PHRASE_END ? '' : wordIn(text, start, end), start, end };
  });
}

/** The folded letters of a part of a text; of a long one the first. */
export function wordIn(text: string, start: number, end: number): string {
  let word = '';
  for (let at = start; at < end && word.length < WORD_LENGTH_MAX; at++) {
    const codePoint = text.codePointAt(at) ?? 0;
    if (codePoint > 0xffff) at++;
    word += foldedLetters(codePoint);
  }
  return word;
}

/** What a character is to the words around it. */
const NOTHING = 0;
const LETTERS = 1;
/** A word of its own. */
const CHARACTER = 2;
const QUOTE = 3;
const BETWEEN_WORDS = 4;
const BETWEEN_KEYWORDS = 5;
const BETWEEN_SENTENCES = 6;

/** Latin, Greek, Cyrillic, Hebrew, Arabic. */
const SIGNS = Uint8Array.from({ length: 0x700 }, (_, code) => signOf(code));

function signOf(codePoint: number): number {
  if (hasNoSpaces(codePoint)) return CHARACTER;
  const folded = fold(codePoint);
  if (isLetters(folded)) return LETTERS;
  if (folded === IGNORED) return NOTHING;
  if (folded === APOSTROPHE) return QUOTE;
  if (folded === KEYWORD_END) return BETWEEN_KEYWORDS;
  return folded === SENTENCE_END ? BETWEEN_SENTENCES : BETWEEN_WORDS;
}

/** Inside a word: a capital behind a small letter, or before one: `killMyself`, `HIVTest`. */
function beginsWord(text: string, at: number, split: Split): boolean {
  if (split === 'nowhere') return false;
  const code = text.charCodeAt(at);
  if (split !== 'capitals' && isDigit(code) !== isDigit(text.charCodeAt(at - 1))) return true;
  if (code < 0x80 && (code < 0x41 || code > 0x5a)) return false;
  return isCapital(text[at]) && (isSmall(text[at - 1]) || isSmall(text[at + 1]));
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isCapital(char: string | undefined): boolean {
  return char !== undefined && char !== char.toLowerCase();
}

function isSmall(char: string | undefined): boolean {
  return char !== undefined && char !== char.toUpperCase();
}

/** An apostrophe: `don't` is one word, `j'ai` and `mom's` are two. */
function separatesAt(text: string, start: number, at: number): boolean {
  if (start === NONE) return false;
  const next = at + 1;
  if (!isLetterAt(text, next)) return true;
  if (at - start <= ELIDED_CHARACTERS_MAX && ELIDED.has(wordIn(text, start, at))) return true;
  const isS = text[next] === 's' || text[next] === 'S';
  return isS && !isLetterAt(text, next + 1);
}

/**
 * The dots of "my dad... he died" end nothing, nor do those in "node.js" and "in der 12. Woche", nor one line of
 * prose before the next.
 */
function endsPhrase(sign: number, kind: TextKind, text: string, next: number): boolean {
  if (sign === BETWEEN_KEYWORDS) return kind === 'keywords';
  if (sign !== BETWEEN_SENTENCES) return false;
  if (text[next - 1] === '\n') return kind === 'keywords' || isBlankLine(text, next);
  if (text[next - 1] !== '.') return true;
  if (text[next] === '.' || text[next - 2] === '.' || isLetterAt(text, next)) return false;
  return !isDigit(text.charCodeAt(next - 2));
}

function isBlankLine(text: string, from: number): boolean {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t' || text[at] === '\r') at++;
  return text[at] === '\n';
}

function isLetterAt(text: string, at: number): boolean {
  return at < text.length && isLetters(fold(text.charCodeAt(at)));
}
