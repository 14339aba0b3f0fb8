import { describe, expect, test } from 'bun:test';
import { layoutOf, TYPICAL_AUCTION, TYPICAL_PARTNERS } from '../../test/metrics.ts';
import { CONTEXT, DEVICE, USER } from '../../test/privacy/person.ts';
import type { Log } from '../lib/log.ts';
import type { TraceSpan } from './spans.ts';
import { createWatch, requestLine } from './watch.ts';
import { createWorkerMetrics } from './worker-metrics.ts';

const CIRCUMSTANCES = {
  requestId: 'r-1',
  publisher: 'pub-1',
  trace: undefined,
  askedAfterMs: 0.5,
};

function watching(oneIn: number) {
  const layout = layoutOf(TYPICAL_PARTNERS);
  const slab = new Float64Array(layout.cells);
  const lines: object[] = [];
  const spans: TraceSpan[] = [];
  const keep = (facts: object) => lines.push(facts);
  const log: Log = { debug: keep, info: keep, warn: keep, error: keep };
  const sampler = { take: () => (oneIn === 0 ? undefined : { oneIn, leftOut: 0 }) };
  const watch = createWatch({
    metrics: createWorkerMetrics(layout, slab, 0),
    log,
    sampler,
    refusalSampler: sampler,
    exporter: { add: (more) => spans.push(...more), stop: async () => {} },
    isRemote: (partner) => partner !== 'house',
    nowMs: () => 1_794_000_000_031.5,
  });
  const requests = (outcome: string) => slab[layout.cellOf('parley_requests_total', outcome)];
  return { watch, lines, spans, requests };
}

describe('a request that is watched', () => {
  test('has a line with what became of it', () => {
    const { watch, lines, requests } = watching(5);
    watch.auction({ ...TYPICAL_AUCTION, ...CIRCUMSTANCES, noBidReason: 'timeout' });
    watch.refused({
      ...CIRCUMSTANCES,
      code: 'RATE_LIMIT_EXCEEDED',
      field: undefined,
      reason: 'more than 2 requests',
      scope: 'ip',
      tookMs: 0.2,
    });
    const common = { requestId: 'r-1', publisher: 'pub-1', oneIn: 5, leftOut: 0 };
    expect(lines).toEqual([
      { ...common, outcome: 'no_bid', reason: 'timeout', tookMs: 31.5 },
      {
        ...common,
        outcome: 'limited',
        code: 'RATE_LIMIT_EXCEEDED',
        reason: 'more than 2 requests',
        tookMs: 0.2,
      },
    ]);
    expect(requests('limited')).toBe(1);
  });
});

describe('a line of the log', () => {
  const facts = {
    requestId: 'ce845cb8-8c5c-48d8-8be7-ad8c7a0ce2d5',
    outcome: 'no_bid',
    reason: 'below-floor',
    tookMs: 12.3456,
    publisher: 'pub-1',
  };

  test('of a refusal has its code, field and reason, cut to a bounded length', () => {
    const refused = {
      ...facts,
      code: 'INVALID_FIELD_VALUE',
      field: 'imp[0].id',
      reason: 'expected',
    };
    expect(requestLine(refused)).toEqual({ ...refused, tookMs: 12.35 });
    const long = 'x'.repeat(10_000);
    const { field, reason } = requestLine({ ...refused, field: long, reason: long });
    expect([field?.length, reason?.length]).toEqual([200, 500]);
  });

  test('has no address, id, location or consent string, whatever it is made of', () => {
    const wire = { device: DEVICE, user: USER, ext: { service: CONTEXT } };
    const line = JSON.stringify(requestLine({ ...facts, ...wire, wire } as typeof facts));
    for (const secret of ['secret', DEVICE.ip, '2001:db8', '-40.7', 'New York']) {
      expect(JSON.stringify(wire)).toContain(secret);
      expect(line).not.toContain(secret);
    }
  });
});
