import { afterAll, beforeEach, expect, test } from 'bun:test';
import type { Sale } from '../../src/core/sale/fact.ts';
import { decideCharges } from '../../src/ledger/budgets/decide-charges.ts';
import type { Database } from '../../src/lib/sql/database.ts';
import { onEachDatabase } from '../ledger/each-database.ts';
import { cleanUp } from '../process.ts';
import { FIVE_DOLLARS_CPM } from './accounts.ts';
import { factOf, saleOf } from './world.ts';
import { at, inZone, startCampaign } from './zoned-campaign.ts';

afterAll(cleanUp);

onEachDatabase(({ open }) => {
  let database: Database;
  beforeEach(async () => {
    database = await open();
  });

  test.each([
    ['Europe/Berlin', '2026-03-28T23:00Z', '2026-03-29T22:00Z', 'of 23 hours'],
    ['Europe/Berlin', '2026-10-24T22:00Z', '2026-10-25T23:00Z', 'of 25 hours'],
    ['Asia/Kolkata', '2026-03-28T18:30Z', '2026-03-29T18:30Z', 'that begins at half past in UTC'],
    ['America/Havana', '2026-03-08T05:00Z', '2026-03-09T04:00Z', 'without a midnight'],
    ['America/Havana', '2026-11-01T04:00Z', '2026-11-02T05:00Z', 'with two midnights'],
    ['Asia/Beirut', '2026-10-23T21:00Z', '2026-10-24T22:00Z', 'that ends an hour after midnight'],
  ])('in %s a daily budget is spent once between %s and %s, a day %s', async (zone, from, to) => {
    const day = startCampaign(database, inZone(zone), from);
    const machine = day.startMachine(0);
    expect(await day.sellFor(machine)).toBe(10);
    expect(await day.status(machine)).toMatchObject({ state: 'daily-budget-reached' });
    for (const ms of [at(from) + 3_600_000, at('2026-03-29'), at('2026-10-25'), at(to) - 5000]) {
      if (ms < day.nowMs() || ms >= at(to)) continue;
      day.advance(ms - day.nowMs());
      expect(await day.sellFor(machine)).toBe(0);
    }
    day.advance(at(to) - day.nowMs());
    expect(await day.sellFor(machine)).toBe(10);
  });

  test('a bill counts on the local day on which it happened, however late it comes', async () => {
    const day = startCampaign(database, inZone('America/New_York'), '2026-07-02T03:50Z');
    const machine = day.startMachine(0);
    expect(await day.sellFor(machine, 2)).toBe(2);
    // New York's midnight is 4:00 UTC.
    day.goTo('2026-07-02T04:00:01Z');
    await day.tick(machine);
    const sale = day.sell(machine, 0, FIVE_DOLLARS_CPM) as Sale;
    await day.bill([sale], at('2026-07-02T04:00:00Z'));
    const late = { ...sale, auctionId: 'late', portion: 0 };
    await day.bill([late], at('2026-07-02T03:59:59Z'));
    expect(await day.row()).toMatchObject({
      spent_day_nanos: 5_000_000,
      spent_before_nanos: 15_000_000,
    });
  });

  test('a charge beyond the budget of the local day is not made, one of the next day is', async () => {
    const campaign = inZone('America/New_York');
    const day = startCampaign(database, campaign, '2026-07-02T03:50Z');
    expect(await day.sellFor(day.startMachine(0))).toBe(10);
    const uncharged = async (iso: string) => {
      const facts = [factOf('bill', saleOf(campaign), at(iso))];
      const knowledge = { remotePartners: new Set<string>(), accountOf: () => campaign };
      const { events } = await decideCharges(database.query, 'sqlite', facts, knowledge);
      return events[0]?.uncharged;
    };
    expect(await uncharged('2026-07-02T03:59:59Z')).toBe('over-budget');
    expect(await uncharged('2026-07-02T04:00:00Z')).toBeUndefined();
  });
});
