import { APOSTROPHE, fold, IGNORED, KEYWORD_END, SENTENCE_END, SEPARATOR } from './fold.ts';

/** In keywords a comma ends a phrase; in prose it stands inside one: "my dog, who was old, died". */
export type TextKind = 'keywords' | 'prose';

/** Where joined words are split: at capitals (`suicidalThoughts`, ruling 65), and where digits begin or end as well. */
export type Split = 'nowhere' | 'capitals' | 'capitals-and-digits';

export type Token = {
  /** Folded; empty where no phrase may go on: the end of a sentence or of a keyword. */
  readonly word: string;
  /** Where it stands in the text, `end` not included. */
  readonly start: number;
  readonly end: number;
};

export const PHRASE_END = '';

/** Longer words are read to their end and known as this many characters: no listed word is as long. */
export const WORD_LENGTH_MAX = 48;

/** French words that lose their vowel before an apostrophe are words of their own. */
const ELIDED = new Set(['c', 'd', 'j', 'l', 'm', 'n', 's', 't', 'qu']);

export function tokenize(text: string, kind: TextKind, split: Split = 'nowhere'): readonly Token[] {
  const tokens: Token[] = [];
  let word = '';
  let start = 0;
  let at = 0;
  const endWord = () => {
    if (word !== '') tokens.push({ word, start, end: at });
    word = '';
  };
  while (at < text.length) {
    const run = plainRun(text, at, split);
    if (run > at) {
      if (word === '') start = at;
      else if (beginsWord(text, at, split)) {
        endWord();
        start = at;
      }
      if (word.length < WORD_LENGTH_MAX) {
        word += text.slice(at, Math.min(run, at + WORD_LENGTH_MAX - word.length)).toLowerCase();
      }
      at = run;
      continue;
    }
    const codePoint = text.codePointAt(at) ?? 0;
    const next = at + (codePoint > 0xffff ? 2 : 1);
    if (hasNoSpaces(codePoint)) {
      endWord();
      tokens.push({ word: text.slice(at, next), start: at, end: next });
      at = next;
      continue;
    }
    const folded = fold(codePoint);
    if (folded === APOSTROPHE) {
      if (apostropheSeparates(word, text, next)) endWord();
    } else if (isLetters(folded)) {
      if (beginsWord(text, at, split)) endWord();
      if (word === '') start = at;
      if (word.length < WORD_LENGTH_MAX) word += folded;
    } else if (folded !== IGNORED) {
      endWord();
      if (endsPhrase(folded, kind, text, next)) {
        tokens.push({ word: PHRASE_END, start: at, end: next });
      }
    }
    at = next;
  }
  endWord();
  return tokens;
}

const IS_PLAIN = Uint8Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z0-9]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/** The end of the ASCII letters and digits from here on, or of those up to where a word begins. */
function plainRun(text: string, from: number, split: Split): number {
  let at = from;
  while (at < text.length && IS_PLAIN[text.charCodeAt(at)] === 1) {
    if (at > from && beginsWord(text, at, split)) break;
    at++;
  }
  return at;
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

function isLetters(folded: string): boolean {
  return (
    folded !== IGNORED &&
    folded !== SEPARATOR &&
    folded !== SENTENCE_END &&
    folded !== KEYWORD_END &&
    folded !== APOSTROPHE
  );
}

/** `don't` is one word, `j'ai` and `mom's` are two. */
function apostropheSeparates(word: string, text: string, next: number): boolean {
  if (ELIDED.has(word) || !isLetterAt(text, next)) return true;
  const isS = text[next] === 's' || text[next] === 'S';
  return isS && !isLetterAt(text, next + 1);
}

/**
 * The dots of "my dad... he died" end nothing, nor do those in "node.js" and "in der 12. Woche", nor one line of
 * prose before the next.
 */
function endsPhrase(folded: string, kind: TextKind, text: string, next: number): boolean {
  if (folded === KEYWORD_END) return kind === 'keywords';
  if (folded !== SENTENCE_END) return false;
  if (text[next - 1] === '\n') return kind === 'keywords' || isBlankLine(text, next);
  if (text[next - 1] !== '.') return true;
  if (text[next] === '.' || text[next - 2] === '.' || isLetterAt(text, next)) return false;
  return !/\d/.test(text[next - 2] ?? '');
}

function isBlankLine(text: string, from: number): boolean {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t' || text[at] === '\r') at++;
  return text[at] === '\n';
}

function isLetterAt(text: string, at: number): boolean {
  return at < text.length && isLetters(fold(text.charCodeAt(at)));
}

/** Scripts without spaces between words: each character counts as a word, so that a phrase is found in any row. */
function hasNoSpaces(codePoint: number): boolean {
  if (codePoint < 0x0e00) return false;
  return (
    // Thai, Lao, Tibetan, Burmese, Khmer
    codePoint <= 0x109f ||
    (codePoint >= 0x1780 && codePoint <= 0x17ff) ||
    // Kana, Bopomofo
    (codePoint >= 0x3040 && codePoint <= 0x31ff) ||
    // Chinese characters
    (codePoint >= 0x3400 && codePoint <= 0x9fff) ||
    (codePoint >= 0xf900 && codePoint <= 0xfaff) ||
    (codePoint >= 0x20000 && codePoint <= 0x323af)
  );
}
