import { afterAll, beforeEach, expect, test } from 'bun:test';
import type { Sale } from '../../src/core/sale/fact.ts';
import type { Database } from '../../src/lib/sql/database.ts';
import { onEachDatabase } from '../ledger/each-database.ts';
import { cleanUp } from '../process.ts';
import { FIVE_DOLLARS_CPM } from './accounts.ts';
import { saleOf } from './world.ts';
import { at, DAILY, inZone, startCampaign } from './zoned-campaign.ts';

afterAll(cleanUp);

onEachDatabase(({ open }) => {
  let database: Database;
  beforeEach(async () => {
    database = await open();
  });

  test('a campaign whose zone changes to one whose day is a later one has spent in it what it spent since yesterday', async () => {
    const day = startCampaign(database, inZone('UTC'), '2026-07-01T10:00Z');
    const machine = day.startMachine(0);
    expect(await day.sellFor(machine, 3)).toBe(3);
    // Tokyo's 2 July began at 15:00 UTC.
    day.goTo('2026-07-01T16:00Z');
    expect(await day.sellFor(machine, 4)).toBe(4);
    day.goTo('2026-07-01T20:00Z');
    day.move('Asia/Tokyo', [machine]);
    expect(await day.sellFor(machine)).toBe(3);
    day.goTo('2026-07-02T15:00Z');
    expect(await day.sellFor(machine)).toBe(10);
  });

  test('a campaign whose zone changes to one whose day is an earlier one has spent on each of its days what it spent on days that overlap', async () => {
    const day = startCampaign(database, inZone('Asia/Tokyo'), '2026-07-01T05:00Z');
    const machine = day.startMachine(0);
    // On 1 July of both, then on 2 July of Tokyo, which is 1 July in New York until 4:00 UTC.
    expect(await day.sellFor(machine, 3)).toBe(3);
    day.goTo('2026-07-01T16:00Z');
    expect(await day.sellFor(machine, 3)).toBe(3);
    day.goTo('2026-07-01T20:00Z');
    day.move('America/New_York', [machine]);
    expect(await day.sellFor(machine)).toBe(4);
    // The later three of before were on a day of Tokyo that ends at 15:00 UTC.
    day.goTo('2026-07-02T04:00Z');
    expect(await day.sellFor(machine)).toBe(7);
    day.goTo('2026-07-03T04:00Z');
    expect(await day.sellFor(machine)).toBe(10);
  });

  test('a campaign whose zone changes sells the budget of one day, also on a machine that has not heard of it', async () => {
    const day = startCampaign(database, inZone('America/New_York'), '2026-07-02T02:00Z');
    const [first, stale] = [day.startMachine(0), day.startMachine(1)];
    await day.tick(stale);
    const sold = day.sell(stale, 0, FIVE_DOLLARS_CPM) as Sale;
    // UTC has had 2 July for two hours, New York has 1 July.
    day.move('UTC', [first]);
    await day.tick(first);
    const rest = await day.sellFor(stale, 3);
    expect(rest).toBe(3);
    await day.bill([sold]);
    await day.tick(stale);
    // The other one sells what it has in its portion.
    expect((await day.sellFor(first)) + (await day.sellFor(stale))).toBe(9 - rest);
    day.move('UTC', [stale]);
    expect(await day.sellFor(stale)).toBe(0);
    expect((await day.row()).spent_total_nanos).toBe(DAILY * 1000);
  });

  test('a campaign whose zone changes has spent on the new day what it spent on days that overlap, and nothing older', async () => {
    const campaign = inZone('UTC');
    const day = startCampaign(database, campaign, '2026-07-01T16:00Z');
    const machine = day.startMachine(0);
    for (const iso of ['2026-06-30T12:00Z', '2026-07-01T12:00Z', '2026-07-01T15:30Z']) {
      await day.bill([saleOf(campaign), saleOf(campaign, { isTest: true })], at(iso));
    }
    day.move('Asia/Tokyo', [machine]);
    await day.tick(machine);
    const { money, impressions } = (await day.status(machine)) ?? {};
    expect(money).toMatchObject({ spentToday: 0.01, spentTotal: 0.015 });
    expect(impressions).toMatchObject({ spentToday: 2, spentTotal: 3 });
  });
});
