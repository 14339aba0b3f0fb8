import { DIMENSION_WORDS } from '../../core/sale/dimension-words.ts';
import { COLUMNS, type Sums } from '../../core/sale/measures.ts';
import type { Host } from '../../host/host.ts';
import type { LedgerReport } from '../../ledger/report.ts';
import { DAY_MS, dayOf } from '../../lib/day.ts';
import { NANOS_PER_USD } from '../../lib/money.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { type Refusal, refuse } from '../../lib/refusal.ts';

const WEEK_MS = 7 * DAY_MS;
const NANOS_PER_CPM_USD = 1e6;

export const EARNINGS_DAYS_MAX = 92;

export const EARNINGS_BY = ['day', 'format', 'placement'] as const;

type EarningsQuestion = {
  readonly days: number;
  readonly by: (typeof EARNINGS_BY)[number];
};

export type Earnings = DeepReadonly<Exclude<Awaited<ReturnType<typeof earningsOf>>, Refusal>>;

/** What one publisher earned in the last days, today included, by the reports of the ledger. */
export async function earningsOf(
  { ledger, nowMs }: Pick<Host, 'ledger' | 'nowMs'>,
  publisher: string,
  { days, by }: EarningsQuestion,
) {
  const fromMs = (dayOf(nowMs()) - days + 1) * DAY_MS;
  const toMs = nowMs() + 1;
  const where = { publisher };
  const found = await ledger.report({ by: [by], fromMs, toMs, where });
  if ('reason' in found) return refuse.wrongValue('by', found.reason);
  const earlier = { fromMs: fromMs - WEEK_MS, toMs: toMs - WEEK_MS };
  const before = await ledger.report({ by: [], ...earlier, where });
  if ('reason' in before) return refuse.wrongValue('by', before.reason);
  return {
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    total: figuresOf(found.totals.sums),
    /** The same number of days a week before. */
    before: figuresOf(before.totals.sums),
    rows: by === 'day' ? dayRows(found, fromMs, days) : namedRows(found, by),
  };
}

/** Each day, also one without a request. */
function dayRows({ rows }: LedgerReport, fromMs: number, days: number) {
  const byDay = new Map(rows.map(({ keys: [day = ''], sums }) => [day.slice(0, 10), sums]));
  return Array.from({ length: days }, (_, index) => {
    const name = new Date(fromMs + index * DAY_MS).toISOString().slice(0, 10);
    return { name, ...figuresOf(byDay.get(name) ?? {}) };
  });
}

/** Requests are counted before the ad is known: a row that has nothing but them is left out. */
function namedRows({ rows }: LedgerReport, by: 'format' | 'placement') {
  return rows
    .map(({ keys: [name = ''], sums }) => ({
      name: name || DIMENSION_WORDS[by].none,
      ...figuresOf(sums),
    }))
    .filter((row) => row.sold + row.impressions + row.clicks + row.earnedUsd > 0);
}

export type EarningsFigures = ReturnType<typeof figuresOf>;

function figuresOf(sums: Sums) {
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
    /** The share of the valid requests that got an ad, as in reports; null without one. */
    fillRate: valid > 0 ? withAd / valid : null,
    /** Earned for a thousand ads shown; null without one. */
    ecpmUsd: impressions > 0 ? earned / NANOS_PER_CPM_USD / impressions : null,
  };
}
