import { describe, expect, test } from 'bun:test';
import { AT_MS, aFact, DIMENSIONS, factEntry } from '../../test/ledger/samples.ts';
import { DIMENSION_NAMES } from '../core/sale/dimensions.ts';
import type { JournalEntry } from './journal-line.ts';
import { readLine, writeLine } from './journal-line.ts';

const read = (entry: unknown) => readLine(writeLine(entry as JournalEntry).subarray(0, -1));

const CELL = {
  measure: 'requests',
  count: 2,
  partner: '',
  campaign: '',
  creative: '',
  reason: '',
} as const;
const tallyOf = (dimensions: object) => ({
  kind: 'tally',
  tally: { minuteMs: AT_MS, cells: [{ ...CELL, dimensions }] },
});
const factOf = (sale: object) => factEntry({ ...aFact(), sale: { ...aFact().sale, ...sale } });

describe('a line of a journal', () => {
  test.each([...DIMENSION_NAMES])('from before there was a %s has none', (name) => {
    const { [name]: _, ...older } = DIMENSIONS;
    const filled = { ...DIMENSIONS, [name]: '' };
    expect<unknown>(read(tallyOf(older))).toEqual(tallyOf(filled));
    expect(read(factOf({ dimensions: older }))).toEqual(factOf({ dimensions: filled }));
  });

  test.each([
    ['another kind', { kind: 'other' }],
    ['a dimension that is no text', tallyOf({ ...DIMENSIONS, publisher: 5 })],
    [
      'a subject that is missing',
      { ...tallyOf({}), tally: { minuteMs: 0, cells: [{ count: 1 }] } },
    ],
    [
      'an unknown measure',
      { kind: 'tally', tally: { minuteMs: 0, cells: [{ ...CELL, measure: 'x' }] } },
    ],
    ['a share over the whole', factOf({ shareBasisPoints: 10_001 })],
    ['a share below nothing', factOf({ shareBasisPoints: -1 })],
    ['a share that is not whole', factOf({ shareBasisPoints: 0.5 })],
  ])('with %s is unknown', (_, entry) => {
    expect(read(entry)).toBe('unknown');
  });
});
