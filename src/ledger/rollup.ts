import {
  CELL_COLUMNS,
  DIMENSION_NAMES,
  type Dimensions,
  OTHER,
  SUBJECT_NAMES,
  type Subject,
} from '../core/sale/dimensions.ts';
import type { SaleEvent } from '../core/sale/fact.ts';
import { COLUMNS, MEASURE_COLUMNS, MEASURES, type Measure } from '../core/sale/measures.ts';
import { dayOf } from '../lib/day.ts';
import { addedTo, createSums, insertAll } from '../lib/sql/bulk.ts';
import type { Query, SqlValue } from '../lib/sql/database.ts';
import type { TalliedMinute } from './journal-line.ts';

export const MINUTE_MS = 60_000;

const NAMES = [...CELL_COLUMNS, ...MEASURE_COLUMNS].join(', ');
const SUMS = MEASURES.map(({ column, unit }) =>
  unit === 'usd'
    ? addedTo('rollups', column)
    : `${column} = rollups.${column} + excluded.${column}`,
).join(', ');
const addCounts = (values: string) =>
  `insert into rollups (minute_ms, ${NAMES}, cell) values ${values}
  on conflict (minute_ms, cell) do update set ${SUMS}`;

type RollupAdditions = {
  /** New facts and conversions. */
  readonly events: readonly SaleEvent[];
  /** Facts that were counted before, and are charged only now. */
  readonly charges: readonly SaleEvent[];
  readonly tallies: readonly TalliedMinute[];
  /** Bounds the values of a day. */
  readonly named?: NamedValues | undefined;
};

/** Adds what a batch brings to the counts per minute, each row once. */
export async function writeRollup(
  query: Query,
  { events, charges, tallies, named = createNamedValues() }: RollupAdditions,
): Promise<void> {
  const sums = createSums();
  const add: AddCell = (minuteMs, dimensions, subject, amounts) => {
    const advertiser = named('advertiser', dimensions.advertiser, minuteMs);
    const creative = named('creative', subject.creative, minuteMs);
    sums.add(keyOf(minuteMs, dimensions, subject, { advertiser, creative }), amounts);
  };
  for (const event of events) addEvent(add, event, MEASURES);
  for (const fact of charges) addEvent(add, fact, CHARGES);
  for (const tally of tallies) addTally(add, tally);
  const rows = sums.rows().map((row) => [...row, cellOf(row.slice(1, 1 + CELL_COLUMNS.length))]);
  await insertAll(query, rows, addCounts);
}

type AddCell = (
  minuteMs: number,
  dimensions: Dimensions,
  subject: Subject,
  amounts: readonly number[],
) => void;

/** The spend alone, in the order of all measures. */
const CHARGES = MEASURES.map(({ column, ofEvent }) =>
  column === COLUMNS.spend_usd.column && ofEvent !== undefined ? { ofEvent } : {},
);

function addEvent(
  add: AddCell,
  event: SaleEvent,
  measures: readonly Pick<Measure, 'ofEvent'>[],
): void {
  const { atMs, sale } = event;
  const lossCode = event.kind === 'loss' ? event.lossCode : undefined;
  const amounts = measures.map(({ ofEvent }) => ofEvent?.(event) ?? 0);
  // A bill that is not the one that bills counts nowhere, and has no row.
  if (sale.isTest || amounts.every((amount) => amount === 0)) return;
  const reason = lossCode === undefined ? '' : `loss-${lossCode}`;
  const { dimensions, partner, campaign, creative } = sale;
  const minuteMs = atMs - (atMs % MINUTE_MS);
  add(minuteMs, dimensions, { partner, campaign, creative, reason }, amounts);
}

/** A busy machine has tens of thousands of cells a second: none is copied on its way to the sums. */
function addTally(add: AddCell, { minuteMs, cells }: TalliedMinute): void {
  const amounts = MEASURES.map(() => 0);
  for (const cell of cells) {
    const index = MEASURES.findIndex(({ tally }) => tally === cell.measure);
    amounts[index] = cell.count;
    add(minuteMs, cell.dimensions, cell, amounts);
    amounts[index] = 0;
  }
}

/** In the order of the columns, with these names of the open ones. */
function keyOf(
  minuteMs: number,
  dimensions: Dimensions,
  subject: Subject,
  { advertiser, creative }: Pick<Dimensions, 'advertiser'> & Pick<Subject, 'creative'>,
) {
  const key: (string | number)[] = [minuteMs];
  for (const name of DIMENSION_NAMES)
    key.push(name === 'advertiser' ? advertiser : dimensions[name]);
  for (const name of SUBJECT_NAMES) key.push(name === 'creative' ? creative : subject[name]);
  return key;
}

/** 144 bits, so that no two cells of a minute have the same. */
const CELL_CHARACTERS = 24;

/** A row of counts is found by it and its minute: an index over all values would be made anew for each dimension. */
function cellOf(values: readonly SqlValue[]): string {
  const digest = new Bun.CryptoHasher('sha256').update(JSON.stringify(values)).digest('base64url');
  return digest.slice(0, CELL_CHARACTERS);
}

/** Chosen by bidders, so that there may be as many of them as there are bids. */
type OpenColumn = 'creative' | 'advertiser';

/** The value to count under: itself, or `other` where its day has no room for one more. */
export type NamedValues = (column: OpenColumn, value: string, atMs: number) => string;

/** Creatives of one day that a machine counts by name, and advertisers. */
const NAMED_PER_DAY_MAX = 2000;

/** Notices come for weeks after a sale; days beyond these begin anew. */
const DAYS_MAX = 40;

/**
 * Bounds how many values of a day the counts of reports have. Each machine names those that it counts first; facts and
 * budgets have the true value always.
 */
export function createNamedValues(perDayMax = NAMED_PER_DAY_MAX): NamedValues {
  const days = new Map<number, Readonly<Record<OpenColumn, Set<string>>>>();

  function namesOf(day: number) {
    const known = days.get(day);
    if (known !== undefined) return known;
    const [oldest] = days.keys();
    if (days.size >= DAYS_MAX && oldest !== undefined) days.delete(oldest);
    const names = { creative: new Set<string>(), advertiser: new Set<string>() };
    days.set(day, names);
    return names;
  }

  return (column, value, atMs) => {
    if (value === '') return value;
    const names = namesOf(dayOf(atMs))[column];
    if (names.has(value)) return value;
    if (names.size >= perDayMax) return OTHER;
    names.add(value);
    return value;
  };
}
