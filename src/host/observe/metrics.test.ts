/** What workers and the supervisor count, as the lines of the metrics. */
import { describe, expect, test } from 'bun:test';
import { readExposition } from '../../../test/exposition.ts';
import { layoutOf, slabsOf, TYPICAL_AUCTION, TYPICAL_PARTNERS } from '../../../test/metrics.ts';
import type { Layout } from './layout.ts';
import { exposition, labelText } from './prometheus.ts';
import { createTotals } from './totals.ts';
import { type AuctionFacts, createWorkerMetrics, type WorkerMetrics } from './worker-metrics.ts';

/** Memory of two workers, so four slabs: each with its metrics. */
function memoryOf(layout: Layout) {
  const slabs = slabsOf(layout);
  const all: readonly WorkerMetrics[] = slabs.map((slab) => createWorkerMetrics(layout, slab));
  const [first = all[0] as WorkerMetrics, second = first] = all;
  return { layout, slabs, all, first, second };
}

function machine() {
  const memory = memoryOf(layoutOf(TYPICAL_PARTNERS, 2));
  const live = new Set([0, 1]);
  const totals = createTotals({ ...memory, isLive: (slab) => live.has(slab) });
  const text = () => exposition(totals.read(), totals.layout);
  /** The value in the line of this sample, without `parley_`. */
  const value = (sample: string) =>
    text()
      .split('\n')
      .flatMap((line) => (line.startsWith(`parley_${sample} `) ? [Number(line.split(' ')[1])] : []))
      .at(0);
  return { ...memory, live, totals, text, value };
}
type Counting = ReturnType<typeof machine>;

const LOST = { ...TYPICAL_AUCTION, losses: [], wins: [], noBidReason: 'no-demand' };
const skipped = (reason: string): AuctionFacts => ({
  ...LOST,
  asked: [{ partner: 'acme', latencyMs: 0, answer: { kind: 'skipped', reason } }],
});
const timeout = { partner: 'acme', latencyMs: 200, answer: { kind: 'timeout' } } as const;
const unfit = (slug: string) => ({ partner: 'acme', loss: { code: 204, slug } });
const funnel = (asked: number, answered: number, bid: number, fit: number, won: number) =>
  Object.fromEntries(
    Object.entries({ asked, answered, bid, fit, won }).map(([stage, count]) => [
      `funnel_requests_total{stage="${stage}"}`,
      count,
    ]),
  );
const refusal = (code: string, outcome: string, limited = 0) =>
  [
    `a refusal with ${code}`,
    ({ first }: Counting) => first.refused({ code, field: undefined, scope: 'ip' }),
    {
      [`requests_total{outcome="${outcome}"}`]: 1,
      [`refusals_total{code="${code}"}`]: 1,
      'limited_total{scope="ip"}': limited,
    },
  ] as const;
const reached = (what: string, facts: AuctionFacts, stages: ReturnType<typeof funnel>) =>
  [
    `the funnel: ${what}`,
    ({ first }: Counting) => {
      first.auction(facts);
    },
    stages,
  ] as const;

type Case = readonly [
  what: string,
  count: (counting: Counting) => void,
  samples: Readonly<Record<string, number | undefined>>,
];

