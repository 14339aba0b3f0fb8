import {
  DIMENSION_NAMES,
  DIMENSIONS,
  LONG,
  SHORT,
  SUBJECT_NAMES,
  SUBJECTS,
} from '../core/sale/dimensions.ts';
import type { JournalEntry } from './entry.ts';
import { type RequestSample, SAMPLE_BYTES_MAX } from './samples/request-samples.ts';

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

/** Fields, each with the most bytes that its column has. */
type Columns<Name extends string> = readonly (readonly [Name, number])[];

const IMP = [
  ['auctionId', SHORT],
  ['impId', 512],
  ['partner', SHORT],
] as const;
const SALE_AD = [...IMP, ['campaign', LONG], ['creative', LONG]] as const;
const SALE = [...SALE_AD, ['seat', LONG]] as const;
const CLICK = [
  ['auctionId', SHORT],
  ['impId', 512],
] as const;
const CONVERSION = [
  ['partner', SHORT],
  ['seat', LONG],
  ['event', LONG],
  ['orderId', 512],
  ['currency', SHORT],
] as const;
const FEEDBACK = [...SALE_AD, ['publisher', LONG], ['advertiser', LONG], ['title', LONG]] as const;
const DELIVERY = [
  ['partner', SHORT],
  ['campaign', LONG],
  ['detail', LONG],
  ['publisher', LONG],
] as const;
const SAMPLE = [['text', SAMPLE_BYTES_MAX]] as const;
const FOUND_BY = [
  ['publisher', LONG],
  ['requestDigest', SHORT],
  ['bidRequestDigest', SHORT],
] as const;
const SUBJECT = SUBJECT_NAMES.map((name) => [name, SUBJECTS[name].columnBytesMax] as const);
const DIMENSION = DIMENSION_NAMES.map((name) => [name, DIMENSIONS[name].columnBytesMax] as const);

export function columnEntry(entry: JournalEntry): JournalEntry {
  switch (entry.kind) {
    case 'fact': {
      const sale = cut(entry.fact.sale, SALE);
      const dimensions = cut(sale.dimensions, DIMENSION);
      return { ...entry, fact: { ...entry.fact, sale: { ...sale, dimensions } } };
    }
    case 'conversion': {
      const conversion = cut(entry.conversion, CONVERSION);
      const clicks = conversion.clicks.map((click) => cut(click, CLICK));
      return { kind: 'conversion', conversion: { ...conversion, clicks } };
    }
    case 'feedback':
      return { kind: 'feedback', feedback: cut(entry.feedback, FEEDBACK) };
    case 'tally': {
      const cells = entry.tally.cells.map((cell) => {
        const dimensions = cut(cell.dimensions, DIMENSION);
        const own = cut(cell, SUBJECT);
        return dimensions === cell.dimensions ? own : { ...own, dimensions };
      });
      return { kind: 'tally', tally: { ...entry.tally, cells } };
    }
    case 'delivery':
      return { kind: 'delivery', cells: entry.cells.map((cell) => cut(cell, DELIVERY)) };
    case 'samples':
      return { kind: 'samples', samples: entry.samples.map(columnSample) };
  }
}

function columnSample(sample: RequestSample): RequestSample {
  const { foundBy, ...rest } = cut(sample, SAMPLE);
  return foundBy === undefined ? rest : { ...rest, foundBy: cut(foundBy, FOUND_BY) };
}

/** The same object where every text is as its column takes it. */
function cut<Name extends string, Fields extends Readonly<Record<Name, string>>>(
  fields: Fields,
  columns: Columns<Name>,
): Fields {
  let changed: Partial<Record<Name, string>> | undefined;
  for (const [name, bytesMax] of columns) {
    const text = columnText(fields[name], bytesMax);
    if (text === fields[name]) continue;
    changed ??= {};
    changed[name] = text;
  }
  return changed === undefined ? fields : { ...fields, ...changed };
}
