import { SHORTENED_BYTES_MAX, shortened } from '../../lib/shortened.ts';
import { publisherIdOf } from '../openrtb/bid-request.ts';
import { FUNNEL_STAGES, LISTED_INTENTS, SENTIMENTS } from '../openrtb/context.ts';
import { KNOWN_FORMATS } from '../openrtb/known-formats.ts';
import type { ValidRequest } from '../openrtb/validate.ts';

/** The request, and the country it comes from. */
type LocatedRequest = Pick<ValidRequest, 'wire' | 'country'>;

/** What of a chosen ad, and of the impression that it is for, can be reported by. */
type SoldAd = {
  readonly format?: { readonly id: string } | undefined;
  readonly imp?: { readonly imp: object } | undefined;
  readonly bid?: { readonly adomain: readonly string[] } | undefined;
};

/** Those that the publisher has named. What a request calls a place otherwise is not kept: it may be about a person. */
export type NamedPlacements = ReadonlySet<string>;

export const NO_PLACEMENTS: NamedPlacements = new Set();

type DimensionRow = {
  /** The most bytes that a column has of it. Longer text is cut. */
  readonly columnBytesMax: number;
  /**
   * Tokens hold the position in a list of values, or a text. They are read for days after an upgrade, so new values go
   * to the end of a list. The first value is ''.
   */
  readonly inToken:
    | { readonly values: readonly string[]; readonly textBytesMax?: undefined }
    | { readonly textBytesMax: number; readonly values?: undefined };
  /** '' until an ad is chosen where it depends on the ad alone. */
  readonly ofRequest?: (request: LocatedRequest, placements: NamedPlacements) => string;
  /** Of a sale. undefined: as the request has it. */
  readonly ofAd?: (ad: SoldAd, placements: NamedPlacements) => string | undefined;
};

/** Of columns, in bytes. */
export const SHORT = 64;
export const LONG = 256;

/** An intent that the context extension does not list, a format of the config, or what has no room of its own. */
export const OTHER = 'other';

const COUNTRY_BYTES = 3;

// A format that is new among the known ones goes behind the last one here.
const FORMATS = ['', ...KNOWN_FORMATS.map(({ id }) => id), OTHER];

/** The buckets of message numbers, each by the first number in it. */
const TURN_BUCKETS = [
  { from: 1, name: '1' },
  { from: 2, name: '2-3' },
  { from: 4, name: '4-7' },
  { from: 8, name: '8-15' },
  { from: 16, name: '16+' },
] as const;

function turnBucket(message: number | undefined): string {
  let bucket = '';
  if (message === undefined) return bucket;
  for (const { from, name } of TURN_BUCKETS) if (message >= from) bucket = name;
  return bucket;
}

/** What the publisher calls the place of an impression; `other` where it has not named the place before. */
function placementOf(imp: object | undefined, placements: NamedPlacements): string {
  const name = imp !== undefined && 'tagid' in imp ? imp.tagid : undefined;
  if (typeof name !== 'string' || name === '') return '';
  return placements.has(name) ? shortened(name) : OTHER;
}

/**
 * What a sale, and each count of auctions, can be reported by. The journal, the tables, the tokens of notices and the
 * reports follow from this list. New rows go to the end, since tokens hold the values in this order. '' is unknown, and
 * the value of all that was recorded before a row was added. Words for people are in `dimension-words.ts`.
 */
