import { foldedCode, foldedLetters, MANY, NO_LETTER } from './fold.ts';
import { withoutLookAlikes } from './look-alikes.ts';
import {
  addToRow,
  createRow,
  PHRASE_END,
  readWords,
  type TextKind,
  type TextWords,
} from './tokenize.ts';

/** One way in which a text is read. */
export type ReadText = {
  /** As it is read: each character at its place in the text as written. */
  readonly text: string;
  readonly row: TextWords;
};

/** Used again by the next text: one row for each way of reading. */
const WHOLE = createRow();
const AT_CAPITALS = createRow();
const AT_DIGITS = createRow();
const JOINED = createRow();
const JOINED_ALL = createRow();
const MEANT: readonly TextWords[] = [createRow(), createRow()];

/**
 * The ways in which a text is read (ruling 65): as it stands, with joined words split (`suicidalThoughts`) and
 * single letters joined (`s.u.i.c.i.d.e`), and with the letters that `k1ll` means. Most texts have one. Their rows hold
 * until the next text is read.
 */
export function readingsOf(text: string, kind: TextKind): readonly ReadText[] {
  const [whole = WHOLE, ...others] = asWritten(text, kind);
  const readings: ReadText[] = [{ text, row: whole }];
  for (const row of others) readings.push({ text, row: withoutSame(row, text, whole, text) });
  for (const [index, meant] of withoutLookAlikes(text).entries()) {
    const row = readWords(MEANT[index] ?? createRow(), meant, kind, 'nowhere');
    readings.push({ text: meant, row: withoutSame(row, meant, whole, text) });
  }
  return readings;
}

/**
 * A row without the words between two ends of phrases that are the same in the whole text: no phrase goes beyond an end, so
 * reading them again would find the same.
 */
function withoutSame(row: TextWords, text: string, whole: TextWords, wholeText: string): TextWords {
  let kept = 0;
  let atWhole = 0;
  for (let at = 0; at < row.count; ) {
    const end = endOfPhrase(row, at);
    const wholeEnd = endOfPhrase(whole, atWhole);
    const [from, to] = [row.starts[at], row.ends[end - 1]];
    const isSame =
      end - at === wholeEnd - atWhole &&
      text.slice(from, to) === wholeText.slice(from, to) &&
      standAlike(row, at, whole, atWhole, end - at);
    // The end stays, so that the words before it and behind it stay apart.
    if (isSame) at = end - 1;
    for (; at < end; at++, kept++) {
      row.starts[kept] = row.starts[at] as number;
      row.ends[kept] = row.ends[at] as number;
      row.numbers[kept] = row.numbers[at] as number;
    }
    atWhole = wholeEnd;
  }
  row.count = kept;
  return row;
}

function standAlike(
  one: TextWords,
  from: number,
  other: TextWords,
  otherFrom: number,
  count: number,
) {
  for (let at = 0; at < count; at++) {
    if (one.starts[from + at] !== other.starts[otherFrom + at]) return false;
    if (one.ends[from + at] !== other.ends[otherFrom + at]) return false;
  }
  return true;
}

/** Behind the next end of a phrase, or at the end of the row. */
function endOfPhrase({ numbers, count }: TextWords, from: number): number {
  let at = from;
  while (at < count && numbers[at] !== PHRASE_END) at++;
  return Math.min(at + 1, count);
}

function asWritten(text: string, kind: TextKind): readonly TextWords[] {
  const whole = readWords(WHOLE, text, kind, 'nowhere');
  const mayBeJoined = MAY_BE_JOINED.test(text);
  const atCapitals =
    mayBeJoined && CAPITAL.test(text) ? readWords(AT_CAPITALS, text, kind, 'capitals') : whole;
  const atAll =
    mayBeJoined && DIGIT.test(text)
      ? readWords(AT_DIGITS, text, kind, 'capitals-and-digits')
      : atCapitals;
  const joined = joinLetters(atAll, JOINED, text, 'one sign');
  if (joined === whole) return [whole];
  const joinedAll = joined === atAll ? joined : joinLetters(atAll, JOINED_ALL, text, 'any signs');
  const rows = new Set([whole, atCapitals, joined]);
  // With one and the same sign between all letters of a row, both are equal.
  if (joinedAll.count < joined.count) rows.add(joinedAll);
  return [...rows];
}

/** The quick pattern; most texts are ASCII words. */
const MAY_BE_JOINED = /[a-z][A-Z]|[A-Z]{2}[a-z]|[A-Za-z][0-9]|[0-9][A-Za-z]|[^\0-\x7f]/;
const CAPITAL = /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u;
const DIGIT = /\p{L}[0-9]|[0-9]\p{L}/u;

/** So many single letters in a row are a word that was taken apart: `s.u.i.c.i.d.e`. */
export const LETTERS_IN_A_ROW_MIN = 3;

/** What may stand between the letters of a row: `I` is no part of the word in `I k.i.l.l`. */
type Between = 'one sign' | 'any signs';

/** The row itself where no letters are to be joined. */
function joinLetters(row: TextWords, joined: TextWords, text: string, between: Between): TextWords {
  if (!hasLettersInARow(row, text)) return row;
  joined.count = 0;
  let hasJoined = false;
  for (let at = 0; at < row.count; ) {
    const end = endOfLetters(row, at, text, between);
    const isWord = end - at >= LETTERS_IN_A_ROW_MIN;
    // The last letter of a row that is too short can be the first of the next.
    const last = isWord ? end - 1 : at;
    addToRow(joined, row.starts[at] ?? 0, row.ends[last] ?? 0, row.numbers[at]);
    hasJoined ||= isWord;
    at = last + 1;
  }
  return hasJoined ? joined : row;
}

function hasLettersInARow(row: TextWords, text: string): boolean {
  let letters = 0;
  for (let at = 0; at < row.count; at++) {
    letters = isLetter(row, at, text) ? letters + 1 : 0;
    if (letters === LETTERS_IN_A_ROW_MIN) return true;
  }
  return false;
}

function endOfLetters(row: TextWords, from: number, text: string, between: Between): number {
  if (!isLetter(row, from, text)) return from;
  let sign: string | undefined;
  let end = from + 1;
  for (; end < row.count && isLetter(row, end, text); end++) {
    if (between === 'any signs') continue;
    const next = text.slice(row.ends[end - 1], row.starts[end]);
    sign ??= next;
    if (next !== sign) break;
  }
  return end;
}

const LETTER_A = 0x61;
const LETTER_Z = 0x7a;

/** A word of one letter, from `a` to `z` when it is folded. The end of a phrase has none. */
function isLetter({ starts, ends }: TextWords, word: number, text: string): boolean {
  const end = ends[word] as number;
  let letter = NO_LETTER;
  for (let at = starts[word] as number; at < end; at++) {
    let code = foldedCode(text.charCodeAt(at));
    if (code === MANY) {
      const codePoint = text.codePointAt(at) ?? 0;
      if (codePoint > 0xffff) at++;
      const letters = foldedLetters(codePoint);
      if (letters.length > 1) return false;
      code = letters === '' ? NO_LETTER : letters.charCodeAt(0);
    }
    if (code === NO_LETTER) continue;
    if (letter !== NO_LETTER || code < LETTER_A || code > LETTER_Z) return false;
    letter = code;
  }
  return letter !== NO_LETTER;
}
