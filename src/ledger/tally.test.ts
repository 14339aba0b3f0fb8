import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { AT_MS, DIMENSIONS } from '../../test/ledger/samples.ts';
import { runs } from '../../test/properties/runs.ts';
import { DIMENSION_NAMES, NO_SUBJECT, SUBJECT_NAMES } from '../core/sale/dimensions.ts';
import { TALLIED } from '../core/sale/measures.ts';
import type { TalliedMinute, TallyCell } from './journal-line.ts';
import { createTally } from './tally.ts';

const WHO = { partner: 'acme', campaign: 'shoes', creative: 'red', reason: '' };
const cell: Omit<TallyCell, 'count'> = { measure: 'bids', dimensions: DIMENSIONS, ...WHO };

function counting(tally: ReturnType<typeof createTally>) {
  return ({ measure, dimensions, ...subject }: Omit<TallyCell, 'count'>, count?: number) =>
    tally.count(measure, dimensions, subject, count);
}

const total = (tallies: readonly TalliedMinute[], measure: string) =>
  tallies
    .flatMap(({ cells }) => cells)
    .filter((one) => one.measure === measure)
    .reduce((sum, { count }) => sum + count, 0);

describe('a tally', () => {
  test('keeps apart whatever differs in a place, separators in the values or not', () => {
    const names = [...DIMENSION_NAMES, ...SUBJECT_NAMES];
    const text = fc.string({ unit: fc.constantFrom('1', ' ', '\n', 'a'), maxLength: 6 });
    const cuts = fc.array(fc.nat({ max: 6 }), { minLength: names.length, maxLength: names.length });
    fc.assert(
      fc.property(text, fc.array(cuts, { maxLength: 40 }), (joined, places) => {
        const tally = createTally(() => AT_MS);
        const count = counting(tally);
        // The same text, cut into values at different places.
        const all = places.map((place) => {
          const ends = place.toSorted((x, y) => x - y);
          return names.map((_, i) => joined.slice(ends[i - 1] ?? 0, ends[i]));
        });
        for (const values of all) {
          const named = Object.fromEntries(names.map((name, i) => [name, values[i]]));
          count({ measure: 'bids', dimensions: named, ...named } as unknown as TallyCell);
        }
        const cells = tally.flush().flatMap((one) => one.cells);
        expect(cells).toHaveLength(new Set(all.map((values) => JSON.stringify(values))).size);
      }),
      { numRuns: runs(30) },
    );
  });

  test('counts combinations beyond its limit as "other", so that the sums stay exact', () => {
    const counted = fc.record({
      measure: fc.constantFrom(...TALLIED),
      publisher: fc.integer({ min: 0, max: 50 }),
      campaign: fc.constantFrom('', 'a', 'b', 'c'),
      count: fc.integer({ min: 1, max: 5 }),
    });
    fc.assert(
      fc.property(fc.array(counted, { maxLength: 200 }), (all) => {
        const tally = createTally(() => AT_MS, { cellsMax: 10 });
        for (const { measure, publisher, campaign, count } of all) {
          const dimensions = { ...DIMENSIONS, publisher: `pub-${publisher}` };
          tally.count(measure, dimensions, { ...NO_SUBJECT, campaign }, count);
        }
        const flushed = tally.flush();
        for (const measure of TALLIED) {
          const expected = all.filter((one) => one.measure === measure);
          expect(total(flushed, measure)).toBe(expected.reduce((sum, one) => sum + one.count, 0));
        }
        const places = flushed.flatMap(({ cells }) =>
          cells.map(({ dimensions, campaign }) => `${dimensions.publisher} ${campaign}`),
        );
        // Two of 'other': with a campaign and without.
        expect(new Set(places).size).toBeLessThanOrEqual(12);
      }),
      { numRuns: runs(30) },
    );
  });

  test('is flushed in parts that fit a line of a journal', () => {
    const tally = createTally(() => AT_MS);
    const count = counting(tally);
    for (let index = 0; index < 1200; index++) {
      const publisher = `pub-${index}`.padEnd(255, 'x');
      count({ ...cell, dimensions: { ...DIMENSIONS, publisher } });
    }
    const flushed = tally.flush();
    expect(flushed.map(({ cells }) => cells.length)).toEqual([500, 500, 200]);
    for (const one of flushed) expect(JSON.stringify(one).length).toBeLessThan(1024 ** 2);
  });

  test('loses no count, whatever is flushed and forgotten between, and has each in its minute', () => {
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.record({ campaign: fc.integer({ min: 0, max: 30 }) }) },
      { weight: 2, arbitrary: fc.constant('flush' as const) },
      { weight: 1, arbitrary: fc.constant('minute' as const) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 150 }), (all) => {
        let now = AT_MS;
        const tally = createTally(() => now, { cellsMax: 4, steps: { few: 2, many: 3 } });
        const expected = new Map<number, number>();
        const flushed = new Map<number, number>();
        const add = (to: Map<number, number>, minute: number, count: number) =>
          to.set(minute, (to.get(minute) ?? 0) + count);
        const take = (tallies: readonly TalliedMinute[]) => {
          for (const { minuteMs, cells } of tallies)
            for (const { count } of cells) add(flushed, minuteMs, count);
        };
        for (const one of all) {
          if (one === 'minute') now += 60_000;
          else if (one === 'flush') take(tally.flushStep());
          else {
            tally.count('bids', DIMENSIONS, { ...NO_SUBJECT, campaign: `c${one.campaign}` });
            add(expected, now - (now % 60_000), 1);
          }
        }
        take(tally.flush());
        expect(flushed).toEqual(expected);
      }),
      { numRuns: runs(30) },
    );
  });
});
