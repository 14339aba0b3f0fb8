import { isObject } from '../../lib/schema-fault.ts';
import { cut } from '../../lib/text.ts';
import type { BidRequest } from '../openrtb/bid-request.ts';
import { withoutPerson } from '../openrtb/without-person.ts';

/** The beginning of an answer that could not be read, for the explanation: errors of servers tell there what is wrong. */

export const SHOWN_UNITS_MAX = 500;
/** So much of a value of the request that begins in what is shown is compared. */
const RECOGNISED_UNITS_MAX = 64;
/** A single letter or digit tells nobody from another. */
const VALUE_UNITS_MIN = 2;
/** Values as short as this occur inside of other words, and are recognised as words of their own alone. */
const SHORT_VALUE_UNITS_MAX = 4;

/** As much as has to be kept for `shownStart`. */
export function keptStart(answer: string): string {
  return cut(answer, SHOWN_UNITS_MAX + RECOGNISED_UNITS_MAX * ESCAPE_UNITS_MAX);
}

/** On one line, and without what the partner says about a person. `sent` is the request as it had it. */
export function shownStart(kept: string, sent: BidRequest): string {
  const folded = foldText(kept);
  const isPersonal = new Uint8Array(kept.length);
  const leaveOut = (from: number, to: number) =>
    isPersonal.fill(1, folded.starts[from], folded.ends[to - 1]);
  for (const value of personalValues(sent)) leaveOutValue(folded.text, value, leaveOut);
  for (const { 0: found, index } of folded.text.matchAll(ADDRESS)) {
    leaveOut(index, index + found.length);
  }
  const text = kept.trimEnd();
  let shown = '';
  for (let i = 0; i < Math.min(text.length, SHOWN_UNITS_MAX); i++) {
    if (isPersonal[i] === 0) shown += text[i];
    else if (isPersonal[i - 1] !== 1) shown += '…';
  }
  return `${escaped(shown)}${text.length > SHOWN_UNITS_MAX ? '…' : ''}`;
}

/** Of an email or of a machine, whoever it belongs to. */
const ADDRESS =
  /[^\s"'<>()[\],;:=&?/\\]+@[\w.-]+|\b\d{1,3}(?:\.\d{1,3}){3}\b|\b[\da-f]{1,4}(?:::?[\da-f]{1,4}){3,7}/g;

/** Wherever it stands, all of it. */
function leaveOutValue(
  text: string,
  value: string,
  leaveOut: (from: number, to: number) => void,
): void {
  const head = value.slice(0, RECOGNISED_UNITS_MAX);
  for (let at = text.indexOf(head); at !== -1; at = text.indexOf(head, at + 1)) {
    let end = at + head.length;
    if (value.length <= SHORT_VALUE_UNITS_MAX && !isWord(text, at, end)) continue;
    while (end - at < value.length && text[end] === value[end - at]) end++;
    leaveOut(at, end);
  }
}

function isWord(text: string, start: number, end: number): boolean {
  return !/\w/.test(`${text[start - 1] ?? ''}${text[end] ?? ''}`);
}

/** Control and format characters, halves of pairs and separators of lines. */
function escaped(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

function personalValues(sent: BidRequest): ReadonlySet<string> {
  const shown = new Set<string>();
  collectValues(withoutPerson(sent), shown);
  const values = new Set<string>();
  collectValues(sent, values);
  const personal = [...values].filter(
    (value) => value.length >= VALUE_UNITS_MIN && !shown.has(value),
  );
  return new Set(personal.map((value) => foldText(value).text));
}

/** Texts and numbers, at any depth. */
function collectValues(value: unknown, values: Set<string>): void {
  if (typeof value === 'string' || typeof value === 'number') values.add(String(value));
  else if (Array.isArray(value)) for (const item of value) collectValues(item, values);
  else if (isObject(value)) collectValues(Object.values(value), values);
}

/**
 * A text as its reader means it: lower case, with the escapes of JSON and of URLs read. So the same words are found
 * however a program has written them.
 */
type FoldedText = {
  readonly text: string;
  /** Where each unit of it begins and ends in the text as it was. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
};

/** How many units of the text one unit of the folded one can come from. */
const ESCAPE_UNITS_MAX = 6;

/** Bytes of ASCII by themselves, since one byte beside them that is no UTF-8 would keep them from being read. */
const ESCAPES = /\\u([0-9a-f]{4})|\\(["\\/bfnrt])|((?:%[0-7][0-9a-f])+|(?:%[89a-f][0-9a-f])+)/giy;
const CONTROLS: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

function foldText(whole: string): FoldedText {
  let text = '';
  const starts: number[] = [];
  const ends: number[] = [];
  for (let start = 0; start < whole.length; ) {
    const { meant, length } = readAt(whole, start);
    for (const unit of lowerCase(meant)) {
      text += unit;
      starts.push(start);
      ends.push(start + length);
    }
    start += length;
  }
  return { text, starts, ends };
}

/** A unit of the text, or what an escape that begins there stands for. */
function readAt(whole: string, start: number) {
  ESCAPES.lastIndex = start;
  const found = ESCAPES.exec(whole);
  const meant = found === null ? undefined : meaningOf(found);
  if (found === null || meant === undefined) return { meant: whole.charAt(start), length: 1 };
  return { meant, length: found[0].length };
}

/** undefined: bytes that are no UTF-8. */
function meaningOf([, unit, control, bytes]: RegExpExecArray): string | undefined {
  if (unit !== undefined) return String.fromCharCode(Number.parseInt(unit, 16));
  if (control !== undefined) return CONTROLS[control] ?? control;
  try {
    return decodeURIComponent(bytes ?? '');
  } catch {
    return undefined;
  }
}

/** By unit: a few letters become two in lower case, which would move what stands behind them. */
function lowerCase(text: string): readonly string[] {
  return Array.from({ length: text.length }, (_, at) => {
    const lower = text.charAt(at).toLowerCase();
    return lower.length === 1 ? lower : text.charAt(at);
  });
}
