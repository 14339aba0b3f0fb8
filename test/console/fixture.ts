import type { LimitRow, LiveEvent, LivePoint, PartnerRow } from '../../src/console/api.ts';
import type { CampaignList } from '../../src/console/campaigns/api.ts';
import type { AdminApi } from '../../src/http/admin/admin-api.ts';
import { jsonOf } from '../../src/ledger/report-text.ts';
import type { SummedRow } from '../../src/ledger/report-types.ts';
import { MEASURE_COLUMNS } from '../../src/sale/measures.ts';
import { troubleOf } from '../../src/supervisor/health/trouble-of.ts';
import { NO_ACCOUNTS } from '../admin/no-accounts.ts';
import { NO_BULK, NO_IMAGES, NO_STORE, NO_SUPPLY } from '../admin/no-store.ts';
import { FEEDBACK } from './stub/feedback.ts';

/** Figures as the parts that keep them would tell, for pages whose look and behaviour are tested. */

const NOW_MS = Date.now();

function point(atMs: number, index: number): LivePoint {
  const wave = 1 + Math.sin(index / 40) / 3;
  return {
    atMs,
    requestsPerSec: 120 * wave,
    bidsPerSec: 80 * wave,
    noBidsPerSec: 30 * wave,
    refusedPerSec: 8,
    failedPerSec: 2 * wave,
    p50Ms: 12 * wave,
    p95Ms: 45 * wave,
    p99Ms: 90 * wave,
    fillRate: 0.7 * wave,
    spendUsdPerMinute: 14.2 * wave,
  };
}

const FUNNEL: LiveEvent['funnel'] = [
  { stage: 'received', count: 108_000, lost: 0, losses: [] },
  {
    stage: 'valid',
    count: 101_200,
    lost: 6800,
    losses: [
      { reason: 'INVALID_FIELD_VALUE', count: 5200, of: 'requests' },
      { reason: 'RATE_LIMIT_EXCEEDED', count: 1600, of: 'requests' },
    ],
    fields: [{ reason: 'imp.bidfloor', count: 5100 }],
  },
  {
    stage: 'asked',
    count: 97_000,
    lost: 4200,
    losses: [{ reason: 'paced', count: 4200, of: 'requests' }],
  },
  {
    stage: 'answered',
    count: 95_500,
    lost: 1500,
    losses: [{ reason: 'answer-timeout', count: 2600, of: 'calls', partner: 'acme' }],
  },
  {
    stage: 'bid',
    count: 80_300,
    lost: 15_200,
    losses: [{ reason: 'answer-no_bid', count: 15_200, of: 'calls', partner: 'house' }],
  },
  {
    stage: 'fit',
    count: 74_000,
    lost: 6300,
    losses: [{ reason: 'drop-below-floor', count: 6300, of: 'bids', partner: 'house' }],
  },
  { stage: 'won', count: 74_000, lost: 0, losses: [] },
  {
    stage: 'billed',
    count: 61_000,
    lost: 13_000,
    losses: [{ reason: 'not-reported', count: 13_000, of: 'impressions' }],
  },
];

const TROUBLES: LiveEvent['troubles'] = [
  troubleOf('partner-failing', {
    partner: 'acme',
    kind: 'bad',
    what: 'acme failed too often, and its circuit breaker is open',
    page: 'partners',
  }),
];

const PARTNERS: readonly PartnerRow[] = [
  {
    name: 'house',
    kind: 'campaigns',
    isPaused: false,
    pausedBy: null,
    breaker: null,
    qpsNow: 0,
    qpsMax: null,
    asked: 97_000,
    answered: 97_000,
    answeredWithBids: 52_000,
    outbid: 16_900,
    bids: 52_000,
    wins: 31_000,
    timeouts: 0,
    skipped: [],
    drops: [{ reason: 'below-floor', count: 4100 }],
    p50Ms: 0.1,
    p95Ms: 0.3,
    latencyByMinuteMs: [0.1, 0.1, 0.12, 0.1, 0.2, 0.1, 0.1],
  },
  {
    name: 'acme',
    kind: 'openrtb',
    isPaused: false,
    pausedBy: null,
    breaker: 'open',
    qpsNow: 240,
    qpsMax: 500,
    asked: 41_000,
    answered: 38_000,
    answeredWithBids: 20_400,
    outbid: 11_300,
    bids: 21_000,
    wins: 9000,
    timeouts: 2600,
    skipped: [{ reason: 'breaker-open', count: 51_000 }],
    drops: [{ reason: 'asset-mismatch', count: 700 }],
    p50Ms: 64,
    p95Ms: 181,
    latencyByMinuteMs: [40, 44, 52, 61, null, null, 120, 95, 88],
  },
];

