import { expect, test } from 'bun:test';
import type { Entry } from '../ledger/entry.ts';
import type { Log } from '../lib/log.ts';
import { silentLog } from '../observe/log.ts';
import { createRecentRefusals } from '../observe/recent-refusals.ts';
import { refuse } from '../openrtb/refusal.ts';
import type { HeldAuction } from './exchange.ts';
import { createRequestRecorder } from './record.ts';

function createRecorder(measures: string[], log: Log = silentLog, entries: Entry[] = []) {
  return createRequestRecorder({
    recent: { add: () => {} },
    refusals: createRecentRefusals(1),
    notifyLosses: () => {},
    watch: { auction: () => {}, refused: () => {} },
    tally: { count: ({ measure }) => measures.push(measure), flush: () => [] },
    delivery: { count: () => {}, flush: () => [] },
    isOwn: () => false,
    addEntry: (entry) => void entries.push(entry),
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
    request: { wire: { id: 'a', imp: [], test: 1 } },
    ids: { request: new Map() },
    warnings: [{ code: 'CURRENCY_UNKNOWN', field, reason: 'expected a currency, but got "ZZZ"' }],
    result: { asked: [], losses: [], wins: [] },
    sold: [],
    times: {},
  } as unknown as HeldAuction); // The parts that are read of an auction in test mode.
  expect(lines).toEqual([expect.objectContaining({ requestId: 'r-1', field })]);
});

test('the URLs that a partner is owed go into the journal, and sales without any do not', () => {
  const entries: Entry[] = [];
  const measures: string[] = [];
  const calls = { auctionId: 'a', impId: '1', partner: 'acme', untilMs: 1, urls: { win: ['u'] } };
  const sale = { partner: 'acme', campaign: 'c', dimensions: {} };
  const held = (test: 0 | 1) =>
    ({
      requestId: 'r-1',
      request: { wire: { id: 'a', imp: [], test } },
      ids: { request: new Map() },
      times: {},
      warnings: [],
      result: { asked: [], losses: [], wins: [] },
      sold: [
        { calls, sale },
        { calls: undefined, sale },
      ],
    }) as unknown as HeldAuction; // The parts that are read of an auction.
  const recorder = createRecorder(measures, silentLog, entries);
  recorder.auction(held(1));
  expect({ entries, measures }).toEqual({ entries: [], measures: [] });
  recorder.auction(held(0));
  expect(entries).toEqual([{ kind: 'calls', calls }]);
  expect(measures).toEqual(['requests', 'sold', 'sold']);
});
