import { type TextKind, type Token, tokenize, WORD_LENGTH_MAX } from './tokenize.ts';

/**
 * The ways in which a text is read (ruling 65): as it stands, and with joined words split (`suicidalThoughts`) and
 * single letters joined (`s.u.i.c.i.d.e`). Most texts have one.
 */
export function readingsOf(text: string, kind: TextKind): readonly (readonly Token[])[] {
  const tokens = tokenize(text, kind);
  const split = hasCapitalInside(text) ? tokenize(text, kind, 'begin-words') : tokens;
  const joined = joinLetters(split);
  return joined === tokens ? [tokens] : [tokens, joined];
}

/** The first pattern is the quick one; most texts are ASCII. */
function hasCapitalInside(text: string): boolean {
  return PLAIN_CAPITAL.test(text) || (BEYOND_ASCII.test(text) && CAPITAL.test(text));
}

const PLAIN_CAPITAL = /[a-z][A-Z]|[A-Z]{2}[a-z]/;
const BEYOND_ASCII = /[^\0-\x7f]/;
const CAPITAL = /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u;

/** So many single letters in a row are a word that was taken apart: `s.u.i.c.i.d.e`. */
export const LETTERS_IN_A_ROW_MIN = 3;

function joinLetters(tokens: readonly Token[]): readonly Token[] {
  let joined: Token[] | undefined;
  let at = 0;
  while (at < tokens.length) {
    const end = endOfLetters(tokens, at);
    if (end - at >= LETTERS_IN_A_ROW_MIN) {
      joined ??= tokens.slice(0, at);
      joined.push(joinedToken(tokens, at, end));
      at = end;
      continue;
    }
    const next = Math.max(end, at + 1);
    if (joined !== undefined) for (const token of tokens.slice(at, next)) joined.push(token);
    at = next;
  }
  return joined ?? tokens;
}

function endOfLetters(tokens: readonly Token[], from: number): number {
  let end = from;
  while (isLetter(tokens[end]?.word)) end++;
  return end;
}

function isLetter(word: string | undefined): boolean {
  return word?.length === 1 && word >= 'a' && word <= 'z';
}

function joinedToken(tokens: readonly Token[], from: number, to: number): Token {
  const letters = tokens.slice(from, Math.min(to, from + WORD_LENGTH_MAX));
  const word = letters.map((letter) => letter.word).join('');
  return { word, start: tokens[from]?.start ?? 0, end: tokens[to - 1]?.end ?? 0 };
}