export const DIMENSIONS = {
  publisher: {
    columnBytesMax: LONG,
    inToken: { textBytesMax: SHORTENED_BYTES_MAX },
    ofRequest: ({ wire }) => shortened(publisherIdOf(wire) ?? ''),
  },
  country: {
    columnBytesMax: SHORT,
    inToken: { textBytesMax: COUNTRY_BYTES },
    ofRequest: ({ country }) => country ?? '',
  },
  format: {
    columnBytesMax: LONG,
    inToken: { values: FORMATS },
    ofAd: ({ format }) => listedOr(OTHER, FORMATS, format?.id),
  },
  intent: {
    columnBytesMax: SHORT,
    inToken: { values: ['', OTHER, ...LISTED_INTENTS] },
    ofRequest: ({ wire }) => listedOr(OTHER, LISTED_INTENTS, wire.ext?.service?.intent?.value),
  },
  funnel: {
    columnBytesMax: SHORT,
    inToken: { values: ['', ...FUNNEL_STAGES] },
    ofRequest: ({ wire }) => wire.ext?.service?.funnel?.stage ?? '',
  },
  sentiment: {
    columnBytesMax: SHORT,
    inToken: { values: ['', ...SENTIMENTS] },
    ofRequest: ({ wire }) => wire.ext?.service?.sentiment?.value ?? '',
  },
  turn: {
    columnBytesMax: SHORT,
    inToken: { values: ['', ...TURN_BUCKETS.map(({ name }) => name)] },
    ofRequest: ({ wire }) => turnBucket(wire.ext?.service?.messageSequenceNumber),
  },
  placement: {
    columnBytesMax: LONG,
    inToken: { textBytesMax: SHORTENED_BYTES_MAX },
    // A request for several places is a request of none of them.
    ofRequest: ({ wire: { imp: imps } }, placements) =>
      imps.length === 1 ? placementOf(imps[0], placements) : '',
    ofAd: ({ imp }, placements) => imp && placementOf(imp.imp, placements),
  },
  advertiser: {
    columnBytesMax: LONG,
    inToken: { textBytesMax: SHORTENED_BYTES_MAX },
    ofAd: ({ bid }) => bid && shortened(bid.adomain[0] ?? ''),
  },
} as const satisfies Readonly<Record<string, DimensionRow>>;

export type DimensionName = keyof typeof DIMENSIONS;

/** The value of each dimension. Values are short. */
export type Dimensions = Readonly<Record<DimensionName, string>>;

/** Reports have these beside the dimensions of a sale: whose count it is, and why. */
export const SUBJECTS = {
  partner: { columnBytesMax: SHORT },
  campaign: { columnBytesMax: LONG },
  creative: { columnBytesMax: LONG },
  reason: { columnBytesMax: SHORT },
} as const;

export type SubjectName = keyof typeof SUBJECTS;

/** '' where the count belongs to no partner, campaign or creative, or has no reason. */
export type Subject = Readonly<Record<SubjectName, string>>;

/** A count of no particular partner, campaign, creative or reason. */
export const NO_SUBJECT: Subject = { partner: '', campaign: '', creative: '', reason: '' };

const ROWS: readonly (readonly [DimensionName, DimensionRow])[] = entriesOf(DIMENSIONS);

export const DIMENSION_NAMES: readonly DimensionName[] = ROWS.map(([name]) => name);
export const SUBJECT_NAMES = entriesOf(SUBJECTS).map(([name]) => name);

/** How tokens hold each of them, in this order. */
export const DIMENSION_TOKENS = ROWS.map(([name, { inToken }]) => [name, inToken] as const);

/** The columns that a count of reports is found by. */
export const CELL_COLUMNS = [...DIMENSION_NAMES, ...SUBJECT_NAMES] as const;

export const NO_DIMENSIONS: Dimensions = all('');

/** Of counts that have no room of their own. */
export const OTHER_DIMENSIONS: Dimensions = all(OTHER);

const OF_REQUEST = ROWS.flatMap(([name, { ofRequest }]) =>
  ofRequest === undefined ? [] : { name, read: ofRequest },
);
const OF_AD = ROWS.flatMap(([name, { ofAd }]) => (ofAd === undefined ? [] : { name, read: ofAd }));

/** The dimensions of a request. Those of an ad are '' until one is chosen. */
export function dimensionsOf(
  request: LocatedRequest,
  placements: NamedPlacements = NO_PLACEMENTS,
): Dimensions {
  const dimensions = { ...NO_DIMENSIONS };
  for (const { name, read } of OF_REQUEST) dimensions[name] = read(request, placements);
  return dimensions;
}

/** The dimensions of a sale: those of its request, and those of the ad. */
export function withAd(
  ofRequest: Dimensions,
  ad: SoldAd,
  placements: NamedPlacements = NO_PLACEMENTS,
): Dimensions {
  const dimensions = { ...ofRequest };
  for (const { name, read } of OF_AD) dimensions[name] = read(ad, placements) ?? ofRequest[name];
  return dimensions;
}

function listedOr(other: string, listed: readonly string[], value: string | undefined): string {
  if (value === undefined) return '';
  return listed.includes(value) ? value : other;
}

function all(value: string): Dimensions {
  const pairs = ROWS.map(([name]) => [name, value]);
  return Object.fromEntries(pairs) as Record<DimensionName, string>;
}

/** The keys of an object, as its type has them. */
function entriesOf<K extends string, V>(table: Readonly<Record<K, V>>): readonly [K, V][] {
  return Object.entries(table) as [K, V][];
}
