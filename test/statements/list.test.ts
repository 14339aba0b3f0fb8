import { afterAll, expect, test } from 'bun:test';
import { openOwnLedger } from '../ledger/ledger.ts';
import { cleanUp } from '../process.ts';
import { ANN, MONTH, record, sold, statementsOf, told } from './support.ts';

afterAll(cleanUp);

const PUBLISHERS_LISTED = 10_000;

test('partners are listed beside however many publishers, before and after the closing', async () => {
  const database = await openOwnLedger();
  const facts = Array.from({ length: PUBLISHERS_LISTED + 1 }, (_, index) =>
    sold({ id: `a-${index}`, publisher: `pub-${index}` }),
  );
  await record(database, facts);
  const api = statementsOf(database);
  for (const state of ['open', 'closed'] as const) {
    if (state === 'closed') told(await api.close(MONTH, ANN));
    const list = told(await api.month(MONTH));
    expect([list.state, list.isCut]).toEqual([state, true]);
    expect(list.accounts).toHaveLength(PUBLISHERS_LISTED + 1);
    expect(list.accounts.at(-1)).toMatchObject({ side: 'partner', account: 'acme' });
  }
});
