import {
  DIMENSION_NAMES,
  DIMENSIONS,
  LONG,
  SHORT,
  SUBJECT_NAMES,
  SUBJECTS,
} from '../core/sale/dimensions.ts';
import type { JournalEntry } from './journal-line.ts';
import { SAMPLE_BYTES_MAX } from './samples/request-samples.ts';

/**
 * Text that both databases accept. Postgres rejects NUL and incomplete characters, and its indexes take at most 2,700
 * bytes a row. An entry that the database rejects would block the journal behind it.
 */
export function columnText(text: string, bytesMax: number): string {
  const isWhole = !text.includes('\0') && text.isWellFormed();
  const whole = isWhole ? text : text.toWellFormed().replaceAll('\0', '\ufffd');
  // UTF-8 takes at most three bytes for one UTF-16 unit.
  if (whole.length * 3 <= bytesMax || Buffer.byteLength(whole) <= bytesMax) return whole;
  const bytes = Buffer.from(whole);
  let end = bytesMax;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.toString('utf8', 0, end);
}

/** The most bytes of a text, by the name of its field; of all others `LONG`. */
const BYTES_MAX: ReadonlyMap<string, number> = new Map([
  ...DIMENSION_NAMES.map((name) => [name, DIMENSIONS[name].columnBytesMax] as const),
  ...SUBJECT_NAMES.map((name) => [name, SUBJECTS[name].columnBytesMax] as const),
  ['auctionId', SHORT],
  ['impId', 512],
  ['orderId', 512],
  ['currency', SHORT],
  ['requestDigest', SHORT],
  ['bidRequestDigest', SHORT],
  ['text', SAMPLE_BYTES_MAX],
]);

/** Makes all texts of an entry such as their columns take them. URLs to call have no column of their own here. */
export function cutTexts(entry: JournalEntry): JournalEntry {
  const fields: object = entry.kind === 'fact' ? entry.fact : entry;
  cutFields(fields as Record<string, unknown>);
  return entry;
}

/** In place, since nobody else has what a journal was read into, and a busy one has tens of thousands of cells. */
function cutFields(fields: Record<string, unknown>): void {
  for (const name in fields) {
    const value = fields[name];
    if (typeof value === 'string') {
      const text = columnText(value, BYTES_MAX.get(name) ?? LONG);
      if (text !== value) fields[name] = text;
    } else if (typeof value === 'object') cutFields(value as Record<string, unknown>);
  }
}
