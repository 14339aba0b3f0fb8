import { type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/schema';
import {
  DIMENSION_NAMES,
  type Dimensions,
  NO_DIMENSIONS,
  SUBJECT_NAMES,
} from '../core/sale/dimensions.ts';
import {
  CONVERSION_SOURCES,
  FACT_KINDS,
  type Fact,
  type Sale,
  UNCHARGED_REASONS,
  WHOLE_SHARE,
} from '../core/sale/fact.ts';
import { FEEDBACK_KINDS, REPORT_REASONS } from '../core/sale/feedback.ts';
import { TALLIED } from '../core/sale/measures.ts';
import { DELIVERY_KINDS } from './delivery/delivery.ts';
import type { FactEntry, JournalEntry, TalliedMinute, TallyCell } from './entry.ts';

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
    return isEntry.Check(value) ? filled(value as LineEntry) : 'unknown';
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
const isEntry = Compile(
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

/** An entry as a journal has it: without the dimensions that were added after it was written. */
type LineEntry =
  | Exclude<JournalEntry, { readonly kind: 'fact' | 'tally' }>
  | (Omit<FactEntry, 'fact'> & { readonly fact: JournalFact })
  | { readonly kind: 'tally'; readonly tally: JournalTally };

type Older<Whole extends { readonly dimensions: Dimensions }> = Omit<Whole, 'dimensions'> & {
  readonly dimensions: Partial<Dimensions>;
};
type JournalFact = Omit<Fact, 'sale'> & { readonly sale: Older<Sale> };
type JournalTally = Omit<TalliedMinute, 'cells'> & { readonly cells: readonly Older<TallyCell>[] };

/** The entry, with '' for the dimensions that it does not have. */
function filled(entry: LineEntry): JournalEntry {
  switch (entry.kind) {
    case 'fact':
      return { ...entry, fact: { ...entry.fact, sale: withAllDimensions(entry.fact.sale) } };
    case 'tally': {
      const cells = entry.tally.cells.map((cell) =>
        hasAllDimensions(cell) ? cell : withAllDimensions(cell),
      );
      return { ...entry, tally: { ...entry.tally, cells } };
    }
    default:
      return entry;
  }
}

/** As nearly all cells have: they need no copy. */
function hasAllDimensions(cell: Older<TallyCell>): cell is TallyCell {
  return DIMENSION_NAMES.every((name) => cell.dimensions[name] !== undefined);
}

function withAllDimensions<T extends { readonly dimensions: Partial<Dimensions> }>(older: T) {
  return { ...older, dimensions: { ...NO_DIMENSIONS, ...older.dimensions } };
}
