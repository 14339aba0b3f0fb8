import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { createSums, insertAll } from './bulk.ts';
import type { Query, SqlValue } from './database.ts';

/** The statements that were run, each with its values. */
function recorded() {
  const statements: { readonly text: string; readonly values: readonly SqlValue[] }[] = [];
  const query: Query = async (text, values = []) => {
    statements.push({ text: text.trim(), values });
    return [];
  };
  return { query, statements };
}

test('portions hold everything in order, in few different sizes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(), { maxLength: 2000, size: 'max' }), async (items) => {
      const { query, statements } = recorded();
      const rows = items.map((item) => [item]);
      await insertAll(query, rows, (values) => `insert into t values ${values}`);
      expect(statements.flatMap(({ values }) => values)).toEqual(items);
      for (const { values } of statements) expect([1, 4, 16, 128]).toContain(values.length);
      expect(statements.length).toBeLessThanOrEqual(items.length / 128 + 13);
    }),
  );
});

test('sums of a key are one row, and rows come in the order of their keys, however they were added', () => {
  const added = [
    { key: ['b', 1], amounts: [1, 10] },
    { key: ['a', 20], amounts: [2, 20] },
    { key: ['a', 3], amounts: [5, 50] },
    { key: ['b', 1], amounts: [3, 30] },
    // Before it as JSON, where the quote follows.
    { key: ['b !', 1], amounts: [6, 60] },
  ];
  for (const order of [added, added.toReversed()]) {
    const sums = createSums();
    for (const { key, amounts } of order) sums.add(key, amounts);
    expect(sums.rows()).toEqual([
      ['a', 3, 5, 50],
      ['a', 20, 2, 20],
      ['b', 1, 4, 40],
      ['b !', 1, 6, 60],
    ]);
  }
});
