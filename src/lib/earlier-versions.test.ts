import { expect, test } from 'bun:test';
import { beforeChanges, CHANGES_MAX, differencesOf } from './differences.ts';

const isRebuilt = (before: unknown, now: unknown) =>
  expect(beforeChanges(now, JSON.parse(JSON.stringify(differencesOf(before, now))))).toEqual(
    before,
  );

test('the version before is rebuilt from the changes, whatever they did', () => {
  isRebuilt({ a: 1 }, { a: 2 });
  isRebuilt({ a: 1, b: { c: [1, 2, 3] } }, { b: { c: [1] } });
  isRebuilt({ b: { c: [1] } }, { b: { c: [4, 5, 6] }, d: {} });
  isRebuilt({ list: [{ id: 'a' }, { id: 'b', x: null }] }, { list: [{ id: 'b' }] });
  isRebuilt({ a: {} }, { a: { b: 1 } });
});

test('a version that the changes do not lead from is none', () => {
  expect(beforeChanges({ a: 2 }, [{ field: 'a', from: 1, to: 3 }])).toBeUndefined();
  // A name with a point: `{"x.y": 1}` and `{x: {y: 1}}` have the same path.
  expect(beforeChanges({}, [{ field: 'x.y', from: 1 }])).toBeUndefined();
  expect(beforeChanges({ x: {} }, [{ field: '', to: { x: {} } }])).toBeUndefined();
});

test('an entry that may have lost changes leads nowhere', () => {
  const changes = Array.from({ length: CHANGES_MAX }, (_, at) => ({ field: `f${at}`, to: at }));
  const now = Object.fromEntries(changes.map(({ field, to }) => [field, to]));
  expect(beforeChanges(now, changes)).toBeUndefined();
  expect(beforeChanges({ f0: 0 }, changes.slice(0, 1))).toEqual({});
});
