import { expect, test } from 'bun:test';
import type { SqlValue } from '../database.ts';
import { createRows } from './claim-statements.ts';

test('rows are created in the order of their keys, so that machines never wait for each other in a circle', async () => {
  const created: SqlValue[] = [];
  const query = async (_: string, values: readonly SqlValue[] = []) => {
    created.push(...values);
    return [];
  };
  await createRows(query, ['c', 'a', 'd', 'b']);
  expect(created).toEqual(['a', 'b', 'c', 'd']);
});
