import { expect, test } from 'bun:test';
import type { SqlValue } from '../database.ts';
import { createRows } from './arrange-rows.ts';

test('rows are created in the order of their keys, so that machines never wait for each other in a circle', async () => {
  const created: SqlValue[] = [];
  const query = async (text: string, values: readonly SqlValue[] = []) => {
    if (text.startsWith('insert')) created.push(...values);
    return [];
  };
  const campaigns = ['c', 'a', 'd', 'b'].map((key) => ({ key, account: { zone: 'UTC' } }));
  await createRows(query, { campaigns, nowMs: 7 });
  expect(created).toEqual(['a', 'b', 'c', 'd'].flatMap((key) => [key, 'UTC', 7]));
});
