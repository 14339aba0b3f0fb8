import { cut } from '../lib/cut.ts';
import { isObject } from '../lib/schema-fault.ts';
import type { BidRequest } from '../openrtb/bid-request.ts';
import { withoutPerson } from '../openrtb/without-person.ts';

/** The beginning of an answer that could not be read, for the explanation: errors of servers tell there what is wrong. */

export const SHOWN_UNITS_MAX = 500;
/** Kept beyond that, so that a value of the request that begins in what is shown is recognised. */
const RECOGNISED_UNITS_MAX = 64;
/** A single letter or digit tells nobody from another. */
const VALUE_UNITS_MIN = 2;
/** Values as short as this occur inside of other words, and are recognised as words of their own alone. */
const SHORT_VALUE_UNITS_MAX = 4;

/** As much as has to be kept for `shownStart`. */
export function keptStart(answer: string): string {
  return cut(answer, SHOWN_UNITS_MAX + RECOGNISED_UNITS_MAX);
}

/** On one line, and without what the partner quotes of the request about the person. `sent` is the request as it had it. */
export function shownStart(kept: string, sent: BidRequest): string {
  const isPersonal = new Uint8Array(kept.length);
  for (const value of personalValues(sent)) {
    const head = value.slice(0, RECOGNISED_UNITS_MAX);
    for (let at = kept.indexOf(head); at !== -1; at = kept.indexOf(head, at + 1)) {
      let end = at + head.length;
      if (value.length <= SHORT_VALUE_UNITS_MAX && !isWord(kept, at, end)) continue;
      while (end - at < value.length && kept[end] === value[end - at]) end++;
      isPersonal.fill(1, at, end);
    }
  }
  let shown = '';
  for (let i = 0; i < Math.min(kept.length, SHOWN_UNITS_MAX); i++) {
    if (isPersonal[i] === 0) shown += kept[i];
    else if (isPersonal[i - 1] !== 1) shown += '…';
  }
  return `${escaped(shown)}${kept.length > SHOWN_UNITS_MAX ? '…' : ''}`;
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
  // As JSON has them, too.
  return new Set(personal.flatMap((value) => [value, JSON.stringify(value).slice(1, -1)]));
}

/** Texts and numbers, at any depth. */
function collectValues(value: unknown, values: Set<string>): void {
  if (typeof value === 'string' || typeof value === 'number') values.add(String(value));
  else if (Array.isArray(value)) for (const item of value) collectValues(item, values);
  else if (isObject(value)) collectValues(Object.values(value), values);
}
