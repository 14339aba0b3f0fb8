import type { Token } from './tokenize.ts';

/** Shorter words turn up in random letters: one in a hundred keys of a kilobyte holds an `Fgm` or `Hiv`. */
export const SURE_WORD_LENGTH = 5;

/** A row without a space of at least this length, with small letters, capitals and digits, can be a key. */
export const KEY_LENGTH_MIN = 32;

/** Whether a word is a short part of what looks like a key: `aZ3Fgm9…`. */
export function isByChance({ word, start, end }: Token, text: string): boolean {
  if (word.length >= SURE_WORD_LENGTH) return false;
  if (!isPlain(text, start - 1) && !isPlain(text, end)) return false;
  const row = text.slice(startOfRow(text, start), endOfRow(text, end));
  return row.length >= KEY_LENGTH_MIN && /[a-z]/.test(row) && /[A-Z]/.test(row) && /\d/.test(row);
}

/** Not further than it takes to tell. */
function startOfRow(text: string, from: number): number {
  let at = from;
  while (at > 0 && from - at < KEY_LENGTH_MIN && text.charCodeAt(at - 1) > SPACE) at--;
  return at;
}

function endOfRow(text: string, from: number): number {
  let at = from;
  while (at < text.length && at - from < KEY_LENGTH_MIN && text.charCodeAt(at) > SPACE) at++;
  return at;
}

const SPACE = 0x20;

function isPlain(text: string, at: number): boolean {
  return /[A-Za-z0-9]/.test(text.charAt(at));
}
