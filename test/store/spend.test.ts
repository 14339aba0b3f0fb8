import { afterAll, expect, test } from 'bun:test';
import { writeDelivery } from '../../src/ledger/delivery/delivery.ts';
import { readCampaignDays, readSpend } from '../../src/ledger/delivery/read-delivery.ts';
import { onEachDatabase } from '../ledger/each-database.ts';
import { cleanUp } from '../process.ts';

afterAll(cleanUp);

onEachDatabase(({ open }) => {
  test('what campaigns spent is summed up for all of them, and by day for some', async () => {
    const database = await open();
    const cell = (campaign: string, day: number, kind: 'billed' | 'shown', amount: number) => ({
      partner: 'own',
      campaign,
      day,
      kind,
      detail: 'card',
      publisher: '',
      count: 3,
      amount,
    });
    await writeDelivery(database.query, [
      cell('a', 10, 'billed', 100),
      cell('a', 12, 'billed', 20),
      cell('a', 12, 'shown', 0),
      cell('b', 12, 'billed', 7),
      cell('b', 9, 'billed', 1000),
    ]);
    const spend = await readSpend(database, { fromDay: 10, today: 12 });
    expect(spend.toSorted((one, other) => one.campaign.localeCompare(other.campaign))).toEqual([
      { partner: 'own', campaign: 'a', todayNanos: 20, nanos: 120 },
      { partner: 'own', campaign: 'b', todayNanos: 7, nanos: 7 },
    ]);
    const asked = { partner: 'own', campaigns: ['a'], fromDay: 11 };
    expect(await readCampaignDays(database, asked)).toEqual([
      {
        partner: 'own',
        campaign: 'a',
        day: 12,
        shown: 3,
        clicked: 0,
        converted: 0,
        nanos: 20,
        valueMicros: 0,
      },
    ]);
    expect(await readCampaignDays(database, { ...asked, toDay: 11 })).toEqual([]);
  });
});
