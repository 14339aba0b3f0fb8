import { afterAll, beforeAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { type Sale, spendNanos } from '../../src/core/sale/fact.ts';
import type { Account } from '../../src/ledger/budgets/account.ts';
import { limitedBy } from '../../src/ledger/budgets/portion-memory.ts';
import type { Database } from '../../src/lib/sql/database.ts';
import { onEachDatabase } from '../ledger/each-database.ts';
import { cleanUp } from '../process.ts';
import { runs } from '../properties/runs.ts';
import { account, FIVE_DOLLARS_CPM, total } from './accounts.ts';
import { createWorld, emptyTables } from './world.ts';

afterAll(cleanUp);

const LIMIT_MICROS = 100_000;
const CLICK_MICROS = 30_000;
const CPM = account({ money: total(LIMIT_MICROS) });
const CPC = account({ money: total(LIMIT_MICROS) }, { riskMicros: 1_000_000 });

/** One machine, whose campaign changes its price. */
function startCampaign(database: Database) {
  const accounts: Account[] = [CPM];
  const world = createWorld(database, accounts);
  const machine = world.startMachine(0);
  const perClick = (sale: Sale): Sale => ({
    ...sale,
    charge: { per: 'click', micros: CLICK_MICROS },
  });
  return {
    ...world,
    machine,
    change(to: Account): void {
      accounts[0] = to;
      machine.seller.assign([{ index: 0, account: to }]);
      machine.worker.assign(0, limitedBy(to));
    },
    /** As the campaign is priced now. */
    async sell(count: number): Promise<readonly Sale[]> {
      await world.tick(machine);
      const sold = world.sellOut(machine, count);
      return accounts[0] === CPC ? sold.map(perClick) : sold;
    },
    spentMicros: () => world.facts.reduce((sum, fact) => sum + spendNanos(fact), 0) / 1000,
    uncharged: (per: 'impression' | 'click') =>
      world.facts.filter(({ sale, uncharged }) => sale.charge.per === per && uncharged).length,
  };
}

onEachDatabase(({ open }) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  test('a click is never charged from what impressions hold that were sold before the campaign paid for clicks', async () => {
    await emptyTables(database.query);
    const campaign = startCampaign(database);
    const impressions = [...(await campaign.sell(4)), ...(await campaign.sell(4))];
    expect(impressions).toHaveLength(8);
    campaign.change(CPC);
    const clicked = await campaign.sell(3);
    await campaign.notify('impression', clicked);
    campaign.advance(2000);
    await campaign.notify('click', clicked);
    expect(campaign.spentMicros()).toBe(2 * CLICK_MICROS);
    await campaign.notify('bill', impressions);
    expect(campaign.spentMicros()).toBe(LIMIT_MICROS);
    expect(campaign.uncharged('impression')).toBe(0);
  });

  test('a worker that has not heard of the change takes nothing for impressions from a portion for clicks', async () => {
    await emptyTables(database.query);
    const { machine, change, sell, nowMs } = startCampaign(database);
    change(CPC);
    await sell(1);
    const { worker, portions } = machine;
    const before = portions.leftOf(0);
    expect(worker.reserve(0, FIVE_DOLLARS_CPM, nowMs(), false)).toBeUndefined();
    expect(portions.leftOf(0)).toEqual(before);
    expect(worker.reserve(0, FIVE_DOLLARS_CPM, nowMs(), true)).toBeGreaterThan(0);
  });

  test('a budget is never exceeded, and bills in time are charged in full, however often a campaign changes what it pays for', async () => {
    const event = fc.oneof(
      fc.record({ kind: fc.constant('change' as const), to: fc.constantFrom(CPM, CPC) }),
      fc.record({ kind: fc.constant('sell' as const), count: fc.integer({ min: 1, max: 6 }) }),
      fc.record({
        kind: fc.constantFrom('bill' as const, 'click' as const),
        count: fc.integer({ min: 1, max: 4 }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 40 }), async (events) => {
        await emptyTables(database.query);
        const campaign = startCampaign(database);
        const unbilled: Sale[] = [];
        const unclicked: Sale[] = [];
        for (const one of events) {
          campaign.advance(1500);
          if (one.kind === 'change') campaign.change(one.to);
          else if (one.kind === 'sell') {
            for (const sale of await campaign.sell(one.count)) {
              if (sale.charge.per === 'impression') unbilled.push(sale);
              else unclicked.push(sale);
            }
          } else if (one.kind === 'bill') {
            await campaign.notify('bill', unbilled.splice(0, one.count));
          } else {
            const clicked = unclicked.splice(0, one.count);
            await campaign.notify('impression', clicked);
            campaign.advance(1500);
            await campaign.notify('click', clicked);
          }
          expect(campaign.spentMicros()).toBeLessThanOrEqual(LIMIT_MICROS);
        }
        await campaign.notify('bill', unbilled);
        expect(campaign.spentMicros()).toBeLessThanOrEqual(LIMIT_MICROS);
        expect(campaign.uncharged('impression')).toBe(0);
      }),
      { numRuns: runs(20) },
    );
  });

  test('a campaign that gets a budget later sells it, and not one impression more', async () => {
    await emptyTables(database.query);
    const accounts: Account[] = [account(undefined)];
    const world = createWorld(database, accounts);
    const machine = world.startMachine(0);
    await world.tick(machine);
    expect(world.sellOut(machine, 9).map(({ portion }) => portion)).toEqual(Array(9).fill(0));
    const limited = account({ money: total(6 * 5000) });
    accounts[0] = limited;
    machine.worker.assign(0, limitedBy(limited));
    expect(world.sellOut(machine)).toEqual([]);
    machine.seller.assign([{ index: 0, account: limited }]);
    let sold = 0;
    for (let second = 0; second < 8; second++) {
      await world.tick(machine);
      sold += world.sellOut(machine).length;
      world.advance(1000);
    }
    expect(sold).toBe(6);
  });
});
