import { describe, expect, test } from 'bun:test';
import { layoutOf, TYPICAL_AUCTION, TYPICAL_PARTNERS } from '../../test/metrics.ts';
import { SUM_CELL } from './layout.ts';
import type { SeriesName } from './series.ts';
import { createWorkerMetrics } from './worker-metrics.ts';

function recording() {
  const layout = layoutOf(TYPICAL_PARTNERS);
  const slab = new Float64Array(layout.cells);
  const metrics = createWorkerMetrics(layout, slab, 0);
  const value = (name: SeriesName, ...labels: readonly string[]) =>
    slab[layout.cellOf(name, ...labels)];
  const sumMs = (name: SeriesName, ...labels: readonly string[]) =>
    slab[layout.cellOf(name, ...labels) + SUM_CELL];
  return { metrics, slab, value, sumMs };
}

const stagesOf = ({ value }: ReturnType<typeof recording>) =>
  ['asked', 'answered', 'bid', 'fit', 'won'].map((it) => value('parley_funnel_requests_total', it));

describe('an auction', () => {
  test('is counted once as a request, and once for each partner', () => {
    const { metrics, value, sumMs } = recording();
    metrics.auction(TYPICAL_AUCTION);
    expect(value('parley_requests_total', 'bid')).toBe(1);
    expect(value('parley_imps_total')).toBe(1);
    expect(value('parley_warnings_total', 'INTENT_UNLISTED')).toBe(1);
    expect(value('parley_partner_asked_total', 'zenith')).toBe(1);
    expect(value('parley_partner_answers_total', 'zenith', 'no_bid')).toBe(1);
    expect(value('parley_partner_bids_total', 'acme')).toBe(2);
    expect(value('parley_partner_drops_total', 'acme', '100', 'below-floor')).toBe(1);
    expect(value('parley_partner_drops_total', 'house', '102', 'outbid')).toBe(1);
    expect(value('parley_partner_wins_total', 'acme')).toBe(1);
    expect(sumMs('parley_partner_latency_seconds', 'acme')).toBe(12.5);
  });

  test('counts an ad of another format apart from one whose assets do not fit', () => {
    const { metrics, value } = recording();
    const losses = ['no-format-match', 'asset-mismatch', 'asset-mismatch', 'invalid-bid'].map(
      (slug) => ({ partner: 'acme', loss: { code: 204, slug } }),
    );
    metrics.auction({ ...TYPICAL_AUCTION, losses });
    expect(value('parley_partner_drops_total', 'acme', '204', 'wrong-format')).toBe(1);
    expect(value('parley_partner_drops_total', 'acme', '204', 'asset-mismatch')).toBe(2);
    expect(value('parley_partner_drops_total', 'acme', '204', 'invalid-ad')).toBe(1);
  });

  test('has as its own time the whole less the wait for the slowest remote partner', () => {
    const { metrics, sumMs } = recording();
    metrics.auction(TYPICAL_AUCTION);
    metrics.auction({ ...TYPICAL_AUCTION, asked: TYPICAL_AUCTION.asked.slice(0, 1) });
    expect(sumMs('parley_request_duration_seconds')).toBe(63);
    expect(sumMs('parley_own_time_seconds')).toBe(1.5 + 31.5);
  });

  test('passes the funnel as far as its best bid came', () => {
    const base = { ...TYPICAL_AUCTION, losses: [], wins: [], noBidReason: 'no-demand' };
    const ways = [
      { facts: { ...base, asked: [] }, stages: [0, 0, 0, 0, 0] },
      {
        facts: {
          ...base,
          asked: [
            { partner: 'acme', latencyMs: 0, answer: { kind: 'skipped', reason: 'qps-cap' } },
          ],
        },
        stages: [0, 0, 0, 0, 0],
      },
      {
        facts: {
          ...base,
          asked: [{ partner: 'acme', latencyMs: 200, answer: { kind: 'timeout' } }],
        },
        stages: [1, 0, 0, 0, 0],
      },
      { facts: { ...base, asked: TYPICAL_AUCTION.asked.slice(2) }, stages: [1, 1, 0, 0, 0] },
      {
        facts: { ...base, losses: [{ partner: 'acme', loss: { code: 100 } }] },
        stages: [1, 1, 1, 0, 0],
      },
      { facts: { ...base, losses: TYPICAL_AUCTION.losses }, stages: [1, 1, 1, 1, 0] },
      { facts: TYPICAL_AUCTION, stages: [1, 1, 1, 1, 1] },
    ] as const;
    for (const { facts, stages } of ways) {
      const run = recording();
      run.metrics.auction(facts);
      expect(stagesOf(run)).toEqual([...stages]);
    }
  });

  test('in which a partner was not asked counts the reason, known or not', () => {
    const { metrics, value } = recording();
    for (const reason of ['breaker-open', 'a new reason']) {
      const answer = { kind: 'skipped', reason } as const;
      const asked = [{ partner: 'acme', latencyMs: 0, answer }];
      metrics.auction({ ...TYPICAL_AUCTION, asked, losses: [], wins: [] });
    }
    expect(value('parley_partner_skipped_total', 'acme', 'breaker-open')).toBe(1);
    expect(value('parley_partner_skipped_total', 'acme', 'other')).toBe(1);
    expect(value('parley_partner_asked_total', 'acme')).toBe(0);
  });
});

