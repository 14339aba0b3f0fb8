import type { Found } from './phrases.ts';
import {
  ABOUT_SECRETS,
  AS,
  BEGINNINGS,
  CHANGES,
  CONJUNCTIONS,
  COPULAS,
  NO_VALUES,
  PHRASE_NAMES,
  POSSESSIVES,
  TARGETS,
} from './secret-cues.ts';
import { isAssigned, isClauseEnd, isSign, type Piece } from './secret-pieces.ts';

/** How far behind "password" its value may begin: "the password for my router is". */
const BEFORE_VALUE_MAX = 5;
/** How many words a passphrase has at most: the longest phrases for wallets have 24. */
const VALUE_WORDS_MAX = 24;

/** Where the value of a password stands, or what may be one. */
export function valuesOf(pieces: readonly Piece[], cue: Found): readonly number[] {
  return [...valueBefore(pieces, cue), ...valueAfter(pieces, cue)];
}

/** "password is …", "password: …", "password …". */
function valueAfter(pieces: readonly Piece[], cue: Found): readonly number[] {
  const { end } = cue;
  const last = Math.min(pieces.length, end + BEFORE_VALUE_MAX);
  for (let at = end - 1; at < last; at++) {
    if (isStated(pieces, cue, at)) return clauseFrom(pieces, at + 1);
    if (isClauseEnd(pieces[at])) break;
  }
  const next = behindSigns(pieces, end);
  const isValue =
    pieces[next] !== undefined &&
    !NO_VALUES.has(pieces[next].key) &&
    !isClauseEnd(pieces[end - 1]) &&
    !isNextThought(pieces, next);
  if (isValue && PHRASE_NAMES.has(pieces[end - 1]?.key ?? '')) return clauseFrom(pieces, next);
  const odd = Array.from({ length: last - end }, (_, index) => end + index).filter((at) =>
    isOdd(pieces[at]?.text ?? ''),
  );
  return isValue ? [next, ...odd] : odd;
}

function behindSigns(pieces: readonly Piece[], start: number): number {
  let at = start;
  for (let piece = pieces[at]; piece !== undefined && isSign(piece); piece = pieces[at]) at++;
  return at;
}

/** Whether the value begins behind this piece. */
function isStated(pieces: readonly Piece[], cue: Found, at: number): boolean {
  const piece = pieces[at];
  if (piece === undefined || isAssigned(piece)) return piece !== undefined;
  if (at < cue.end) return false;
  if (COPULAS.has(piece.key)) return true;
  // A table; but "password manager | laptop stand" tells no password.
  if (/^\|+$/.test(piece.text)) return !ABOUT_SECRETS.has(pieces[cue.end]?.key ?? '');
  if (at > cue.end) return false;
  const next = pieces[at + 1]?.key ?? '';
  if (/^[-–—―]+$/.test(piece.text)) return !BEGINNINGS.has(next);
  return TARGETS.has(piece.key) && !POSSESSIVES.has(next) && isChanged(pieces, cue);
}

/** How far from "password" it may be said that it changes. */
const CHANGE_WORDS_MAX = 6;

/** "change my password to …", "mein Passwort auf … geändert". */
function isChanged(pieces: readonly Piece[], { start, end }: Found): boolean {
  const near = pieces.slice(Math.max(0, start - CHANGE_WORDS_MAX), end + CHANGE_WORDS_MAX);
  return near.some(({ key }) => CHANGES.has(key));
}

/** "hunter2 is my password", "lamp is the wifi password", "hunter2 as password". */
function valueBefore(pieces: readonly Piece[], cue: Found): readonly number[] {
  const copula = copulaBefore(pieces, cue);
  const values: number[] = [];
  for (let at = copula - 1; at >= Math.max(0, copula - VALUE_WORDS_MAX); at--) {
    if (isClauseEnd(pieces[at])) break;
    values.push(at);
  }
  return values;
}

/** "is *my new wifi* password". */
const BETWEEN_WORDS_MAX = 2;

/** Where it is said that something is a password, or -1; but not "the laptop is password protected". */
function copulaBefore(pieces: readonly Piece[], { start, end }: Found): number {
  const keyAt = (at: number) => pieces[at]?.key ?? '';
  // "which is the best password manager"
  const between = ABOUT_SECRETS.has(keyAt(end)) ? 0 : BETWEEN_WORDS_MAX;
  for (let at = start - 1; at >= start - 1 - between; at--) {
    if (isClauseEnd(pieces[at])) break;
    if (AS.has(keyAt(at))) return at;
    if (POSSESSIVES.has(keyAt(at)) && COPULAS.has(keyAt(at - 1))) return at - 1;
  }
  return -1;
}

function clauseFrom(pieces: readonly Piece[], start: number): readonly number[] {
  const values: number[] = [];
  for (let at = start; at < pieces.length && values.length < VALUE_WORDS_MAX; at++) {
    const piece = pieces[at];
    if (piece === undefined || isSign(piece)) continue;
    if (values.length > 0 && isNextThought(pieces, at)) break;
    values.push(at);
    if (isClauseEnd(piece)) break;
  }
  // "my password is not working"
  const isReport =
    values.length <= REPORT_WORDS_MAX && NO_VALUES.has(pieces[values[0] ?? -1]?.key ?? '');
  return isReport ? [] : values;
}

const REPORT_WORDS_MAX = 2;

/** "and I need", or a line that begins with "I need"; but a line with one word goes on with a phrase. */
function isNextThought(pieces: readonly Piece[], at: number): boolean {
  const [piece, next] = [pieces[at], pieces[at + 1]];
  if (CONJUNCTIONS.has(piece?.key ?? '')) return BEGINNINGS.has(next?.key ?? '');
  return piece?.startsLine === true && next?.startsLine === false && BEGINNINGS.has(piece.key);
}

/** Letters and digits in one, or digits alone, and no price. */
function isOdd(text: string): boolean {
  return /\d/.test(text) && !/[$€£¥%]/.test(text) && (/\p{L}/u.test(text) || /\d{4}/.test(text));
}
