import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { openLedger } from '../../../../test/ledger/ledger.ts';
import { cleanUp, temporaryFolder } from '../../../../test/process.ts';
import { dayOf } from '../../../lib/day.ts';
import type { Database } from '../../../lib/sql/database.ts';
import { storeKey } from '../../../store/stored-campaign.ts';
import { accountAnswers } from '../../accounts/api/accounts.ts';
import { BUYER_ACCOUNT_TABLE, type BuyerAccount } from '../../adcp/records/account-record.ts';
import { BUY_TABLE, type BuyPackage, type MediaBuy } from '../../adcp/records/buy-record.ts';

afterAll(cleanUp);

const NOON_MS = Date.parse('2026-11-10T12:00:00Z');
const DAY_MS = 86_400_000;

const CALL = {
  author: { who: 'ann', role: 'admin' },
  revision: undefined,
  idempotencyKey: undefined,
} as const;

const RECORD = { createdMs: NOON_MS, changedMs: NOON_MS, changedBy: 'acme' } as const;

function accountOf(id: string, isSandbox: boolean, revision: number): BuyerAccount {
  return {
    ...RECORD,
    id,
    account: id,
    buyer: 'acme',
    state: 'active',
    revision,
    createdRevision: revision,
    definition: {
      brand: { domain: 'shop.example' },
      operator: 'shop.example',
      isSandbox,
      name: id,
      billing: 'operator',
      reason: '',
    },
  };
}

function packageOf(id: string, more: Partial<BuyPackage> = {}): BuyPackage {
  return {
    id,
    productId: 'chats',
    pricingOptionId: 'cpm',
    model: 'cpm',
    bidUsd: 4,
    budgetUsd: 30,
    pacing: 'even',
    assignments: [],
    isPaused: false,
    dayExposure: { day: '2026-11-09', usd: 999 },
    echoed: {},
    ...more,
  };
}

function buyOf(id: string, account: string, packages: readonly BuyPackage[], revision: number) {
  const buy: MediaBuy = {
    ...RECORD,
    id,
    account,
    buyer: 'acme',
    state: 'open',
    revision,
    createdRevision: revision,
    definition: {
      brand: { domain: 'shop.example' },
      startMs: NOON_MS - DAY_MS,
      endMs: NOON_MS + 9 * DAY_MS,
      packages,
      isPaused: false,
      rejectedFor: '',
      confirmedMs: NOON_MS,
      echoed: {},
    },
  };
  return buy;
}

function answersOf(database: Database, testController = false) {
  const buyers = [{ id: 'acme', name: 'Acme', token: 'of-the-config', dailyCap: 100 }];
  const adcp = { enabled: true, partner: 'own', testController, buyers, products: [] };
  const empty = new Map();
  return accountAnswers({
    ledger: { database: () => database },
    work: () => ({
      setup: {
        config: {
          publishers: [],
          partners: [],
          adcp,
          campaigns: { riskMax: 20 },
          auction: { rates: {} },
        },
      },
    }),
    store: {
      refresh: async () => {},
      accounts: () => ({ publishers: empty, partners: empty, buyers: empty, products: empty }),
      campaigns: () => new Map([[storeKey('own', 'sold'), { state: 'active' }]]),
      publisherRevision: () => 0,
    },
    standings: async () => new Map(),
    nowMs: () => NOON_MS,
  } as unknown as Parameters<typeof accountAnswers>[0]).buyers;
}

const openDatabase = () => openLedger({ kind: 'sqlite', file: join(temporaryFolder(), 'b.db') });

test('a buyer is shown with what it spent today to the nano and could spend at most, without its sandboxes', async () => {
  const database = await openDatabase();
  const { query } = database;
  await BUYER_ACCOUNT_TABLE.write(query, accountOf('real', false, 1));
  await BUYER_ACCOUNT_TABLE.write(query, accountOf('toy', true, 2));
  const canceled = { atMs: NOON_MS, reason: 'changed plans' };
  const packages = [
    packageOf('sold', { dailyCapUsd: 7.5, assignments: [{ creativeId: 'c' }] }),
    // Canceled today: it counts today as it was.
    packageOf('gone', { canceled, dayExposure: { day: '2026-11-10', usd: 12.25 } }),
    packageOf('bare'),
  ];
  await BUY_TABLE.write(query, buyOf('mb', 'real', packages, 3));
  await BUY_TABLE.write(query, buyOf('played', 'toy', [packageOf('toy-package')], 4));
  const today = dayOf(NOON_MS);
  for (const [campaign, day, nanos] of [
    ['sold', today, 1_000_000_001],
    ['sold', today - 1, 2_000_000_002],
    ['toy-package', today, 5_000_000_000],
  ] as const) {
    await query(
      `insert into campaign_delivery (partner, campaign, day, kind, detail, publisher, count, amount)
      values ('own', $1, $2, 'billed', '', 'pub', 1, $3)`,
      [campaign, day, nanos],
    );
  }
  const api = answersOf(database);
  const { rows } = await api.buyers.list(1);
  expect(rows).toMatchObject([
    {
      id: 'acme',
      dailyCapUsd: 100,
      accounts: { all: 2, waiting: 0 },
      today: { spentUsd: 1.000000001, mostUsd: 7.5 + 12.25 + 30 },
    },
  ]);
  const buys = await api.buys.list({ buyer: 'acme', account: undefined, page: 1 });
  const [played, real] = buys.rows;
  expect(real).toMatchObject({ id: 'mb', budgetUsd: 90, spentUsd: 3.000000003, isSandbox: false });
  expect([played?.isSandbox, real?.isSandbox]).toEqual([true, false]);
  await database.close();
});

test('beside a test controller no real buyer is made, and none of the sandbox becomes real', async () => {
  const database = await openDatabase();
  const { buyers } = answersOf(database, true);
  const refused = { kind: 'faults', faults: [{ path: 'sandbox' }] };
  expect(await buyers.create('{"id":"new","name":"New"}', CALL)).toMatchObject(refused);
  expect(await buyers.create('{"id":"new","name":"New","sandbox":true}', CALL)).toMatchObject({
    id: 'new',
  });
  expect(await buyers.replace('new', { id: 'new', name: 'New' }, CALL)).toMatchObject(refused);
  await database.close();
});
