import { expect, test } from 'bun:test';
import { type GppSectionId, hasTooManyGppSections, readGppSections } from './gpp-sections.ts';

const CASES: readonly (readonly [unknown, readonly GppSectionId[]])[] = [
  [[7], [7]],
  ['7', [7]],
  [['7'], [7]],
  [7, [7]],
  [[7, 7, '7', ' 7 '], [7]],
  ['2,6', [2, 6]],
  ['2_6', [2, 6]],
  [[99], [99]],
  // Nothing stated.
  [undefined, []],
  [null, []],
  [[], []],
  ['', []],
  [-1, []],
  ['-1', []],
  [[0, -1, '0'], []],
  [' ,', []],
  [[null], ['unreadable']],
  [[''], ['unreadable']],
  [[' '], ['unreadable']],
  [[-1, 7], [7]],
  // Stated, and not understood.
  ['usnat', ['unreadable']],
  [[7.5], ['unreadable']],
  [[-2], ['unreadable']],
  [[10_000], ['unreadable']],
  [true, ['unreadable']],
  [false, ['unreadable']],
  [{}, ['unreadable']],
  [[[7]], ['unreadable']],
  [
    [7, {}, 'x'],
    [7, 'unreadable'],
  ],
];

test('GPP sections are read however they are written (ruling 62)', () => {
  for (const [written, read] of CASES) {
    expect([written, readGppSections(written)]).toEqual([written, read]);
  }
});

test('sections of both places are named, each once', () => {
  expect(readGppSections([7, 8], ['8', 2])).toEqual([7, 8, 2]);
  expect(readGppSections([], [7])).toEqual([7]);
  expect(readGppSections([-1], '7')).toEqual([7]);
});

test('a hundred entries may be named, and no more', () => {
  const entries = (count: number) => Array(count).fill(7);
  expect([entries(100), '7,'.repeat(100), '7', 7, {}].filter(hasTooManyGppSections)).toEqual([]);
  expect(hasTooManyGppSections(entries(101))).toBe(true);
  expect(hasTooManyGppSections(entries(101).join(','))).toBe(true);
  expect(hasTooManyGppSections(' '.repeat(1001))).toBe(true);
});
