import { afterAll, expect, test } from 'bun:test';
import { openOwnLedger } from '../../../test/ledger/ledger.ts';
import { AT_MS, aFact } from '../../../test/ledger/samples.ts';
import { cleanUp } from '../../../test/process.ts';
import type { Fact } from '../../core/sale/fact.ts';
import { insertFacts } from '../../ledger/fact-rows.ts';
import { DAY_MS } from '../../lib/day.ts';
import { readPaidPrices } from './price-guidance.ts';

afterAll(cleanUp);

test('prices that were paid in full are told by publisher, in cents, of the last days', async () => {
  const database = await openOwnLedger();
  const paid = (auctionId: string, micros: number, changes: Partial<Fact> = {}): Fact => {
    const fact = aFact({ auctionId });
    const dimensions = { ...fact.sale.dimensions, publisher: 'pub-9', advertiser: '' };
    return { ...fact, priceMicros: micros, sale: { ...fact.sale, dimensions }, ...changes };
  };
  await insertFacts(database.query, [
    paid('p-1', 2_109_999),
    paid('p-2', 2_100_000),
    paid('p-3', 5_000_000),
    paid('p-4', 9_000_000, { uncharged: 'over-budget', chargedNanos: 1 }),
    paid('p-5', 9_000_000, { atMs: AT_MS - 2 * DAY_MS }),
  ]);
  const paidFor = { publisher: 'pub-9', per: 'impression', buyer: 'acme/seat-1' } as const;
  expect(await readPaidPrices(database, AT_MS, 2)).toEqual([
    { ...paidFor, cents: 210, sales: 2 },
    { ...paidFor, cents: 500, sales: 1 },
  ]);
  await database.close();
});