describe('a refusal', () => {
  const rows = [
    ['INVALID_FIELD_VALUE', 'refused'],
    ['PAYLOAD_TOO_LARGE', 'refused'],
    ['RATE_LIMIT_EXCEEDED', 'limited'],
    ['SERVICE_UNAVAILABLE', 'shed'],
    ['INTERNAL_ERROR', 'failed'],
  ] as const;
  for (const [code, outcome] of rows) {
    test(`with ${code} is a request that was ${outcome}`, () => {
      const { metrics, value } = recording();
      metrics.refused({ code, field: undefined, scope: 'ip' });
      expect(value('parley_requests_total', outcome)).toBe(1);
      expect(value('parley_refusals_total', code)).toBe(1);
      expect(value('parley_limited_total', 'ip')).toBe(outcome === 'limited' ? 1 : 0);
    });
  }

  test('names its field without indices, and a rare one as other', () => {
    const { metrics, value } = recording();
    const fields = ['imp[3].ext.service.adcpFormats[0].id', 'imp[0].native.request', 'x.y[2].z'];
    for (const field of fields) {
      metrics.refused({ code: 'INVALID_FIELD_VALUE', field, scope: 'ip' });
    }
    expect(value('parley_refused_fields_total', 'imp.ext.service.adcpFormats.id')).toBe(1);
    expect(value('parley_refused_fields_total', 'imp.native.request')).toBe(1);
    expect(value('parley_refused_fields_total', 'other')).toBe(1);
  });
});

describe('a worker', () => {
  test('counts URLs that are not called, those of a partner that is gone as of another', () => {
    const { metrics, value } = recording();
    metrics.leftOut('acme', 'no-room', 3);
    metrics.leftOut('acme', 'no-room', 1);
    metrics.leftOut('gone', 'internal-address', 1);
    expect(value('parley_partner_urls_left_out_total', 'acme', 'no-room')).toBe(4);
    expect(value('parley_partner_urls_left_out_total', 'other', 'internal-address')).toBe(1);
  });

  test('that takes over a slab keeps the counts and forgets the gauges', () => {
    const layout = layoutOf(TYPICAL_PARTNERS);
    const slab = new Float64Array(layout.cells);
    const first = createWorkerMetrics(layout, slab, 0);
    first.auction(TYPICAL_AUCTION);
    first.connections('acme', 12);
    createWorkerMetrics(layout, slab, 0);
    expect(slab[layout.cellOf('parley_requests_total', 'bid')]).toBe(1);
    expect(slab[layout.cellOf('parley_partner_connections', 'acme')]).toBeNaN();
  });
});
