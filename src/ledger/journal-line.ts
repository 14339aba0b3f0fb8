import { type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/schema';
import { DIMENSION_NAMES, SUBJECT_NAMES } from '../sale/dimensions.ts';
import { FACT_KINDS, WHOLE_SHARE } from '../sale/fact.ts';
import { TALLIED } from '../sale/measures.ts';
import { DELIVERY_KINDS } from './delivery/delivery.ts';
import type { JournalEntry } from './entry.ts';
import { filled, type LineEntry } from './older-entries.ts';

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
const Kind = Type.Enum([...FACT_KINDS]);

const objectOf = <Value extends TSchema>(names: readonly string[], value: Value) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, value])));

/** Entries may be older than a dimension, or than another field that was added later: `older-entries.ts`. */
const Dimensions = Type.Partial(objectOf(DIMENSION_NAMES, Text));

const Sale = Type.Object({
  auctionId: Text,
  impId: Text,
  soldMs: Whole,
  partner: Text,
  seat: Text,
  campaign: Text,
  creative: Text,
  priceMicros: Whole,
  shareBasisPoints: Type.Optional(Type.Integer({ minimum: 0, maximum: WHOLE_SHARE })),
  billsOn: Type.Enum(['bill', 'impression', 'win']),
  isTest: Type.Boolean(),
  machine: Whole,
  dimensions: Dimensions,
});

const Fact = Type.Object({
  kind: Kind,
  atMs: Whole,
  sale: Sale,
  priceMicros: Whole,
  lossCode: Type.Optional(Whole),
});

const PartnerCalls = Type.Object({
  auctionId: Text,
  impId: Text,
  partner: Text,
  soldMs: Type.Optional(Whole),
  untilMs: Whole,
  clickUntilMs: Type.Optional(Whole),
  urls: Type.Partial(objectOf(FACT_KINDS, Type.Array(Text))),
});

const TallyCell = Type.Intersect([
  objectOf(SUBJECT_NAMES, Text),
  Type.Object({ measure: Type.Enum([...TALLIED]), count: Whole, dimensions: Dimensions }),
]);

const DeliveryCell = Type.Object({
  day: Whole,
  partner: Text,
  campaign: Text,
  kind: Type.Enum([...DELIVERY_KINDS]),
  detail: Text,
  publisher: Text,
  count: Whole,
  amount: Whole,
});

/** An entry that the database would reject must not reach it: it would block the journal behind it. */
const isEntry = Compile(
  Type.Union([
    Type.Object({
      kind: Type.Literal('fact'),
      fact: Fact,
      calls: Type.Optional(Type.Array(Text)),
    }),
    Type.Object({ kind: Type.Literal('calls'), calls: PartnerCalls }),
    Type.Object({
      kind: Type.Literal('tally'),
      tally: Type.Object({ minuteMs: Whole, cells: Type.Array(TallyCell) }),
    }),
    Type.Object({ kind: Type.Literal('delivery'), cells: Type.Array(DeliveryCell) }),
  ]),
);
