import { describe, expect, test } from 'bun:test';
import { DAY_MS } from '../lib/day.ts';
import type { SupplyResult } from './check-supply.ts';
import { type Standing, standingAfter } from './standing.ts';

const checkOf = (result: SupplyResult, domain = 'a.example') => ({
  result,
  sentence: result,
  domain,
  files: [],
  mismatches: [],
});

type Day = readonly [day: number, result: SupplyResult, domain?: string];

/** Where a publisher stands after checks on these days. */
function after(...days: readonly Day[]): Standing['state'] | undefined {
  let last: Parameters<typeof standingAfter>[0];
  for (const [day, result, domain] of days) {
    const check = checkOf(result, domain);
    last = { check, standing: standingAfter(last, check, day * DAY_MS) };
  }
  return last?.standing.state;
}

const JUST_BEFORE = 1 / DAY_MS;

describe('a publisher', () => {
  test('is unproven until its first match, however often it is checked', () => {
    expect(after([0, 'line-missing'])).toBe('unproven');
    expect(after([0, 'unreachable'], [9, 'file-missing'])).toBe('unproven');
    expect(after([0, 'line-missing'], [1, 'matched'])).toBe('proven');
  });

  test.each(['line-missing', 'file-missing', 'other-relationship'] as const)(
    'that matched is held once the result is %s for three days in a row',
    (result) => {
      expect(after([0, 'matched'], [1, result])).toBe('failing');
      expect(after([0, 'matched'], [1, result], [4 - JUST_BEFORE, result])).toBe('failing');
      expect(after([0, 'matched'], [1, result], [4, result])).toBe('held');
      expect(after([0, 'matched'], [9, result])).toBe('failing');
    },
  );

  test('whose files cannot be reached is held after seven days, and not before', () => {
    expect(after([0, 'matched'], [1, 'unreachable'], [8 - JUST_BEFORE, 'unreachable'])).toBe(
      'failing',
    );
    expect(after([0, 'matched'], [1, 'unreachable'], [8, 'unreachable'])).toBe('held');
    expect(after([0, 'matched'], [1, 'line-missing'], [5, 'unreachable'])).toBe('failing');
    // The three days are those of the missing line alone.
    expect(after([0, 'matched'], [1, 'unreachable'], [5, 'line-missing'])).toBe('failing');
    expect(
      after([0, 'matched'], [1, 'line-missing'], [2, 'unreachable'], [4, 'line-missing']),
    ).toBe('held');
  });

  test('that is held is served again by a match alone', () => {
    const held: readonly Day[] = [
      [0, 'matched'],
      [1, 'line-missing'],
      [4, 'line-missing'],
    ];
    expect(after(...held, [5, 'unreachable'])).toBe('held');
    expect(after(...held, [5, 'matched'])).toBe('proven');
    expect(after(...held, [5, 'matched'], [6, 'line-missing'])).toBe('failing');
  });

  test('a match in between starts the days anew', () => {
    expect(
      after(
        [0, 'matched'],
        [1, 'line-missing'],
        [3, 'matched'],
        [4, 'line-missing'],
        [6, 'line-missing'],
      ),
    ).toBe('failing');
  });

  test('that declares another domain has to prove that one', () => {
    expect(after([0, 'matched'], [1, 'line-missing', 'b.example'])).toBe('unproven');
    expect(after([0, 'matched'], [1, 'unreachable', 'b.example'])).toBe('unproven');
    expect(after([0, 'matched'], [1, 'matched', 'b.example'])).toBe('proven');
  });
});
