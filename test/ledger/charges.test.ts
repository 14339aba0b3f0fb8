import { afterAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { Fact, FactKind, Sale } from '../../src/core/sale/fact.ts';
import type { AccountOf } from '../../src/ledger/budgets/account.ts';
import { writeLook } from '../../src/ledger/write-look.ts';
import { DAY_MS } from '../../src/lib/day.ts';
import type { Database } from '../../src/lib/sql/database.ts';
import { account, daily, total } from '../budgets/accounts.ts';
import { factOf, saleOf } from '../budgets/world.ts';
import { cleanUp } from '../process.ts';
import { onEachDatabase } from './each-database.ts';
import { openLedger } from './ledger.ts';
import { expectExactly } from './recount.ts';

afterAll(cleanUp);

/** 10:00 UTC on some day, and half a dollar for a click. */
const AT_MS = 20_000 * DAY_MS + 36_000_000;
const CLICK_NANOS = 500_000_000;
const FREE = account(undefined);

const TABLES = [
  ...(['facts', 'rollups', 'journals', 'campaign_delivery'] as const),
  ...(['budgets', 'portions'] as const),
];

type Ledger = { readonly store: (facts: readonly Fact[], by?: AccountOf) => Promise<void> };

/** Drains of one machine, with a journal that never ends. */
function machineOn(database: Database, name: string): Ledger {
  let offset = 0;
  return {
    async store(facts, accountOf = () => undefined) {
      const look = {
        entries: facts.map((fact) => ({ kind: 'fact', fact, calls: [] }) as const),
        moved: new Map([[name, { segment: 0, offset: ++offset }]]),
        remotePartners: new Set<string>(),
        accountOf,
        nowMs: AT_MS,
        outboxRowsMax: 0,
      };
      await database.transaction((query) => writeLook(query, database.kind, look));
    },
  };
}

const clickSale = (change: Partial<Sale> = {}) =>
  saleOf(FREE, {
    soldMs: AT_MS,
    charge: { per: 'click', micros: CLICK_NANOS / 1000 },
    shareBasisPoints: 7000,
    ...change,
  });

const numbersOf = async (database: Database, statement: string) =>
  (await database.query(statement)).map((row) => Object.values(row).map(Number));

const clicksOf = async (database: Database) =>
  (await database.query("select spend_nanos, uncharged from facts where kind = 'click'"))
    .map(({ spend_nanos, uncharged }) => [Number(spend_nanos), String(uncharged)] as const)
    .toSorted();

onEachDatabase(({ kind, locate }) => {
  let opened: Promise<Database> | undefined;
  /** Two machines, and a ledger with nothing in it. On Postgres they write over connections of their own. */
  const newMachines = async () => {
    opened ??= locate().then(openLedger);
    const database = await opened;
    for (const table of TABLES) await database.query(`delete from ${table}`);
    return { database, a: machineOn(database, 'a'), b: machineOn(database, 'b') };
  };

  test.each([
    ['a second after the impression', 1000, CLICK_NANOS, ''],
    ['sooner than a person could', 999, 0, 'too-soon'],
    ['before the impression', -1, 0, 'before-impression'],
  ] as const)('a click %s', async (_, afterMs, spend, reason) => {
    for (const order of ['first', 'last', 'at once'] as const) {
      const { database, a, b } = await newMachines();
      const sale = clickSale();
      const shown = factOf('impression', sale, AT_MS);
      const click = factOf('click', sale, AT_MS + afterMs);
      if (order === 'first') await a.store([click]);
      await b.store(order === 'at once' ? [click, shown] : [shown]);
      if (order === 'last') await a.store([click]);
      expect(await clicksOf(database)).toEqual([[spend, reason]]);
      await expectExactly(database, new Set());
    }
  });

  test('a click without an impression stays uncharged, a bill tells as well that the ad was shown', async () => {
    const { database, a, b } = await newMachines();
    const [seen, unseen] = [clickSale(), clickSale()];
    await a.store([seen, unseen].map((sale) => factOf('click', sale, AT_MS + 5000)));
    expect(await clicksOf(database)).toEqual([
      [0, 'before-impression'],
      [0, 'before-impression'],
    ]);
    await b.store([factOf('bill', seen, AT_MS)]);
    expect(await clicksOf(database)).toEqual([
      [0, 'before-impression'],
      [CLICK_NANOS, ''],
    ]);
    const delivered = 'select kind, detail, count from campaign_delivery where count <> 0';
    const counted = (await database.query(delivered)).map(Object.values).toSorted();
    expect(counted.map(([what, detail, count]) => [what, detail, Number(count)])).toEqual([
      ['billed', 'c', 1],
      ['clicked', 'c', 2],
      ['uncharged', 'before-impression', 1],
    ]);
  });

  test('a click that a worker found invalid is recorded, and never charged', async () => {
    const { database, a } = await newMachines();
    const sale = clickSale();
    await a.store([{ ...factOf('click', sale, AT_MS + 5000), uncharged: 'network' }]);
    await a.store([factOf('bill', sale, AT_MS), factOf('impression', sale, AT_MS + 1)]);
    expect(await clicksOf(database)).toEqual([[0, 'network']]);
    expect(await numbersOf(database, 'select spent_total_nanos from budgets')).toEqual([[0]]);
  });

  test('clicks beyond the budget are recorded and not charged, on machines that store them at once', async () => {
    const { database, a, b } = await newMachines();
    const limited = account({ money: total(1_200_000) });
    const sales = Array.from({ length: 12 }, () => clickSale());
    await a.store(sales.map((sale) => factOf('bill', sale, AT_MS)));
    const clicks = sales.map((sale, n) => factOf('click', sale, AT_MS + 2000 + n));
    for (const n of [0, 1, 2]) {
      await Promise.all([
        a.store(clicks.slice(n * 4, n * 4 + 2), () => limited),
        b.store(clicks.slice(n * 4 + 2, n * 4 + 4), () => limited),
      ]);
    }
    const charged = await clicksOf(database);
    expect(charged.reduce((sum, [nanos]) => sum + nanos, 0)).toBe(1_200_000_000);
    expect(charged.filter(([, reason]) => reason === 'over-budget')).toHaveLength(10);
    expect(await numbersOf(database, 'select spent_total_nanos from budgets')).toEqual([
      [1_200_000_000],
    ]);
    await expectExactly(database, new Set());
  });

  test('a daily budget holds for each day, also for clicks that come after midnight', async () => {
    const { database, a } = await newMachines();
    const limited = account({ money: daily(500_000) });
    const sales = Array.from({ length: 6 }, () => clickSale());
    await a.store(sales.map((sale) => factOf('bill', sale, AT_MS)));
    const onDay = async (index: number, day: number) => {
      const sale = sales[index] ?? clickSale();
      const click = factOf('click', sale, AT_MS + 5000 + day * DAY_MS);
      await a.store([click], () => limited);
      const { auctionId } = sale;
      const [row] = await database.query(
        "select spend_nanos from facts where kind = 'click' and auction_id = $1",
        [auctionId],
      );
      return Number(row?.spend_nanos);
    };
    expect(await onDay(0, 1)).toBe(CLICK_NANOS);
    expect(await onDay(1, 1)).toBe(0);
    expect(await onDay(2, 2)).toBe(CLICK_NANOS);
    // Of yesterday, which is used up; and of the day before, which had no spend.
    expect(await onDay(3, 1)).toBe(0);
    expect(await onDay(4, 3)).toBe(CLICK_NANOS);
    expect(await onDay(5, 2)).toBe(0);
  });

  test('a bill beyond the budget is charged what is left, and the publisher is owed all of it', async () => {
    const { database, a } = await newMachines();
    const limited = account({ money: total(12_000) });
    const sales = [1, 2, 3, 4].map(() => saleOf(FREE, { soldMs: AT_MS }));
    for (const sale of sales) await a.store([factOf('bill', sale, AT_MS)], () => limited);
    const rows = 'select spend_nanos, earned_nanos from facts order by spend_nanos desc';
    expect(await numbersOf(database, rows)).toEqual([
      [5_000_000, 5_000_000],
      [5_000_000, 5_000_000],
      [2_000_000, 5_000_000],
      [0, 5_000_000],
    ]);
    const reasons = await database.query("select 1 from facts where uncharged = 'over-budget'");
    expect(reasons).toHaveLength(2);
  });

  test('in any order, and from two machines at once, the same clicks are charged', async () => {
    const event = fc.record({
      sale: fc.integer({ min: 0, max: 4 }),
      kind: fc.constantFrom<FactKind>('click', 'impression', 'bill', 'viewable'),
      afterMs: fc.integer({ min: 0, max: 2500 }),
      machine: fc.boolean(),
    });
    const runs = kind === 'sqlite' ? 25 : 12;
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 40 }), async (events) => {
        const { database, a, b } = await newMachines();
        const sales = Array.from({ length: 5 }, () => clickSale());
        const facts = events.map((one) => ({
          ...one,
          fact: factOf(one.kind, sales[one.sale] ?? clickSale(), AT_MS + one.afterMs),
        }));
        for (let start = 0; start < facts.length; start += 6) {
          const look = facts.slice(start, start + 6);
          const of = (machine: boolean) =>
            look.filter((one) => one.machine === machine).map(({ fact }) => fact);
          await Promise.all([a.store(of(true)), b.store(of(false))]);
        }
        const charged = await expectedCharges(database);
        const spent = charged * CLICK_NANOS;
        const sums =
          'select coalesce(sum(spend_nanos), 0) as s, coalesce(sum(earned_nanos), 0) as e from';
        const [inFacts] = await numbersOf(database, `${sums} facts`);
        expect(inFacts?.[0]).toBe(spent);
        expect(await numbersOf(database, `${sums} rollups`)).toEqual([inFacts ?? []]);
        const [inBudgets = [0, 0]] = await numbersOf(
          database,
          'select spent_total_nanos, earned_total_nanos from budgets',
        );
        expect(inBudgets).toEqual(inFacts ?? []);
        await expectExactly(database, new Set());
      }),
      { numRuns: runs },
    );
  });
});

/** How many clicks should be charged, by the times of the facts that are stored. Checks each click. */
async function expectedCharges(database: Database): Promise<number> {
  const rows = await database.query('select * from facts');
  let charged = 0;
  for (const click of rows.filter((row) => row.kind === 'click')) {
    const shownMs = rows
      .filter(({ auction_id }) => auction_id === click.auction_id)
      .filter((row) => row.kind === 'impression' || row.kind === 'bill')
      .map(({ at_ms }) => Number(at_ms));
    const isDue = Number(click.at_ms) - Math.min(...shownMs) >= 1000;
    expect([Number(click.spend_nanos), click.uncharged === '']).toEqual([
      isDue ? CLICK_NANOS : 0,
      isDue,
    ]);
    if (isDue) charged++;
  }
  return charged;
}
