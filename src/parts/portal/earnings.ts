import { DIMENSION_WORDS } from '../../core/sale/dimension-words.ts';
import { COLUMNS, type Sums } from '../../core/sale/measures.ts';
import type { LedgerReport, SummedRow } from '../../ledger/report-types.ts';
import type { Ledger } from '../../ledger/start-ledger.ts';
import { DAY_MS, dayOf } from '../../lib/day.ts';
import { NANOS_PER_USD } from '../../lib/money.ts';
import type { Earnings, EarningsFigures } from './page/api.ts';

const WEEK_MS = 7 * DAY_MS;
const NANOS_PER_CPM_USD = 1e6;

export const EARNINGS_DAYS_MAX = 92;

export const EARNINGS_BY = ['day', 'format', 'placement'] as const;

type EarningsQuestion = {
  readonly days: number;
  readonly by: (typeof EARNINGS_BY)[number];
};

/** What one publisher earned in the last days, today included, by the reports of the ledger. */
export async function earningsOf(
  ledger: Pick<Ledger, 'report'>,
  publisher: string,
  { days, by }: EarningsQuestion,
  nowMs: number,
): Promise<Earnings | { readonly reason: string }> {
  const fromMs = (dayOf(nowMs) - days + 1) * DAY_MS;
  const toMs = nowMs + 1;
  const ask = (names: readonly string[], shiftMs: number) =>
    ledger.report({
      by: names,
      fromMs: fromMs - shiftMs,
      toMs: toMs - shiftMs,
      where: { publisher },
    });
  const found = await ask([by], 0);
  if ('reason' in found) return found;
  const before = await ask([], WEEK_MS);
  if ('reason' in before) return before;
  return {
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    total: figuresOf(found.totals.sums),
    before: figuresOf(before.totals.sums),
    rows: by === 'day' ? dayRows(found, fromMs, days) : namedRows(found, by),
  };
}

/** Each day, also one without a request. */
function dayRows({ rows }: LedgerReport, fromMs: number, days: number): Earnings['rows'] {
  const byDay = new Map(rows.map(({ keys: [day = ''], sums }) => [day.slice(0, 10), sums]));
  return Array.from({ length: days }, (_, index) => {
    const name = new Date(fromMs + index * DAY_MS).toISOString().slice(0, 10);
    return { name, ...figuresOf(byDay.get(name) ?? {}) };
  });
}

/** Requests are counted before the ad is known: a row that has nothing but them is left out. */
function namedRows({ rows }: LedgerReport, by: string): Earnings['rows'] {
  const words = Object.entries(DIMENSION_WORDS).find(([name]) => name === by)?.[1];
  const isSold = ({ sums }: SummedRow) =>
    ['sold', 'impressions', 'clicks', 'earned_nanos'].some((name) => (sums[name] ?? 0n) > 0n);
  return rows.filter(isSold).map(({ keys: [name = ''], sums }) => ({
    name: name === '' ? (words?.none ?? '') : name,
    ...figuresOf(sums),
  }));
}

function figuresOf(sums: Sums): EarningsFigures {
  const sum = (name: string) => Number(sums[name] ?? 0n);
  const [withAd, valid] = COLUMNS.fill.ratio(sum);
  const impressions = sum('impressions');
  const earned = sum('earned_nanos');
  return {
    requests: sum('requests'),
    impressions,
    sold: sum('sold'),
    clicks: sum('clicks'),
    earnedUsd: earned / NANOS_PER_USD,
    fillRate: valid > 0 ? withAd / valid : null,
    ecpmUsd: impressions > 0 ? earned / NANOS_PER_CPM_USD / impressions : null,
  };
}
