import { expect, test } from 'bun:test';
import type { Log } from '../lib/log.ts';
import { silentLog } from '../observe/log.ts';
import { createRecentRefusals } from '../observe/recent-refusals.ts';
import { refuse } from '../openrtb/refusal.ts';
import { NO_PLACEMENTS } from '../sale/dimensions.ts';
import type { HeldAuction } from './exchange.ts';
import { createRequestRecorder } from './record.ts';

function createRecorder(measures: string[], log: Log = silentLog, counted: unknown[] = []) {
  return createRequestRecorder({
    recent: { add: () => {} },
    refusals: createRecentRefusals(1),
    notifyLosses: () => {},
    watch: { auction: () => {}, refused: () => {} },
    tally: { count: (measure) => measures.push(measure) },
    delivery: { count: () => {} },
    sample: () => {},
    isOwn: () => false,
    placementsOf: () => NO_PLACEMENTS,
    countLeftOut: (...counts) => void counted.push(counts),
    log,
    nowMs: () => 0,
  });
}

/** What a refusal adds to the reports. */
function reportedOf(isTest: boolean): readonly string[] {
  const measures: string[] = [];
  const recorder = createRecorder(measures);
  recorder.refusal({
    kind: 'refused',
    refusal: refuse.missing('id', 'expected a string'),
    limit: { scope: 'ip', limit: 1, remaining: 0, resetSec: 1 },
    publisherId: 'pub-1',
    bidRequestId: 'b-1',
    isTest,
    requestId: 'r-1',
    trace: undefined,
    tookMs: 1,
  });
  return measures;
}

test('a refused request counts in reports', () => {
  expect(reportedOf(false)).toEqual(['requests', 'refusals']);
});

test('a refused request in test mode does not', () => {
  expect(reportedOf(true)).toEqual([]);
});

test('the unknown currency of a price filter is logged with the request it came in (ruling 46)', () => {
  const lines: object[] = [];
  const log = { ...silentLog, debug() {}, info: (facts: object) => void lines.push(facts) } as Log;
  const field = 'imp[0].ext.service_product_search.price_currency';
  createRecorder([], log).auction({
    requestId: 'r-1',
    request: { wire: { id: 'a', imp: [] }, isTest: true },
    ids: { request: new Map() },
    warnings: [{ code: 'CURRENCY_UNKNOWN', field, reason: 'expected a currency, but got "ZZZ"' }],
    result: { asked: [], losses: [], wins: [] },
    sold: [],
    times: {},
  } as unknown as HeldAuction); // The parts that are read of an auction in test mode.
  expect(lines).toEqual([expect.objectContaining({ requestId: 'r-1', field })]);
});

test('the URLs of a partner that are not called are counted, except in test mode', () => {
  const measures: string[] = [];
  const counted: unknown[] = [];
  const sale = { partner: 'acme', campaign: 'c', dimensions: {} };
  const held = (isTest: boolean) =>
    ({
      requestId: 'r-1',
      request: { wire: { id: 'a', imp: [] }, isTest },
      ids: { request: new Map() },
      times: {},
      warnings: [],
      result: { asked: [], losses: [], wins: [] },
      sold: [
        { sale, leftOut: [{ what: 'click-trackers', reason: 'no-room', count: 3 }] },
        { sale, leftOut: [] },
      ],
    }) as unknown as HeldAuction; // The parts that are read of an auction.
  const recorder = createRecorder(measures, silentLog, counted);
  recorder.auction(held(true));
  expect({ counted, measures }).toEqual({ counted: [], measures: [] });
  recorder.auction(held(false));
  expect(counted).toEqual([['acme', 'no-room', 3]]);
  expect(measures).toEqual(['requests', 'sold', 'sold']);
});