const CAMPAIGNS: CampaignList = {
  rows: [
    {
      partner: 'house',
      campaign: 'kettleby-subscription',
      advertiser: 'Kettleby Coffee',
      state: 'stopped',
      kind: 'warn',
      sentence: 'budget of the day used up at 14:03: $20.00 of $20.00 today',
      changed: null,
      hasChangeWaiting: false,
      expected: null,
      money: {
        spentTotal: 240,
        spentToday: 20,
        total: null,
        daily: 20,
        allowedToday: 20,
        allowedByNow: 11.5,
      },
      impressions: {
        spentTotal: 9,
        spentToday: 9,
        total: null,
        daily: null,
        allowedToday: null,
        allowedByNow: null,
      },
      startsAt: null,
      endsAt: null,
    },
    {
      partner: 'house',
      campaign: 'ridgeline-trail',
      advertiser: 'Ridgeline Running',
      state: 'selling',
      kind: 'good',
      sentence: 'selling: 149 of 1,200 bids sold today',
      changed: null,
      hasChangeWaiting: false,
      expected: null,
      money: {
        spentTotal: 412.5,
        spentToday: 31.2,
        total: 1000,
        daily: 50,
        allowedToday: 50,
        allowedByNow: 33,
      },
      impressions: {
        spentTotal: 9,
        spentToday: 9,
        total: 100,
        daily: null,
        allowedToday: 20,
        allowedByNow: 12,
      },
      startsAt: '2026-11-01T00:00:00Z',
      endsAt: '2026-11-30T00:00:00Z',
    },
  ],
  total: 2,
  page: 1,
  pages: 1,
  storePartners: [],
  isWhole: true,
  states: [
    { state: 'stopped', count: 1 },
    { state: 'selling', count: 1 },
  ],
};

const LIMITS: readonly LimitRow[] = [
  limit('global', '', { limitPerSec: 10_000, peakPerSec: 1480 }),
  limit('publisher', 'pub-7', { limitPerSec: 1000, peakPerSec: 1200, refused: 1600 }),
  limit('ip', '192.0.2.0 ~3fa1', { limitPerSec: 100, peakPerSec: 86 }),
];

function limit(scope: LimitRow['scope'], name: string, rest: Partial<LimitRow>): LimitRow {
  return { scope, name, limitPerSec: 0, nowPerSec: 70, peakPerSec: 0, refused: 0, ...rest };
}

function keyOf(dimension: string, n: number): string {
  if (dimension === 'hour') return `2026-11-15T0${n}:00:00.000Z`;
  if (dimension === 'day') return `2026-11-1${n}T00:00:00.000Z`;
  return n === 4 ? '' : `${dimension} ${n}`;
}

/** Counts in which each step has fewer than the one before. */
function figures(n: number, keys: readonly string[]): SummedRow {
  const counts = MEASURE_COLUMNS.map((name, i) => [
    name,
    BigInt(Math.round((4000 * n) / (i + 1) ** 2)),
  ]);
  const amounts = {
    spend_nanos: BigInt(5_250_000_000 * n),
    earned_nanos: BigInt(3_675_000_000 * n),
  };
  return { keys, sums: { ...Object.fromEntries(counts), ...amounts } };
}

export function fixturePages(): Pick<
  AdminApi,
  | 'live'
  | 'partners'
  | 'setPaused'
  | 'campaigns'
  | 'store'
  | 'bulk'
  | 'images'
  | 'supply'
  | 'accounts'
  | 'buyers'
  | 'portal'
  | 'feedback'
  | 'report'
  | 'limits'
> {
  const paused = new Set<string>();
  return {
    live(send) {
      const points = Array.from({ length: 900 }, (_, i) => point(NOW_MS - (900 - i) * 1000, i));
      send({ kind: 'history', points, funnel: FUNNEL, troubles: TROUBLES });
      let index = 900;
      const timer = setInterval(
        () =>
          send({
            kind: 'tick',
            point: point(Date.now(), index++),
            funnel: FUNNEL,
            troubles: TROUBLES,
          }),
        1000,
      );
      return () => clearInterval(timer);
    },
    partners: () =>
      PARTNERS.map((row) => ({
        ...row,
        isPaused: paused.has(row.name),
        pausedBy: paused.has(row.name) ? 'ada' : null,
      })),
    setPaused(name, next) {
      if (next === 'paused') paused.add(name);
      else paused.delete(name);
      return PARTNERS.some((row) => row.name === name);
    },
    campaigns: () => CAMPAIGNS,
    store: NO_STORE,
    bulk: NO_BULK,
    images: NO_IMAGES,
    supply: NO_SUPPLY,
    ...NO_ACCOUNTS,
    report: (question, format) => {
      const rows = [1, 2, 3, 4].map((n) =>
        figures(
          n,
          question.by.map((name) => keyOf(name, n)),
        ),
      );
      const report = { question, rows, totals: figures(10, []), isCut: false };
      return format === 'csv' ? 'fixture\r\n' : JSON.stringify(jsonOf(report));
    },
    feedback: () => FEEDBACK,
    limits: () => LIMITS,
  };
}
