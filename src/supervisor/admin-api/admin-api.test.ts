import { describe, expect, test } from 'bun:test';
import { machineFigures } from '../../../test/machine-figures.ts';
import { TYPICAL_AUCTION } from '../../../test/metrics.ts';
import { BUSY_SECONDS } from '../../limits/busy.ts';
import type { LimitUse } from '../../limits/watched-limiter.ts';
import { createHistory, type Lately, POINTS } from '../../observe/history.ts';
import { REFUSED_FIELDS } from '../../observe/series.ts';
import type { AuctionFacts } from '../../observe/worker-metrics.ts';
import { troubleOf } from '../health/trouble-of.ts';
import { troublesOf as allTroubles } from '../health/troubles.ts';
import { funnelOf } from './funnel.ts';
import { limitRows } from './limits.ts';
import { pointsOf } from './live.ts';

const nothing = () => undefined;
const troublesOf = (lately: Lately) =>
  allTroubles(lately, { pausedBy: nothing, database: nothing, redis: nothing });

const stage = (stages: ReturnType<typeof funnelOf>, name: string) =>
  stages.find((one) => one.stage === name);

const FAILED: AuctionFacts = {
  ...TYPICAL_AUCTION,
  noBidReason: 'no-demand',
  asked: [
    { partner: 'house', latencyMs: 0, answer: { kind: 'no-bid' } },
    { partner: 'acme', latencyMs: 100, answer: { kind: 'timeout' } },
    { partner: 'zenith', latencyMs: 0, answer: { kind: 'skipped', reason: 'paused' } },
  ],
  losses: [],
  wins: [],
};

describe('the funnel', () => {
  test('counts the requests that reached each stage', () => {
    const { metrics, look } = machineFigures();
    for (let i = 0; i < 4; i++) metrics.auction(TYPICAL_AUCTION);
    metrics.auction(FAILED);
    metrics.refused({ code: 'INVALID_FIELD_VALUE', field: 'imp[0].bidfloor', scope: 'ip' });
    expect(funnelOf(look()).map(({ stage: name, count }) => [name, count])).toEqual([
      ['received', 6],
      ['valid', 5],
      ['asked', 5],
      ['answered', 5],
      ['bid', 4],
      ['fit', 4],
      ['won', 4],
      ['billed', 0],
    ]);
  });

  test('names refusals with the fields at fault, and not those that were sent right', () => {
    const { metrics, look } = machineFigures();
    for (let i = 0; i < 3; i++) {
      metrics.refused({ code: 'INVALID_FIELD_VALUE', field: 'imp[0].bidfloor', scope: 'ip' });
    }
    metrics.refused({ code: 'RATE_LIMIT_EXCEEDED', field: undefined, scope: 'ip' });
    expect(stage(funnelOf(look()), 'valid')).toEqual({
      stage: 'valid',
      count: 0,
      lost: 4,
      losses: [
        { reason: 'INVALID_FIELD_VALUE', count: 3, of: 'requests' },
        { reason: 'RATE_LIMIT_EXCEEDED', count: 1, of: 'requests' },
      ],
      fields: [{ reason: 'imp.bidfloor', count: 3 }],
    });
  });

  test('counts requests that a rule kept from all partners apart from partners that were skipped', () => {
    const { metrics, look } = machineFigures();
    metrics.auction({ ...FAILED, noBidReason: 'paced', asked: [] });
    metrics.auction({ ...FAILED, asked: FAILED.asked.slice(2) });
    expect(stage(funnelOf(look()), 'asked')).toMatchObject({
      lost: 2,
      losses: [
        { reason: 'paced', count: 1, of: 'requests' },
        { reason: 'skipped', count: 1, of: 'requests' },
        { reason: 'paused', count: 1, of: 'calls', partner: 'zenith' },
      ],
    });
  });

  test('counts bad answers and dropped bids by partner, and no bid that was merely outbid', () => {
    const { metrics, look } = machineFigures();
    metrics.auction({ ...TYPICAL_AUCTION, wins: [], noBidReason: 'below-floor' });
    metrics.auction({ ...FAILED, asked: FAILED.asked.slice(1, 2) });
    const stages = funnelOf(look());
    expect(stage(stages, 'answered')?.losses).toEqual([
      { reason: 'answer-timeout', count: 1, of: 'calls', partner: 'acme' },
    ]);
    expect(stage(stages, 'fit')?.losses).toEqual([
      { reason: 'drop-below-floor', count: 1, of: 'bids', partner: 'acme' },
    ]);
  });

  test('counts answers without a bid by call, and unreadable bids by bid', () => {
    const { metrics, look } = machineFigures();
    const bids = { kind: 'bids', bids: [], unreadable: [{}, {}, {}] } as const;
    for (const answer of [{ kind: 'no-bid' }, { kind: 'no-bid' }, bids] as const) {
      metrics.auction({ ...FAILED, asked: [{ partner: 'acme', latencyMs: 1, answer }] });
    }
    expect(stage(funnelOf(look()), 'bid')).toEqual({
      stage: 'bid',
      count: 0,
      lost: 3,
      losses: [
        { reason: 'unreadable', count: 3, of: 'bids', partner: 'acme' },
        { reason: 'answer-no_bid', count: 2, of: 'calls', partner: 'acme' },
      ],
    });
  });

  test('names the twelve most frequent losses of a stage, and the five most frequent fields', () => {
    const { metrics, totals, look } = machineFigures();
    for (const [i, field] of REFUSED_FIELDS.slice(0, 6).entries()) {
      for (let times = 0; times <= i; times++) {
        metrics.refused({ code: 'INVALID_FIELD_VALUE', field, scope: 'ip' });
      }
    }
    for (const { code } of totals.layout().words.lossReasons) {
      for (const partner of ['acme', 'zenith']) {
        metrics.auction({ ...FAILED, asked: [], losses: [{ partner, loss: { code } }] });
      }
    }
    const stages = funnelOf(look());
    expect(stage(stages, 'fit')?.losses).toHaveLength(12);
    expect(stage(stages, 'valid')?.fields).toEqual(
      [6, 5, 4, 3, 2].map((count) => ({ reason: REFUSED_FIELDS[count - 1] ?? '', count })),
    );
  });

  test('separates wins from bills: wins in test mode, and wins without a notice', () => {
    const { metrics, totals, look } = machineFigures();
    for (let i = 0; i < 5; i++) metrics.auction(TYPICAL_AUCTION);
    metrics.auction({ ...TYPICAL_AUCTION, isTest: true });
    totals.add('parley_billed_total', ['acme'], 2);
    expect(stage(funnelOf(look()), 'billed')).toEqual({
      stage: 'billed',
      count: 2,
      lost: 4,
      losses: [
        { reason: 'not-reported', count: 3, of: 'impressions' },
        { reason: 'test', count: 1, of: 'impressions' },
      ],
    });
  });
});

