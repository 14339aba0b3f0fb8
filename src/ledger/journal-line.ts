import { type TSchema, Type } from 'typebox';
import {
  DIMENSION_NAMES,
  DIMENSIONS,
  type Dimensions,
  LONG,
  SHORT,
  SUBJECT_NAMES,
  SUBJECTS,
  type Subject,
} from '../core/sale/dimensions.ts';
import {
  CONVERSION_SOURCES,
  type Conversion,
  FACT_KINDS,
  type Fact,
  UNCHARGED_REASONS,
  WHOLE_SHARE,
} from '../core/sale/fact.ts';
import { FEEDBACK_KINDS, type Feedback, REPORT_REASONS } from '../core/sale/feedback.ts';
import { TALLIED, type Tallied } from '../core/sale/measures.ts';
import { compileLater } from '../lib/compile-later.ts';
import type { Writable } from '../lib/readonly.ts';
import { DELIVERY_KINDS, type DeliveryCell } from './delivery/delivery.ts';
import { type RequestSample, SAMPLE_BYTES_MAX } from './samples/request-samples.ts';

/** One line of a journal. */
export type JournalEntry =
  | FactEntry
  | { readonly kind: 'conversion'; readonly conversion: Conversion }
  | { readonly kind: 'feedback'; readonly feedback: Feedback }
  | { readonly kind: 'tally'; readonly tally: TalliedMinute }
  | { readonly kind: 'delivery'; readonly cells: readonly DeliveryCell[] }
  | { readonly kind: 'samples'; readonly samples: readonly RequestSample[] };

export type FactEntry = {
  readonly kind: 'fact';
  readonly fact: Fact;
  /** The partner's URLs to call if the fact is new, macros filled. */
  readonly calls: readonly string[];
};

/** Counts of auctions, summed up by minute. */
export type TalliedMinute = { readonly minuteMs: number; readonly cells: readonly TallyCell[] };

/** Its reason is the error code of refusals, the slug of no-bids, else ''. */
export type TallyCell = Subject & {
  readonly measure: Tallied;
  readonly count: number;
  readonly dimensions: Dimensions;
};

/** Eight hexadecimal digits of CRC-32, a space, JSON, a newline. */
const CRC_DIGITS = 8;
const JSON_START = CRC_DIGITS + 1;
const NEWLINE = 0x0a;
const SPACE = 0x20;

/** Much longer than any entry. A reader needs no more memory to find the end of a line. */
export const LINE_BYTES_MAX = 1024 ** 2;

export function writeLine(entry: JournalEntry): Buffer {
  const json = JSON.stringify(entry);
  const line = Buffer.allocUnsafe(JSON_START + Buffer.byteLength(json) + 1);
  line.write(json, JSON_START);
  line.write(crcOf(line.subarray(JSON_START, -1)), 0, 'latin1');
  line[CRC_DIGITS] = SPACE;
  line[line.length - 1] = NEWLINE;
  return line;
}

/** Whether bytes without a newline may be the beginning of a line that was cut off. */
export function isLineStart(bytes: Buffer): boolean {
  const hasSpace = bytes.length <= CRC_DIGITS || bytes[CRC_DIGITS] === SPACE;
  return hasSpace && /^[0-9a-f]*$/.test(bytes.toString('latin1', 0, CRC_DIGITS));
}

/** Takes a line without its newline. 'unknown': intact, but no entry of this version. 'damaged': wrong checksum. */
export function readLine(line: Buffer): JournalEntry | 'unknown' | 'damaged' {
  const json = line.subarray(JSON_START);
  if (line[CRC_DIGITS] !== SPACE || line.toString('latin1', 0, CRC_DIGITS) !== crcOf(json)) {
    return 'damaged';
  }
  try {
    const value: unknown = JSON.parse(json.toString());
    return isEntry.Check(value) ? filled(value as JournalEntry) : 'unknown';
  } catch {
    return 'unknown';
  }
}

function crcOf(bytes: Uint8Array): string {
  return Bun.hash.crc32(bytes).toString(16).padStart(CRC_DIGITS, '0');
}

const Text = Type.String();
const Whole = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

const objectOf = <Value extends TSchema>(names: readonly string[], value: Value) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, value])));

