import { describe, expect, test } from 'bun:test';
import { machineFigures } from '../../../test/machine-figures.ts';
import { TYPICAL_AUCTION } from '../../../test/metrics.ts';
import { BUSY_SECONDS } from '../../limits/busy.ts';
import type { LimitUse } from '../../limits/watched-limiter.ts';
import type { AuctionFacts } from '../../observe/worker-metrics.ts';
import { funnelOf } from './funnel.ts';
import { limitRows } from './limits.ts';

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
