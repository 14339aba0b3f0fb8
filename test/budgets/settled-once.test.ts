import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Fact } from '../../src/core/sale/fact.ts';
import { settleFacts } from '../../src/ledger/budgets/settle-facts.ts';
import { insertFacts } from '../../src/ledger/fact-rows.ts';
import type { Database } from '../../src/lib/sql/database.ts';
import { onEachDatabase } from '../ledger/each-database.ts';
import { cleanUp } from '../process.ts';
import { account, total } from './accounts.ts';
import { factOf, NOTHING_KNOWN, START_MS, saleOf } from './world.ts';

afterAll(cleanUp);

const boots = account({ money: total(1e9) });

onEachDatabase(({ open }) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  /** As the drain does. */
  const drain = (facts: readonly Fact[]) =>
    database.transaction(async (query) =>
      settleFacts(query, await insertFacts(query, facts), NOTHING_KNOWN),
    );

  async function outcomes() {
    const rows = await database.query(
      'delete from budget_outcomes returning billed_impressions, lost_impressions',
    );
    return rows.map((row) => [Number(row.billed_impressions), Number(row.lost_impressions)]);
  }

  test.each([
    ['bill', 'loss'],
    ['loss', 'bill'],
  ] as const)('a %s and a later %s of one sale end its reservation once', async (first, second) => {
    const sale = saleOf(boots);
    // Another sale of the same minute, and another impression of the same auction, keep theirs.
    const others = [saleOf(boots), { ...sale, impId: '2' }];
    await drain([factOf(first, sale, START_MS)]);
    expect(await outcomes()).toEqual([first === 'bill' ? [1, 0] : [0, 1]]);
    await drain([factOf(second, sale, START_MS + 1000)]);
    expect(await outcomes()).toEqual([]);
    await drain(others.map((other) => factOf(second, other, START_MS + 2000)));
    expect(await outcomes()).toEqual([second === 'bill' ? [2, 0] : [0, 2]]);
  });

  test('a win, an impression and a click of a sale leave its bill to end the reservation', async () => {
    const sale = saleOf(boots);
    const told = (['win', 'impression', 'click'] as const).map((of) => factOf(of, sale, START_MS));
    await drain(told);
    await drain([factOf('bill', sale, START_MS + 1000)]);
    expect(await outcomes()).toEqual([[1, 0]]);
  });

  test('of a sale that is charged for the click the bill ends the impression and the click the money, once, and a loss between them nothing', async () => {
    const soldFor = { charge: { per: 'click', micros: 900_000 } } as const;
    const [clicked, muddled] = [saleOf(boots, soldFor), saleOf(boots, soldFor)];
    const ended = async () => {
      const rows = await database.query(
        'delete from budget_outcomes returning billed_micros, billed_impressions, lost_micros',
      );
      return rows.map((row) => Object.values(row).map(Number));
    };
    await drain([factOf('bill', clicked, START_MS)]);
    await drain([factOf('click', clicked, START_MS)]);
    await drain([factOf('loss', clicked, START_MS)]);
    expect(await ended()).toEqual([[5000, 1, 0]]);
    // What is uncertain stays reserved until it expires.
    for (const kind of ['bill', 'loss', 'click'] as const) {
      await drain([factOf(kind, muddled, START_MS)]);
    }
    expect(await ended()).toEqual([[0, 1, 0]]);
  });
});
