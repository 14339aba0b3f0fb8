import { APOSTROPHE, fold, IGNORED, KEYWORD_END, SENTENCE_END, SEPARATOR } from './fold.ts';

/** In keywords a comma ends a phrase; in prose it stands inside one: "my dog, who was old, died". */
export type TextKind = 'keywords' | 'prose';

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

export function tokenize(text: string, kind: TextKind): readonly Token[] {
  const tokens: Token[] = [];
  let word = '';
  let start = 0;
  let at = 0;
  const endWord = () => {
    if (word !== '') tokens.push({ word, start, end: at });
    word = '';
  };
  while (at < text.length) {
    const codePoint = text.codePointAt(at) ?? 0;
    const folded = fold(codePoint);
    const next = at + (codePoint > 0xffff ? 2 : 1);
    if (folded === APOSTROPHE) {
      if (apostropheSeparates(word, text, next)) endWord();
    } else if (isWrittenWithoutSpaces(codePoint)) {
      endWord();
      tokens.push({ word: folded, start: at, end: next });
    } else if (isLetters(folded)) {
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

/** Thai, kana and Chinese characters: nothing tells where their words end, so each is a word of its own. */
function isWrittenWithoutSpaces(codePoint: number): boolean {
  return (
    codePoint >= 0x0e00 &&
    (codePoint <= 0x0e5b ||
      (codePoint >= 0x3041 && codePoint <= 0x30ff) ||
      (codePoint >= 0x3400 && codePoint <= 0x9fff) ||
      (codePoint >= 0x20000 && codePoint <= 0x323af))
  );
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

/** The dots of "my dad... he died" end nothing, nor do those in "node.js" and "in der 12. Woche". */
function endsPhrase(folded: string, kind: TextKind, text: string, next: number): boolean {
  if (folded === KEYWORD_END) return kind === 'keywords';
  if (folded !== SENTENCE_END) return false;
  if (text[next - 1] !== '.') return true;
  if (text[next] === '.' || text[next - 2] === '.' || isLetterAt(text, next)) return false;
  return !/\d/.test(text[next - 2] ?? '');
}

function isLetterAt(text: string, at: number): boolean {
  return at < text.length && isLetters(fold(text.charCodeAt(at)));
}
