import { expect, test } from 'bun:test';
import { silentLog } from '../observe/log.ts';
import { createRecent } from '../observe/recent.ts';
import { createRecentRefusals } from '../observe/recent-refusals.ts';
import { refuse } from '../openrtb/refusal.ts';
import { createRequestRecorder } from './record.ts';

/** What a refusal adds to the reports. */
function reportedOf(isTest: boolean): readonly string[] {
  const measures: string[] = [];
  const recorder = createRequestRecorder({
    recent: createRecent(1),
    refusals: createRecentRefusals(1),
    notifyLosses: () => {},
    watch: { auction: () => {}, refused: () => {} },
    tally: { count: ({ measure }) => measures.push(measure), flush: () => [] },
    addEntry: () => {},
    log: silentLog,
    nowMs: () => 0,
  });
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
