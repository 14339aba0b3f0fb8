import { describe, expect, test } from 'bun:test';
import { DAY_MS } from '../../lib/day.ts';
import type { SupplyCheck } from './check-supply.ts';
import { originMismatches } from './claim.ts';
import {
  dueChecks,
  heldReason,
  type Standing,
  type StoredCheck,
  standingAfter,
} from './supply-check.ts';

type Day = readonly [day: number, result: SupplyCheck['result'], domain?: string];

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

const EXCHANGE = { domain: 'ads.example', url: 'https://bid.ads.example' };
const AT_MS = Date.UTC(2026, 10, 17);
const seller = { name: 'Media', domain: 'media.example', type: 'publisher' } as const;
const PUBLISHER = { id: 'pub-1', seller };

const stored = (state: Standing['state'], domain = 'media.example'): StoredCheck => ({
  atMs: AT_MS,
  check: { result: 'line-missing', sentence: 'it has none', domain, files: [], mismatches: [] },
  standing: { state },
});

describe('a publisher is held', () => {
  test('until its first match, and says what to publish where', () => {
    expect(heldReason(PUBLISHER, EXCHANGE, undefined)).toBe(
      'this publisher is held until https://media.example/ads.txt or /app-ads.txt has the line "ads.example, pub-1, DIRECT"; it was not checked yet',
    );
    expect(heldReason(PUBLISHER, EXCHANGE, stored('unproven'))).toEndWith(
      '; the last check, of 2026-11-17, says: it has none',
    );
    expect(heldReason(PUBLISHER, EXCHANGE, stored('held'))).toContain('is held until');
  });

  test('not while it is proven, or within its days of grace', () => {
    expect(heldReason(PUBLISHER, EXCHANGE, stored('proven'))).toBeUndefined();
    expect(heldReason(PUBLISHER, EXCHANGE, stored('failing'))).toBeUndefined();
  });

  test('by the checks of the domain that it declares now', () => {
    const reason = heldReason(PUBLISHER, EXCHANGE, stored('proven', 'sold.example'));
    expect(reason).toEndWith('; it was not checked yet');
  });

  test('where it declares none', () => {
    expect(heldReason({ id: 'pub-2' }, EXCHANGE, stored('proven'))).toContain(
      'expected a seller entry',
    );
  });
});

test('a page outside the declared domain is named in words, and one below it is not', () => {
  const origins = [
    'https://media.example',
    'https://chat.media.example:8443',
    'https://notmedia.example',
    'https://media.example.evil.example',
  ];
  expect(originMismatches({ ...PUBLISHER, origins })).toEqual([
    'expected the pages of this publisher on media.example, the domain of its seller entry, but origins has https://notmedia.example',
    expect.stringContaining('https://media.example.evil.example'),
  ]);
  const www = { ...seller, domain: 'www.media.example' };
  expect(originMismatches({ id: 'a', seller: www, origins: ['https://media.example'] })).toEqual(
    [],
  );
  expect(originMismatches({ id: 'a', origins })).toEqual([]);
});

test('what was not checked comes first, then the oldest, and none twice a day', () => {
  const ids = ['today', 'old', 'new', 'oldest', 'moved', 'nameless'];
  const ageDays: Readonly<Record<string, number>> = { today: 0.9, old: 2, oldest: 3, moved: 0.1 };
  const publishers = ids.map((id) => (id === 'nameless' ? { id } : { id, seller }));
  const keptOf = (id: string) => {
    const age = ageDays[id];
    if (age === undefined) return undefined;
    const check = stored('proven', id === 'moved' ? 'other.example' : undefined);
    return { last: { ...check, atMs: AT_MS - age * DAY_MS } };
  };
  expect(dueChecks(publishers, keptOf, AT_MS)).toEqual(['new', 'moved', 'oldest', 'old']);
});
