import { expect, test } from 'bun:test';
import type { Database } from '../../lib/sql/database.ts';
import { createDrafts } from './draft.ts';
import { StatementFault } from './statement-fault.ts';

const TERMS = { currencyOf: () => 'USD', isNamed: () => true, rates: {} };

test('however many months one account asks for, others are not turned away', async () => {
  const { draft } = createDrafts();
  const { promise: answer, resolve } = Promise.withResolvers<readonly []>();
  const database = { kind: 'sqlite', query: () => answer } as unknown as Database;
  const ask = (name: string, month: string) =>
    draft(database, {
      month,
      account: { side: 'publisher', name },
      terms: TERMS,
      nowMs: Date.parse('2026-11-17'),
    });
  const months = Array.from({ length: 60 }, (_, index) => `${2030 + index}-01`);
  const asked = months.map((month) => ask('a', month));
  const again = ask('a', '2030-01');
  const other = ask('b', '2026-10');
  resolve([]);
  const turnedAway = (await Promise.all(asked)).filter((one) => one instanceof StatementFault);
  expect(turnedAway).toHaveLength(56);
  expect([await again, await other]).toEqual([undefined, undefined]);
  expect(await ask('a', '2040-01')).toBeUndefined();
});
