import { sumRollups } from '../../ledger/report.ts';
import { DAY_MS, dayOf } from '../../lib/day.ts';
import { monthSpan } from '../../lib/month.ts';
import type { Span } from '../../lib/named-period.ts';
import { type Refusal, refuse } from '../../lib/refusal.ts';
import type { Database } from '../../lib/sql/database.ts';
import { OF_SIDE, SIDES, type StatementAccount, type StatementSide } from './account.ts';

/** Thrown where figures cannot be stated, with a sentence that says why. */
export class UnstatedFigures extends Error {}

/** The result of work, or why there is none. */
export async function orRefusal<T>(work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnstatedFigures) return refuse.notAllowed(error.message);
    throw error;
  }
}

/** What counts say, in exact billionths of a USD: earnings of a publisher, or spend of a partner. */
export type StatedAmounts = {
  readonly nanos: bigint;
  readonly impressions: number;
  readonly clicks: number;
  readonly conversions: number;
};

export const NO_AMOUNTS: StatedAmounts = { nanos: 0n, impressions: 0, clicks: 0, conversions: 0 };

/** Of one account in one month. */
export type AccountSums = {
  /** By the number of the day. */
  readonly days: ReadonlyMap<number, StatedAmounts>;
  /** The same sums by format or campaign. */
  readonly details: ReadonlyMap<string, StatedAmounts>;
};

/** By the name of the account. */
type SumsByAccount = ReadonlyMap<string, AccountSums>;

/** Of one day: more than this is no list that anybody could state. */
const ROWS_MAX = 500_000;

type SumsQuestion = {
  readonly side: StatementSide;
  readonly month: string;
  /** undefined: all accounts of the side. */
  readonly account: StatementAccount | undefined;
};

export function addedAmounts(a: StatedAmounts, b: StatedAmounts): StatedAmounts {
  return {
    nanos: a.nanos + b.nanos,
    impressions: a.impressions + b.impressions,
    clicks: a.clicks + b.clicks,
    conversions: a.conversions + b.conversions,
  };
}

export function isNothing({ nanos, impressions, clicks, conversions }: StatedAmounts): boolean {
  return nanos === 0n && impressions === 0 && clicks === 0 && conversions === 0;
}

/**
 * The sums of a month, from the counts, which are those of the facts and outlive them. A day at a time, so that no
 * statement takes long. The days need not be of one moment: what comes meanwhile is late, and is stated in a later month.
 */
export async function sumAccounts(
  database: Database,
  { side, month, account }: SumsQuestion,
): Promise<SumsByAccount> {
  const sums = new Map<
    string,
    { days: Map<number, StatedAmounts>; details: Map<string, StatedAmounts> }
  >();
  const by = [side, OF_SIDE[side].detail];
  for (const span of daysOf(monthSpan(month))) {
    for (const { keys, amounts } of await sumDay(database, { side, account, by, span })) {
      const [name = '', detail = ''] = keys;
      const own = sums.get(name) ?? { days: new Map(), details: new Map() };
      sums.set(name, own);
      addTo(own.days, dayOf(span.fromMs), amounts);
      addTo(own.details, detail, amounts);
    }
  }
  return sums;
}

/** The sums of a whole month, by account. */
export async function sumMonth(
  database: Database,
  { side, month, account }: SumsQuestion,
): Promise<ReadonlyMap<string, StatedAmounts>> {
  const sums = new Map<string, StatedAmounts>();
  for (const span of daysOf(monthSpan(month))) {
    for (const { keys, amounts } of await sumDay(database, { side, account, by: [side], span })) {
      addTo(sums, keys[0] ?? '', amounts);
    }
  }
  return sums;
}

/** What part of the traffic is meant. */
export type TrafficFilter = Span & {
  readonly publisher: string;
  readonly partner?: string | undefined;
  readonly campaign?: string | undefined;
};

/** What a publisher earned with a part of its traffic on a day, and what a partner spent for it. */
type TrafficDay = {
  readonly day: number;
  readonly partner: string;
  readonly earned: StatedAmounts;
  readonly spent: StatedAmounts;
};

export async function sumTraffic(
  database: Database,
  { publisher, partner, campaign, ...span }: TrafficFilter,
): Promise<readonly TrafficDay[]> {
  const where = {
    publisher,
    ...(partner === undefined ? {} : { partner }),
    ...(campaign === undefined ? {} : { campaign }),
  };
  const days: TrafficDay[] = [];
  for (const { fromMs, toMs } of daysOf(span)) {
    const question = { by: ['partner'], where, fromMs, toMs };
    for (const { keys, sums } of (await rowsOf(database, question)).rows) {
      const [earned, spent] = [amountsOf(sums, 'publisher'), amountsOf(sums, 'partner')];
      if (isNothing(earned) && isNothing(spent)) continue;
      days.push({ day: dayOf(fromMs), partner: keys[0] ?? '', earned, spent });
    }
  }
  return days;
}

type DayQuestion = {
  readonly side: StatementSide;
  readonly account: StatementAccount | undefined;
  readonly by: readonly string[];
  readonly span: Span;
};

async function sumDay(database: Database, { side, account, by, span }: DayQuestion) {
  const where = account === undefined ? {} : { [side]: account.name };
  const { rows } = await rowsOf(database, { by, where, ...span });
  return rows
    .map(({ keys, sums }) => ({ keys, amounts: amountsOf(sums, side) }))
    .filter(({ amounts }) => !isNothing(amounts));
}

async function rowsOf(database: Database, question: Parameters<typeof sumRollups>[1]) {
  const found = await sumRollups(database, question, { rowsMax: ROWS_MAX, columns: COLUMNS });
  if (found.isCut) throw new UnstatedFigures(`a day has more than ${ROWS_MAX} sums to state`);
  return found;
}

const COUNTS = ['impressions', 'clicks', 'conversions'] as const;
const COLUMNS = [...COUNTS, ...SIDES.map((side) => OF_SIDE[side].money)];

function amountsOf(sums: Readonly<Record<string, bigint>>, side: StatementSide): StatedAmounts {
  const sumOf = (column: string) => sums[column] ?? 0n;
  return {
    nanos: sumOf(OF_SIDE[side].money),
    impressions: Number(sumOf('impressions')),
    clicks: Number(sumOf('clicks')),
    conversions: Number(sumOf('conversions')),
  };
}

export function addTo<Key>(sums: Map<Key, StatedAmounts>, key: Key, amounts: StatedAmounts): void {
  sums.set(key, addedAmounts(sums.get(key) ?? NO_AMOUNTS, amounts));
}

/** The span cut at midnights of UTC. */
function* daysOf({ fromMs, toMs }: Span): Generator<Span> {
  for (let startMs = fromMs; startMs < toMs; ) {
    const endMs = Math.min(toMs, (dayOf(startMs) + 1) * DAY_MS);
    yield { fromMs: startMs, toMs: endMs };
    startMs = endMs;
  }
}
