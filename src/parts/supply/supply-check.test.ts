import { expect, test } from 'bun:test';
import { DAY_MS } from '../../lib/day.ts';
import type { SupplyResult } from './check-supply.ts';
import { type Standing, standingAfter } from './supply-check.ts';

type Day = readonly [day: number, result: SupplyResult, domain?: string];

/** Where a publisher stands after checks on these days. */
function after(days: readonly Day[]): Standing['state'] | undefined {
  let last: Parameters<typeof standingAfter>[0];
  for (const [day, result, domain = 'a.example'] of days) {
    const check = { result, sentence: result, domain, files: [], mismatches: [] };
    last = { check, standing: standingAfter(last, check, day * DAY_MS) };
  }
  return last?.standing.state;
}

const JUST_BEFORE = 1 / DAY_MS;
const MATCHED: Day = [0, 'matched'];
const HELD: readonly Day[] = [MATCHED, [1, 'line-missing'], [4, 'line-missing']];

const MISSING: readonly (readonly [Standing['state'], ...Day[]])[] = (
  ['line-missing', 'file-missing', 'other-relationship'] as const
).flatMap((result) => [
  ['failing', MATCHED, [1, result]],
  ['failing', MATCHED, [1, result], [4 - JUST_BEFORE, result]],
  ['held', MATCHED, [1, result], [4, result]],
  ['failing', MATCHED, [9, result]],
]);

const CASES: readonly (readonly [Standing['state'], ...Day[]])[] = [
  ['unproven', [0, 'line-missing']],
  ['unproven', [0, 'unreachable'], [9, 'file-missing']],
  ['proven', [0, 'line-missing'], [1, 'matched']],
  ...MISSING,
  ['failing', MATCHED, [1, 'unreachable'], [8 - JUST_BEFORE, 'unreachable']],
  ['held', MATCHED, [1, 'unreachable'], [8, 'unreachable']],
  ['failing', MATCHED, [1, 'line-missing'], [5, 'unreachable']],
  // The three days are those of the missing line alone.
  ['failing', MATCHED, [1, 'unreachable'], [5, 'line-missing']],
  ['held', MATCHED, [1, 'line-missing'], [2, 'unreachable'], [4, 'line-missing']],
  ['held', ...HELD, [5, 'unreachable']],
  ['proven', ...HELD, [5, 'matched']],
  ['failing', ...HELD, [5, 'matched'], [6, 'line-missing']],
  [
    'failing',
    MATCHED,
    [1, 'line-missing'],
    [3, 'matched'],
    [4, 'line-missing'],
    [6, 'line-missing'],
  ],
  // Another domain has to be proven.
  ['unproven', MATCHED, [1, 'line-missing', 'b.example']],
  ['unproven', MATCHED, [1, 'unreachable', 'b.example']],
  ['proven', MATCHED, [1, 'matched', 'b.example']],
];

test.each(CASES)(
  'a publisher is %s after checks on these days: %j %j %j %j %j',
  (state, ...days) => {
    expect(after(days)).toBe(state);
  },
);
