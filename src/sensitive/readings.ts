import { withoutLookAlikes } from './look-alikes.ts';
import { type TextKind, type Token, tokenize, WORD_LENGTH_MAX } from './tokenize.ts';

/**
 * The ways in which a text is read (ruling 65): as it stands, with joined words split (`suicidalThoughts`) and
 * single letters joined (`s.u.i.c.i.d.e`), and with the letters that `k1ll` means. Most texts have one.
 */
export function readingsOf(text: string, kind: TextKind): readonly (readonly Token[])[] {
  const meant = withoutLookAlikes(text).map((reading) => tokenize(reading, kind));
  return meant.length === 0 ? asWritten(text, kind) : [...asWritten(text, kind), ...meant];
}

function asWritten(text: string, kind: TextKind): readonly (readonly Token[])[] {
  const whole = tokenize(text, kind);
  const mayBeJoined = MAY_BE_JOINED.test(text);
  const atCapitals = mayBeJoined && CAPITAL.test(text) ? tokenize(text, kind, 'capitals') : whole;
  const split =
    mayBeJoined && DIGIT.test(text) ? tokenize(text, kind, 'capitals-and-digits') : atCapitals;
  const joined = joinLetters(split, (left, right) => text.slice(left.end, right.start));
  if (joined === whole) return [whole];
  const joinedAll = joined === split ? split : joinLetters(split, () => '');
  const readings = new Set([whole, atCapitals, joined]);
  // With one and the same sign between all letters of a row, both are equal.
  if (joinedAll.length < joined.length) readings.add(joinedAll);
  return [...readings];
}

/** The quick pattern; most texts are ASCII words. */
const MAY_BE_JOINED = /[a-z][A-Z]|[A-Z]{2}[a-z]|[A-Za-z][0-9]|[0-9][A-Za-z]|[^\0-\x7f]/;
const CAPITAL = /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u;
const DIGIT = /\p{L}[0-9]|[0-9]\p{L}/u;

/** So many single letters in a row are a word that was taken apart: `s.u.i.c.i.d.e`. */
export const LETTERS_IN_A_ROW_MIN = 3;

/** What stands between two tokens. */
type Between = (left: Token, right: Token) => string;

/** A row ends where something else stands between its letters: `I` is no part of the word in `I k.i.l.l`. */
function joinLetters(tokens: readonly Token[], between: Between): readonly Token[] {
  if (!hasRow(tokens)) return tokens;
  let joined: Token[] | undefined;
  let at = 0;
  while (at < tokens.length) {
    const end = endOfRow(tokens, at, between);
    if (end - at >= LETTERS_IN_A_ROW_MIN) {
      joined ??= tokens.slice(0, at);
      joined.push(joinedToken(tokens, at, end));
      at = end;
      continue;
    }
    // The last letter of a row that is too short can be the first of the next.
    if (joined !== undefined) for (const token of tokens.slice(at, at + 1)) joined.push(token);
    at++;
  }
  return joined ?? tokens;
}

function hasRow(tokens: readonly Token[]): boolean {
  let letters = 0;
  for (const token of tokens) {
    letters = token.word.length === 1 ? letters + 1 : 0;
    if (letters === LETTERS_IN_A_ROW_MIN) return true;
  }
  return false;
}

function endOfRow(tokens: readonly Token[], from: number, between: Between): number {
  let left = tokens[from];
  if (!isLetter(left)) return from;
  let end = from + 1;
  let sign: string | undefined;
  for (; end < tokens.length; end++) {
    const right = tokens[end];
    if (!isLetter(right)) break;
    const next = between(left, right);
    sign ??= next;
    if (next !== sign) break;
    left = right;
  }
  return end;
}

function isLetter(token: Token | undefined): token is Token {
  return token !== undefined && token.word.length === 1 && token.word >= 'a' && token.word <= 'z';
}

function joinedToken(tokens: readonly Token[], from: number, to: number): Token {
  const letters = tokens.slice(from, Math.min(to, from + WORD_LENGTH_MAX));
  const word = letters.map((letter) => letter.word).join('');
  return { word, start: tokens[from]?.start ?? 0, end: tokens[to - 1]?.end ?? 0 };
}
