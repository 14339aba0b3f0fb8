import { describe, expect, test } from 'bun:test';
import { type MergeSide, merge } from './merge.ts';

const [A, B] = [
  { id: 'a', title: 'A' },
  { id: 'b', title: 'B' },
];
const FIRST = {
  id: 'shoes',
  cpm: 5,
  budget: { daily: 10, total: 100 },
  countries: ['DE', 'AT'],
  creatives: [A, B],
};

const merged = (mine: object, theirs: object, side: MergeSide = 'mine') =>
  merge({ first: FIRST, mine: { ...FIRST, ...mine }, theirs: { ...FIRST, ...theirs } }, () => side);
const value = (changes: object) => ({ value: { ...FIRST, ...changes }, collisions: [] });

describe('two changes of one value', () => {
  test('are both kept where they are of different fields', () => {
    const mine = { cpm: 6, budget: { daily: 10, total: 200 } };
    const theirs = { budget: { daily: 20, total: 100 }, countries: ['DE'] };
    expect(merged(mine, theirs)).toEqual(
      value({ cpm: 6, budget: { daily: 20, total: 200 }, countries: ['DE'] }),
    );
    const [start, end] = [{ start: '2026-12-01' }, { end: '2026-12-31' }];
    expect(merged({ flight: start }, { flight: end })).toEqual(
      value({ flight: { ...start, ...end } }),
    );
    expect(merged({ cpm: 6, zone: 'UTC' }, { zone: 'UTC', cpm: 6 }).collisions).toEqual([]);
  });

  test('collide where both changed a field to something else, and the chosen side stays', () => {
    const mine = { cpm: 6, countries: ['DE', 'CH'] };
    const theirs = { cpm: 7, countries: ['AT'] };
    const collisions = [
      { field: 'cpm', mine: 6, theirs: 7 },
      { field: 'countries', mine: ['DE', 'CH'], theirs: ['AT'] },
    ];
    expect(merged(mine, theirs)).toEqual({ ...value(mine), collisions });
    expect(merged(mine, theirs, 'theirs')).toEqual({ ...value(theirs), collisions });
  });

  test('collide where one removed what the other changed, and not elsewhere', () => {
    const { budget: _, ...mine } = FIRST;
    const theirs = { ...FIRST, budget: { daily: 20, total: 100 } };
    const of = (side: MergeSide) => merge({ first: FIRST, mine, theirs }, () => side);
    const collisions = [{ field: 'budget.daily', mine: undefined, theirs: 20 }];
    expect(of('mine')).toEqual({ value: mine, collisions });
    expect(of('theirs').value).toEqual({ ...mine, budget: { daily: 20 } });
  });
});

describe('creatives are matched by their ids', () => {
  test('changes of different ones are both kept, in the order of whoever moved them', () => {
    const [A2, B2, C] = [
      { ...A, title: 'A2' },
      { ...B, title: 'B2' },
      { id: 'c', title: 'C' },
    ];
    expect(merged({ creatives: [B, A2] }, { creatives: [A, B2, C] })).toEqual(
      value({ creatives: [B2, A2, C] }),
    );
    expect(merged({ creatives: [B] }, { cpm: 9 })).toEqual(value({ creatives: [B], cpm: 9 }));
  });

  test('one that was removed by one and changed by the other is a collision', () => {
    const theirs = { creatives: [{ ...A, title: 'A2' }, B] };
    const collisions = [{ field: 'creatives[0]', mine: undefined, theirs: theirs.creatives[0] }];
    expect(merged({ creatives: [B] }, theirs)).toEqual({
      ...value({ creatives: [B] }),
      collisions,
    });
    expect(merged({ creatives: [B] }, theirs, 'theirs').value).toEqual({ ...FIRST, ...theirs });
  });

  test('a list whose items share an id is one value', () => {
    const { collisions } = merged({ creatives: [A, A] }, { creatives: [A] });
    expect(collisions.map(({ field }) => field)).toEqual(['creatives']);
  });
});