const CASES: readonly Case[] = [
  [
    'an auction, once as a request and once for each partner',
    ({ first }) => first.auction(TYPICAL_AUCTION),
    {
      'requests_total{outcome="bid"}': 1,
      imps_total: 1,
      'warnings_total{code="INTENT_UNLISTED"}': 1,
      'partner_asked_total{partner="zenith"}': 1,
      'partner_answers_total{partner="zenith",kind="no_bid"}': 1,
      'partner_bids_total{partner="acme"}': 2,
      'partner_drops_total{partner="acme",code="100",reason="below-floor"}': 1,
      'partner_drops_total{partner="house",code="102",reason="outbid"}': 1,
      'partner_wins_total{partner="acme"}': 1,
      'partner_latency_seconds_sum{partner="acme"}': 0.0125,
      request_duration_seconds_sum: 0.0315,
      'request_duration_seconds_bucket{le="0.05"}': 1,
      'request_duration_seconds_bucket{le="0.02"}': 0,
      own_time_seconds_sum: 0.0015,
    },
  ],
  [
    'an ad of another format apart from one whose assets do not fit',
    ({ first }) => {
      const slugs = ['no-format-match', 'asset-mismatch', 'asset-mismatch', 'invalid-bid'];
      first.auction({ ...TYPICAL_AUCTION, losses: slugs.map(unfit) });
    },
    {
      'partner_drops_total{partner="acme",code="204",reason="wrong-format"}': 1,
      'partner_drops_total{partner="acme",code="204",reason="asset-mismatch"}': 2,
      'partner_drops_total{partner="acme",code="204",reason="invalid-ad"}': 1,
    },
  ],
  [
    'a partner that was not asked, by a reason known or not',
    ({ first }) => ['breaker-open', 'a new reason'].map((one) => first.auction(skipped(one))),
    {
      'no_bids_total{reason="no-demand"}': 2,
      'partner_skipped_total{partner="acme",reason="breaker-open"}': 1,
      'partner_skipped_total{partner="acme",reason="other"}': 1,
      'partner_asked_total{partner="acme"}': 0,
      ...funnel(0, 0, 0, 0, 0),
    },
  ],
  reached('nobody asked', { ...LOST, asked: [] }, funnel(0, 0, 0, 0, 0)),
  reached('no answer', { ...LOST, asked: [timeout] }, funnel(1, 0, 0, 0, 0)),
  reached('no bid', { ...LOST, asked: TYPICAL_AUCTION.asked.slice(2) }, funnel(1, 1, 0, 0, 0)),
  reached(
    'no bid that fits',
    { ...LOST, losses: [{ partner: 'acme', loss: { code: 100 } }] },
    funnel(1, 1, 1, 0, 0),
  ),
  reached('a bid that fits', { ...LOST, losses: TYPICAL_AUCTION.losses }, funnel(1, 1, 1, 1, 0)),
  reached('a win', TYPICAL_AUCTION, funnel(1, 1, 1, 1, 1)),
  refusal('INVALID_FIELD_VALUE', 'refused'),
  refusal('PAYLOAD_TOO_LARGE', 'refused'),
  refusal('RATE_LIMIT_EXCEEDED', 'limited', 1),
  refusal('SERVICE_UNAVAILABLE', 'shed'),
  refusal('INTERNAL_ERROR', 'failed'),
  [
    'the field of a refusal without indices, and a rare one as other',
    ({ first }) => {
      for (const field of ['imp[3].ext.service.adcpFormats[0].id', 'x.y[2].z']) {
        first.refused({ code: 'INVALID_FIELD_VALUE', field, scope: 'ip' });
      }
    },
    {
      'refused_fields_total{field="imp.ext.service.adcpFormats.id"}': 1,
      'refused_fields_total{field="other"}': 1,
    },
  ],
  [
    'URLs that are not called, those of a partner that is gone as of another',
    ({ first }) => {
      first.leftOut('acme', 'no-room', 3);
      first.leftOut('gone', 'internal-address', 1);
    },
    {
      'partner_urls_left_out_total{partner="acme",reason="no-room"}': 3,
      'partner_urls_left_out_total{partner="other",reason="internal-address"}': 1,
    },
  ],
  [
    'all workers, the dead ones included',
    ({ all, live }) => {
      for (const metrics of all) metrics.auction(TYPICAL_AUCTION);
      live.clear();
    },
    { 'requests_total{outcome="bid"}': 4, 'partner_wins_total{partner="acme"}': 4 },
  ],
  [
    'gauges of live workers, and none that is unknown',
    ({ all }) => {
      for (const metrics of all.slice(0, 3)) metrics.set('parley_partner_connections', ['acme'], 3);
    },
    {
      'partner_connections{partner="acme"}': 6,
      'partner_connections{partner="zenith"}': undefined,
      redis_up: undefined,
    },
  ],
  [
    'Redis as up only if every worker says so',
    ({ first, second }) => {
      first.set('parley_redis_up', [], 1);
      second.set('parley_redis_up', [], 0);
    },
    { redis_up: 0 },
  ],
  [
    'of the breakers of a partner, the most open one',
    ({ first, second }) => {
      first.set('parley_partner_breaker_state', ['acme'], 2);
      second.set('parley_partner_breaker_state', ['acme'], 0);
    },
    { 'partner_breaker_state{partner="acme"}': 2 },
  ],
  [
    'each process by itself, in seconds and bytes, and money in dollars',
    ({ second, totals }) => {
      second.set('parley_event_loop_delay_seconds', ['worker-1'], 3);
      second.set('parley_resident_memory_bytes', ['worker-1'], 5e7);
      totals.set('parley_resident_memory_bytes', ['supervisor'], 3e7);
      totals.add('parley_spend_usd_total', ['acme'], 9_100_000);
    },
    {
      'event_loop_delay_seconds{process="worker-1"}': 0.003,
      'resident_memory_bytes{process="worker-1"}': 50_000_000,
      'resident_memory_bytes{process="worker-0"}': undefined,
      'resident_memory_bytes{process="supervisor"}': 30_000_000,
      'spend_usd_total{partner="acme"}': 0.0091,
    },
  ],
];

describe('the metrics count', () => {
  test.each(CASES)('%s', (_, count, samples) => {
    const counting = machine();
    count(counting);
    const found = Object.keys(samples).map((sample) => [sample, counting.value(sample)]);
    expect(Object.fromEntries(found)).toEqual(samples);
  });
});

test('a worker that takes over a slab keeps its counts and forgets its gauges', () => {
  const { first, layout, slabs, value } = machine();
  first.auction(TYPICAL_AUCTION);
  first.set('parley_partner_connections', ['acme'], 12);
  createWorkerMetrics(layout, slabs[0] ?? new Float64Array());
  expect(value('requests_total{outcome="bid"}')).toBe(1);
  expect(value('partner_connections{partner="acme"}')).toBeUndefined();
});

test('the text has each series once with HELP and TYPE, and nothing but samples of it below', () => {
  const { first, layout, text } = machine();
  first.auction(TYPICAL_AUCTION);
  first.refused({ code: 'INVALID_REQUEST', field: undefined, scope: 'ip' });
  expect(readExposition(text()).length).toBeGreaterThan(25);
  const whole = exposition(new Float64Array(layout.cells()), layout);
  expect(readExposition(whole).map(({ name }) => name)).toEqual(Object.keys(layout.series));
});

test('a label with quotes, backslashes and line ends is escaped', () => {
  expect(labelText('a', '"\\\n')).toBe('a="\\"\\\\\\n"');
});
