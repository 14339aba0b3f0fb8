import { expect, test } from 'bun:test';
import type { Log } from '../lib/log.ts';
import { silentLog } from '../observe/log.ts';
import { createRecentRefusals } from '../observe/recent-refusals.ts';
import { refuse } from '../openrtb/refusal.ts';
import { NO_PLACEMENTS } from '../sale/dimensions.ts';
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

test('a refused request counts in reports, except in test mode', () => {
  expect(reportedOf(false)).toEqual(['requests', 'refusals']);
  expect(reportedOf(true)).toEqual([]);
});
