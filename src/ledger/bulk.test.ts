import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { insertAll } from './bulk.ts';
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
