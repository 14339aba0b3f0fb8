import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Fact } from '../../src/core/sale/fact.ts';
import { keyOf } from '../../src/ledger/budgets/account.ts';
import { grantPortions, portionId } from '../../src/ledger/budgets/budget-rows.ts';
import { decideCharges } from '../../src/ledger/budgets/decide-charges.ts';
import { insertFacts } from '../../src/ledger/fact-rows.ts';
import { DAY_MS } from '../../src/lib/day.ts';
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
    database.transaction(async (query) => {
      const stored = await insertFacts(query, facts);
      const decided = await decideCharges(query, database.kind, stored, NOTHING_KNOWN);
      await decided.settle();
    });

  let portion = 0;

  /** A portion that holds ten impressions, of which these are sold. */
  async function portionFor(): Promise<number> {
    portion++;
    const key = keyOf(boots);
    const more = { micros: 50_000, impressions: 10 };
    const grant = { id: portionId(key, portion), key, fromMs: 0, sellUntilMs: START_MS, more };
    await database.transaction(async (query) => {
      await query('insert into budgets (campaign) values ($1) on conflict do nothing', [key]);
      await grantPortions(query, [grant]);
    });
    return portion;
  }

  /** What of it is not held any more, in money and impressions. */
  async function ended() {
    const [row] = await database.query('select * from portions where id = $1', [
      portionId(keyOf(boots), portion),
    ]);
    const [budget] = await database.query('select held_micros, held_impressions from budgets');
    const [sums] = await database.query(
      'select sum(held_micros) as held_micros, sum(held_impressions) as held_impressions from portions',
    );
    for (const column of ['held_micros', 'held_impressions'] as const) {
      expect(Number(budget?.[column])).toBe(Number(sums?.[column]));
    }
    return [50_000 - Number(row?.held_micros), 10 - Number(row?.held_impressions)];
  }

  test.each([
    ['bill', 'loss'],
    ['loss', 'bill'],
  ] as const)(
    'a %s and a later %s of one sale end what is held for it once',
    async (first, second) => {
      const sale = saleOf(boots, { portion: await portionFor() });
      // Another sale of the same portion, and another impression of the same auction, keep theirs.
      const others = [saleOf(boots, { portion }), { ...sale, impId: '2' }];
      await drain([factOf(first, sale, START_MS)]);
      expect(await ended()).toEqual([5000, 1]);
      await drain([factOf(second, sale, START_MS + 1000)]);
      expect(await ended()).toEqual([5000, 1]);
      await drain(others.map((other) => factOf(second, other, START_MS + 2000)));
      expect(await ended()).toEqual([15_000, 3]);
    },
  );

  test('a win, an impression and a click of a sale leave its bill to end what is held', async () => {
    const sale = saleOf(boots, { portion: await portionFor() });
    const told = (['win', 'impression', 'click'] as const).map((of) => factOf(of, sale, START_MS));
    await drain(told);
    expect(await ended()).toEqual([0, 0]);
    await drain([factOf('bill', sale, START_MS + 1000)]);
    expect(await ended()).toEqual([5000, 1]);
  });

  test('of a sale that is charged for the click the bill ends the impression and the click the money, once, and a loss between them nothing', async () => {
    const soldFor = {
      charge: { per: 'click', micros: 900_000 },
      portion: await portionFor(),
    } as const;
    const [clicked, muddled] = [saleOf(boots, soldFor), saleOf(boots, soldFor)];
    await drain([factOf('bill', clicked, START_MS)]);
    await drain([factOf('click', clicked, START_MS + 2000)]);
    await drain([factOf('loss', clicked, START_MS)]);
    expect(await ended()).toEqual([5000, 1]);
    // What is uncertain stays held until the portion ends.
    for (const kind of ['bill', 'loss', 'click'] as const) {
      await drain([factOf(kind, muddled, START_MS + (kind === 'click' ? 2000 : 0))]);
    }
    expect(await ended()).toEqual([5000, 2]);
  });

  test('a bill counts no earlier than the day of its portion', async () => {
    const id = await portionFor();
    const tomorrowMs = (Math.floor(START_MS / DAY_MS) + 1) * DAY_MS;
    await database.query('update portions set from_ms = $1', [tomorrowMs]);
    await database.query('delete from facts');
    await database.query('delete from budget_days');
    await drain([factOf('bill', saleOf(boots, { portion: id }), START_MS)]);
    const days = await database.query('select ends_ms, nanos from budget_days');
    expect(days.map(({ ends_ms, nanos }) => [Number(ends_ms), Number(nanos)])).toEqual([
      [tomorrowMs + DAY_MS, 5_000_000],
    ]);
  });
});
