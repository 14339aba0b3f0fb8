import { afterAll, expect, test } from 'bun:test';
import { writeDelivery } from '../../src/ledger/delivery/delivery.ts';
import { readCampaignDays, readSpend } from '../../src/ledger/delivery/spend.ts';
import { createAccountStore } from '../../src/store/account-store.ts';
import { ADVERTISER_TABLE } from '../../src/store/account-table.ts';
import { blockedDomainsOf } from '../../src/store/advertiser-record.ts';
import { readAccounts } from '../../src/store/known-accounts.ts';
import { readAudit } from '../../src/store/read-audit.ts';
import { onEachDatabase } from '../ledger/each-database.ts';
import { cleanUp } from '../process.ts';
import { accountsIn } from './accounts.ts';

afterAll(cleanUp);

const AUTHOR = { who: 'ann', role: 'admin' };
const SHOP = { domain: 'shop.example', name: 'The Shop' };
const at = (id: string, revision?: number) => ({ id, revision });

onEachDatabase(({ open }) => {
  test('an advertiser has revisions, states and a history like every record, apart from publishers of its name', async () => {
    const database = await open();
    const table = ADVERTISER_TABLE;
    const store = createAccountStore({ database, kind: 'advertiser', table, nowMs: () => 1 });
    await accountsIn(database).addPublisher({ id: SHOP.domain });
    const made = { id: SHOP.domain, state: 'active', definition: SHOP } as const;
    expect(await store.create(made, AUTHOR)).toMatchObject({ state: 'active', revision: 2 });
    expect(await store.create(made, AUTHOR)).toEqual({ kind: 'exists' });
    const renamed = { ...SHOP, name: 'Shop Ltd' };
    const rename = (revision: number) =>
      store.replace(at(SHOP.domain, revision), () => ({ definition: renamed }), AUTHOR);
    expect(await rename(1)).toMatchObject({ kind: 'stale', revision: 2 });
    expect(await rename(2)).toMatchObject({ definition: renamed });
    expect(await store.setState(at(SHOP.domain), 'blocked', AUTHOR)).toMatchObject({
      state: 'blocked',
    });
    // The block would go with it.
    expect(await store.setState(at(SHOP.domain), 'deleted', AUTHOR)).toEqual({
      kind: 'not-allowed',
      reason: 'expected one that is active, but it is blocked',
    });
    const { advertisers, publishers } = await readAccounts(database);
    expect(blockedDomainsOf(advertisers.values())).toEqual([SHOP.domain]);
    expect([...publishers.values()].map(({ state }) => state)).toEqual(['active']);
    const subject = `advertiser:${SHOP.domain}`;
    const history = await readAudit(database.query, { subject, beforeId: undefined });
    expect(history.map(({ action, changes }) => [action, changes.length])).toEqual([
      ['state', 1],
      ['change', 1],
      ['create', 1],
    ]);
  });

  test('one that nobody has described is described by its block, and by nothing else', async () => {
    const database = await open();
    const table = ADVERTISER_TABLE;
    const store = createAccountStore({ database, kind: 'advertiser', table, nowMs: () => 1 });
    const block = () => store.setState(at(SHOP.domain), 'blocked', AUTHOR, SHOP);
    expect(await store.setState(at(SHOP.domain), 'blocked', AUTHOR)).toEqual({ kind: 'not-found' });
    expect(await block()).toMatchObject({ state: 'blocked', definition: SHOP });
    expect(await store.setState(at(SHOP.domain), 'active', AUTHOR)).toMatchObject({
      state: 'active',
    });
    expect(await store.setState(at(SHOP.domain), 'deleted', AUTHOR)).toMatchObject({
      state: 'deleted',
    });
    expect(await block()).toMatchObject({ state: 'blocked', definition: SHOP });
  });

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