/** Entries may be older than a dimension. */
const DimensionsSchema = Type.Partial(objectOf(DIMENSION_NAMES, Text));

const ChargeSchema = Type.Union([
  Type.Object({ per: Type.Literal('impression') }),
  Type.Object({ per: Type.Enum(['click', 'conversion']), micros: Whole }),
]);

const SaleSchema = Type.Object({
  auctionId: Text,
  impId: Text,
  soldMs: Whole,
  partner: Text,
  seat: Text,
  campaign: Text,
  creative: Text,
  priceMicros: Whole,
  shareBasisPoints: Type.Integer({ minimum: 0, maximum: WHOLE_SHARE }),
  charge: ChargeSchema,
  billsOn: Type.Enum(['bill', 'impression', 'win']),
  isTest: Type.Boolean(),
  portion: Whole,
  dimensions: DimensionsSchema,
});

const FactSchema = Type.Object({
  kind: Type.Enum([...FACT_KINDS]),
  atMs: Whole,
  sale: SaleSchema,
  priceMicros: Whole,
  lossCode: Type.Optional(Whole),
  uncharged: Type.Optional(Type.Enum([...UNCHARGED_REASONS])),
});

const ConversionEntrySchema = Type.Object({
  atMs: Whole,
  source: Type.Enum([...CONVERSION_SOURCES]),
  partner: Text,
  seat: Text,
  event: Text,
  orderId: Text,
  amountMicros: Whole,
  currency: Text,
  valueMicros: Whole,
  clicks: Type.Array(
    Type.Object({
      auctionId: Text,
      impId: Text,
      soldMs: Whole,
      windowDays: Whole,
      isDirect: Type.Boolean(),
    }),
  ),
});

const FeedbackSchema = Type.Object({
  kind: Type.Enum([...FEEDBACK_KINDS]),
  reason: Type.Enum(['', ...REPORT_REASONS]),
  atMs: Whole,
  auctionId: Text,
  impId: Text,
  publisher: Text,
  partner: Text,
  campaign: Text,
  creative: Text,
  advertiser: Text,
  title: Text,
});

const TallyCellSchema = Type.Intersect([
  objectOf(SUBJECT_NAMES, Text),
  Type.Object({ measure: Type.Enum([...TALLIED]), count: Whole, dimensions: DimensionsSchema }),
]);

const DeliveryCellSchema = Type.Object({
  day: Whole,
  partner: Text,
  campaign: Text,
  kind: Type.Enum([...DELIVERY_KINDS]),
  detail: Text,
  publisher: Text,
  count: Whole,
  amount: Whole,
});

const RequestSampleSchema = Type.Object({
  lot: Whole,
  minuteMs: Whole,
  weightThousandths: Whole,
  text: Text,
  foundBy: Type.Optional(
    Type.Object({ publisher: Text, requestDigest: Text, bidRequestDigest: Text }),
  ),
});

/** An entry that the database would reject must not reach it: it would block the journal behind it. */
const isEntry = compileLater(
  Type.Union([
    Type.Object({
      kind: Type.Literal('fact'),
      fact: FactSchema,
      calls: Type.Array(Text),
    }),
    Type.Object({ kind: Type.Literal('conversion'), conversion: ConversionEntrySchema }),
    Type.Object({ kind: Type.Literal('feedback'), feedback: FeedbackSchema }),
    Type.Object({
      kind: Type.Literal('tally'),
      tally: Type.Object({ minuteMs: Whole, cells: Type.Array(TallyCellSchema) }),
    }),
    Type.Object({ kind: Type.Literal('delivery'), cells: Type.Array(DeliveryCellSchema) }),
    Type.Object({ kind: Type.Literal('samples'), samples: Type.Array(RequestSampleSchema) }),
  ]),
);

/** A journal may be older than a dimension, which is unknown in it then. */
function fillDimensions(of: { readonly dimensions: Dimensions }): void {
  const dimensions: Partial<Writable<Dimensions>> = of.dimensions;
  for (const name of DIMENSION_NAMES) dimensions[name] ??= '';
}

function filled(entry: JournalEntry): JournalEntry {
  if (entry.kind === 'fact') fillDimensions(entry.fact.sale);
  else if (entry.kind === 'tally') for (const cell of entry.tally.cells) fillDimensions(cell);
  return entry;
}

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
