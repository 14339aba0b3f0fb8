import { describe, expect, test } from 'bun:test';
import { type MergeSide, merge } from './merge.ts';

const FIRST = {
  id: 'shoes',
  cpm: 5,
  budget: { daily: 10, total: 100 },
  countries: ['DE', 'AT'],
  creatives: [
    { id: 'a', title: 'A' },
    { id: 'b', title: 'B' },
  ],
};

const merged = (mine: unknown, theirs: unknown, side: MergeSide = 'mine') =>
  merge({ first: FIRST, mine, theirs }, () => side);

describe('two changes of one value', () => {
  test('are both kept where they are of different fields', () => {
    const mine = { ...FIRST, cpm: 6, budget: { daily: 10, total: 200 } };
    const theirs = { ...FIRST, budget: { daily: 20, total: 100 }, countries: ['DE'] };
    expect(merged(mine, theirs)).toEqual({
      value: { ...FIRST, cpm: 6, budget: { daily: 20, total: 200 }, countries: ['DE'] },
      collisions: [],
    });
  });

  test('collide where both changed a field to something else, and the chosen side stays', () => {
    const mine = { ...FIRST, cpm: 6, countries: ['DE', 'CH'] };
    const theirs = { ...FIRST, cpm: 7, countries: ['AT'] };
    const collisions = [
      { field: 'cpm', mine: 6, theirs: 7 },
      { field: 'countries', mine: ['DE', 'CH'], theirs: ['AT'] },
    ];
    expect(merged(mine, theirs)).toEqual({ value: mine, collisions });
    expect(merged(mine, theirs, 'theirs')).toEqual({ value: theirs, collisions });
  });

  test('are one where both are the same, whatever the order of the fields', () => {
    const mine = { ...FIRST, cpm: 6, zone: 'UTC' };
    const theirs = { zone: 'UTC', ...FIRST, cpm: 6 };
    expect(merged(mine, theirs).collisions).toEqual([]);
  });

  test('collide where one removed what the other changed, and not elsewhere', () => {
    const { budget: _, ...mine } = FIRST;
    const theirs = { ...FIRST, budget: { daily: 20, total: 100 } };
    expect(merged(mine, theirs)).toEqual({
      value: mine,
      collisions: [{ field: 'budget.daily', mine: undefined, theirs: 20 }],
    });
    expect(merged(mine, theirs, 'theirs').value).toEqual({ ...mine, budget: { daily: 20 } });
  });

  test('add fields side by side to what was not there', () => {
    const mine = { ...FIRST, flight: { start: '2026-12-01' } };
    const theirs = { ...FIRST, flight: { end: '2026-12-31' } };
    expect(merged(mine, theirs)).toEqual({
      value: { ...FIRST, flight: { start: '2026-12-01', end: '2026-12-31' } },
      collisions: [],
    });
  });
});

describe('creatives are matched by their ids', () => {
  const [a, b] = FIRST.creatives;

  test('changes of different ones are both kept, in the order of whoever moved them', () => {
    const mine = { ...FIRST, creatives: [b, { ...a, title: 'A2' }] };
    const theirs = { ...FIRST, creatives: [a, { ...b, title: 'B2' }, { id: 'c', title: 'C' }] };
    expect(merged(mine, theirs)).toEqual({
      value: {
        ...FIRST,
        creatives: [
          { id: 'b', title: 'B2' },
          { id: 'a', title: 'A2' },
          { id: 'c', title: 'C' },
        ],
      },
      collisions: [],
    });
  });

  test('one that was removed by one and changed by the other is a collision', () => {
    const mine = { ...FIRST, creatives: [b] };
    const theirs = { ...FIRST, creatives: [{ ...a, title: 'A2' }, b] };
    const collisions = [
      { field: 'creatives[0]', mine: undefined, theirs: { id: 'a', title: 'A2' } },
    ];
    expect(merged(mine, theirs)).toEqual({ value: mine, collisions });
    expect(merged(mine, theirs, 'theirs')).toEqual({ value: theirs, collisions });
  });

  test('one that was removed and not changed stays removed', () => {
    const mine = { ...FIRST, creatives: [b] };
    const theirs = { ...FIRST, cpm: 9 };
    expect(merged(mine, theirs).value).toEqual({ ...mine, cpm: 9 });
  });

  test('a list whose items share an id is one value', () => {
    const mine = { ...FIRST, creatives: [a, a] };
    const theirs = { ...FIRST, creatives: [a] };
    expect(merged(mine, theirs).collisions.map(({ field }) => field)).toEqual(['creatives']);
  });
});
