import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type DeliveryCell, writeDelivery } from '../../src/ledger/delivery/delivery.ts';
import { hasChances, readChances } from '../../src/ledger/delivery/read-delivery.ts';
import type { Database } from '../../src/lib/sql/database.ts';
import { cleanUp } from '../process.ts';
import { onEachDatabase } from './each-database.ts';

afterAll(cleanUp);

const cell = (fields: Partial<DeliveryCell>): DeliveryCell => ({
  day: 20_000,
  partner: 'own',
  campaign: 'shoes',
  kind: 'bid',
  detail: '',
  publisher: '',
  count: 1,
  amount: 0,
  ...fields,
});

const CELLS: readonly DeliveryCell[] = [
  cell({ count: 5, detail: 'a', amount: 500 }),
  cell({ count: 3, detail: 'b', amount: 300 }),
  cell({ kind: 'won', count: 2 }),
  cell({ kind: 'misfit', count: 4, detail: 'a logo' }),
  cell({ kind: 'held', count: 6, detail: 'pace' }),
  cell({ kind: 'dropped', count: 7, detail: '100', publisher: 'pub-1' }),
  cell({ kind: 'shown', count: 9 }),
  cell({ day: 19_999, count: 7 }),
  cell({ day: 19_998, count: 80 }),
  cell({ campaign: 'boots', count: 1 }),
  cell({ partner: 'file', count: 11 }),
];

onEachDatabase(({ open }) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    await writeDelivery(database.query, CELLS);
  });

  test('the chances of each campaign are summed for each day, without days before', async () => {
    const rows = await readChances(database, { fromDay: 19_999, toDay: 20_000 });
    expect(rows.toSorted((a, b) => a.bid - b.bid)).toEqual([
      { partner: 'own', campaign: 'boots', day: 20_000, bid: 1, sold: 0, unfit: 0, held: 0 },
      { partner: 'own', campaign: 'shoes', day: 19_999, bid: 7, sold: 0, unfit: 0, held: 0 },
      { partner: 'own', campaign: 'shoes', day: 20_000, bid: 8, sold: 2, unfit: 4, held: 6 },
      { partner: 'file', campaign: 'shoes', day: 20_000, bid: 11, sold: 0, unfit: 0, held: 0 },
    ]);
    const days = { fromDay: 19_999, toDay: 20_000 };
    const one = await readChances(database, days, { partner: 'file', campaign: 'shoes' });
    expect(one.map(({ bid }) => bid)).toEqual([11]);
    const earlier = await readChances(database, { fromDay: 19_998, toDay: 19_999 });
    expect(earlier.map(({ bid }) => bid).toSorted()).toEqual([7, 80]);
    expect(await hasChances(database, 20_000)).toBe(true);
    expect(await hasChances(database, 20_001)).toBe(false);
  });
});
