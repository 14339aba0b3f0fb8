import type {
  AuctionRecord,
  CampaignRow,
  LimitRow,
  LiveEvent,
  LivePoint,
  PartnerRow,
} from '../../src/console/api.ts';
import type { AdminPages } from '../../src/http/admin/pages.ts';

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
    spendUsdPerMinute: 14.2 * wave,
  };
}

const FUNNEL: LiveEvent['funnel'] = [
  { stage: 'received', count: 108_000, losses: [] },
  {
    stage: 'valid',
    count: 101_200,
    losses: [
      { reason: 'INVALID_FIELD_VALUE', count: 5200 },
      { reason: 'RATE_LIMIT_EXCEEDED', count: 1600 },
    ],
  },
  { stage: 'asked', count: 97_000, losses: [{ reason: 'paced', count: 4200 }] },
  { stage: 'answered', count: 95_500, losses: [{ reason: 'timeout', count: 1500 }] },
  { stage: 'bid', count: 80_300, losses: [{ reason: 'no-demand', count: 15_200 }] },
  { stage: 'fit', count: 74_000, losses: [{ reason: 'below-floor', count: 6300 }] },
  { stage: 'won', count: 74_000, losses: [] },
  { stage: 'billed', count: 61_000, losses: [{ reason: 'not-reported', count: 13_000 }] },
];

const PARTNERS: readonly PartnerRow[] = [
  {
    name: 'house',
    kind: 'campaigns',
    isPaused: false,
    breaker: null,
    qpsNow: 0,
    qpsMax: null,
    asked: 97_000,
    answered: 97_000,
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
    breaker: 'open',
    qpsNow: 240,
    qpsMax: 500,
    asked: 41_000,
    answered: 38_000,
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

const CAMPAIGNS: readonly CampaignRow[] = [
  {
    id: 'ridgeline-trail',
    advertiser: 'Ridgeline Running',
    isServing: true,
    whyNot: [],
    spentUsd: 412.5,
    budgetUsd: 1000,
    spentTodayUsd: 31.2,
    budgetTodayUsd: 50,
    dueShare: 0.46,
    startsAt: '2026-11-01T00:00:00Z',
    endsAt: '2026-11-30T00:00:00Z',
  },
  {
    id: 'kettleby-subscription',
    advertiser: 'Kettleby Coffee',
    isServing: false,
    whyNot: ['Its budget for today is spent; it goes on at midnight UTC.'],
    spentUsd: 240,
    budgetUsd: null,
    spentTodayUsd: 20,
    budgetTodayUsd: 20,
    dueShare: null,
    startsAt: null,
    endsAt: null,
  },
];

const LIMITS: readonly LimitRow[] = [
  { scope: 'publisher', name: 'pub-7', limitPerSec: 1000, peakPerSec: 1000, refused: 1600 },
  { scope: 'ip', name: '192.0.2.0', limitPerSec: 100, peakPerSec: 86, refused: 0 },
  { scope: 'global', name: 'all', limitPerSec: 10_000, peakPerSec: 1480, refused: 0 },
];

export function fixturePages(): Pick<
  AdminPages,
  'live' | 'partners' | 'setPaused' | 'campaigns' | 'report' | 'limits'
> {
  const paused = new Set<string>();
  return {
    live(send) {
      const points = Array.from({ length: 900 }, (_, i) => point(NOW_MS - (900 - i) * 1000, i));
      send({ kind: 'history', points, funnel: FUNNEL });
      let index = 900;
      const timer = setInterval(
        () => send({ kind: 'tick', point: point(Date.now(), index++), funnel: FUNNEL }),
        1000,
      );
      return () => clearInterval(timer);
    },
    partners: () => PARTNERS.map((row) => ({ ...row, isPaused: paused.has(row.name) })),
    setPaused(name, isPaused) {
      if (isPaused) paused.add(name);
      else paused.delete(name);
      return PARTNERS.some((row) => row.name === name);
    },
    campaigns: () => CAMPAIGNS,
    report: ({ by }) => ({
      rows: [1, 2, 3, 4].map((n) => ({
        keys: by.map((dimension) => (dimension === 'day' ? `2026-11-1${n}` : `${dimension} ${n}`)),
        wins: 1000 * n,
        billed: 900 * n,
        clicks: 11 * n,
        spendUsd: 5.25 * n,
      })),
    }),
    limits: () => LIMITS,
  };
}

/** An auction with everything in it that a page can show. */
export const FULL_AUCTION: AuctionRecord = {
  requestId: 'full',
  id: 'chat-1',
  time: new Date(NOW_MS).toISOString(),
  publisher: 'pub-1',
  isTest: false,
  tookMs: 131.4,
  deadlineMs: 200,
  outcome: 'bid',
  partners: [
    { name: 'house', latencyMs: 0.4, answer: 'bids', bids: 1, withheld: {} },
    {
      name: 'acme',
      latencyMs: 131,
      answer: 'bids',
      bids: 1,
      withheld: { ids: 'US Privacy: opted out of sale' },
    },
    { name: 'slow', latencyMs: 200, answer: 'timeout', withheld: { geo: 'COPPA' } },
    {
      name: 'strict',
      latencyMs: 0,
      answer: 'skipped',
      reason: 'no-consent',
      withheld: { call: 'GDPR: this partner needs consent' },
    },
    { name: 'odd', latencyMs: 40, answer: 'malformed', reason: 'HTTP status 500', withheld: {} },
  ],
  imps: [
    {
      id: '1',
      floor: 0.5,
      winner: {
        partner: 'acme',
        seat: 'seat-9',
        price: 4.2,
        format: 'native_product_card',
        ad: {
          link: { url: 'https://advertiser.example/shoes' },
          assets: [
            { id: 1, title: { text: 'Shoes that hold' } },
            { id: 2, data: { type: 1, value: 'An advertiser' } },
            { id: 3, data: { type: 12, value: 'Have a look' } },
          ],
        },
      },
      noBidReason: null,
      bids: [
        {
          partner: 'acme',
          seat: 'seat-9',
          id: 'b1',
          price: 4.2,
          cur: 'USD',
          adomain: ['advertiser.example'],
          crid: null,
          code: 0,
          fate: 'won',
        },
        {
          partner: 'house',
          seat: 'seat-1',
          id: 'b2',
          price: 0.3,
          cur: 'USD',
          adomain: ['other.example'],
          crid: null,
          code: 100,
          fate: '0.3 is below the floor of 0.5 USD',
        },
      ],
    },
  ],
};

/** An ad that would harm whoever draws it without care. */
export const HOSTILE_AUCTION: AuctionRecord = {
  ...FULL_AUCTION,
  requestId: 'hostile',
  imps: FULL_AUCTION.imps.map((imp) => ({
    ...imp,
    winner: imp.winner && {
      ...imp.winner,
      ad: {
        link: { url: 'javascript:document.title="harmed"' },
        assets: [
          { id: 1, title: { text: '<img src=x onerror=alert(1)>' } },
          { id: 2, img: { url: 'javascript:alert(1)', type: 3 } },
        ],
      },
    },
  })),
};