describe('troubles', () => {
  test('are empty while nothing is wrong', () => {
    const { metrics, totals, look } = machineFigures();
    metrics.auction(TYPICAL_AUCTION);
    totals.set('parley_database_up', [], 1);
    expect(troublesOf(look())).toEqual([]);
  });

  test('name each problem while it lasts, and not afterwards', () => {
    const { metrics, totals, look } = machineFigures();
    metrics.breaker('acme', 'open');
    totals.set('parley_database_up', [], 0);
    expect(troublesOf(look()).map(({ what }) => what)).toEqual([
      'the database does not answer',
      'acme failed too often, and its circuit breaker is open',
    ]);
    metrics.breaker('acme', 'closed');
    totals.set('parley_database_up', [], 1);
    expect(troublesOf(look())).toEqual([]);
  });

  test('that happened are dated, and are over when they have not happened for two minutes', () => {
    const { metrics, totals, look } = machineFigures();
    totals.set('parley_database_up', [], 1);
    metrics.refused({ code: 'SERVICE_UNAVAILABLE', field: undefined, scope: 'global' });
    const what =
      '1 request was refused because the machine was overloaded, or did not know its publishers yet in the last 15 minutes';
    const shed = (kind: 'bad' | 'over') => troubleOf('requests-shed', { kind, what, lastMs: 2000 });
    expect(troublesOf(look())).toEqual([shed('bad')]);
    let latest = look();
    for (let second = 0; second < 200; second++) latest = look();
    expect(troublesOf(latest)).toEqual([shed('over')]);
  });
});

test('a minute without requests has no fill rate, whatever the clock did', () => {
  const { metrics, totals } = machineFigures();
  const history = createHistory(totals);
  let nowMs = 0;
  for (let second = 0; second < 200; second++) {
    if (second < 50)
      for (let i = 0; i < 33 * (((second * 7) % 5) + 1); i++) metrics.auction(TYPICAL_AUCTION);
    nowMs += 1000 + ((second * 37) % 101) / 10;
    history.sample(nowMs);
  }
  const rates = pointsOf(history.points(POINTS)).map(({ fillRate }) => fillRate);
  expect(rates[40]).toBe(1);
  expect([...new Set(rates.slice(115))]).toEqual([null]);
});

test('spend and fill rate are of the last minute, second by second', () => {
  const { metrics, totals, history, look } = machineFigures();
  for (let second = 0; second < 70; second++) {
    if (second < 2) metrics.auction(TYPICAL_AUCTION);
    if (second === 0) totals.add('parley_spend_usd_total', ['acme'], 2_000_000_000);
    look();
  }
  const points = pointsOf(history.points(POINTS));
  expect(points.map(({ spendUsdPerMinute }) => spendUsdPerMinute)).toEqual([
    ...Array<number>(60).fill(2),
    ...Array<number>(10).fill(0),
  ]);
  expect([points[0]?.fillRate, points[60]?.fillRate, points[61]?.fillRate]).toEqual([1, 1, null]);
  expect(points[1]).toMatchObject({ requestsPerSec: 1, bidsPerSec: 1, refusedPerSec: 0 });
});

test('the counts of all workers for a name are added up second by second', () => {
  const LIMITS = { globalPerSecond: 100, publisherPerSecond: 10, ipPerSecond: 20 };
  const asked = (last: readonly number[]) => [
    ...Array<number>(BUSY_SECONDS - last.length).fill(0),
    ...last,
  ];
  const use = (nowSec: number, last: readonly number[]): LimitUse => ({
    nowSec,
    names: { global: [], ip: [], publisher: [{ name: 'p', asked: asked(last), refused: 1 }] },
  });
  // The second worker answered a second later.
  const rows = limitRows([use(1000, [6, 4, 1]), use(1001, [2, 5, 0, 0])], LIMITS, 1_001_500);
  expect(rows).toEqual([
    row('global', '', 100),
    { ...row('publisher', 'p', 10), peakPerSec: 9, nowPerSec: 1, refused: 2 },
  ]);
  function row(scope: 'global' | 'publisher', name: string, limitPerSec: number) {
    return { scope, name, limitPerSec, nowPerSec: 0, peakPerSec: 0, refused: 0 };
  }
});
