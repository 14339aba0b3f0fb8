import { expect, test } from 'bun:test';
import type { Value } from '../database.ts';
import { createRows } from './claim-statements.ts';

test('rows are created in the order of their keys, so that machines never wait for each other in a circle', async () => {
  const created: Value[] = [];
  const query = async (_: string, values: readonly Value[] = []) => {
    created.push(...values);
    return [];
  };
  await createRows(query, ['c', 'a', 'd', 'b']);
  expect(created).toEqual(['a', 'b', 'c', 'd']);
});
