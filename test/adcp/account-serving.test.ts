import { afterAll, beforeEach, expect, test } from 'bun:test';
import { accountIdOf } from '../../src/adcp/accounts/accounts.ts';
import { decideAccount } from '../../src/adcp/accounts/serve-account.ts';
import type { BuyerAccountState } from '../../src/adcp/records/account-record.ts';
import {
  BUY_TABLE,
  type BuyDefinition,
  type BuyState,
  type MediaBuy,
} from '../../src/adcp/records/buy-record.ts';
import type { NextBuyerRecord } from '../../src/adcp/records/buyer-table.ts';
import { CAMPAIGN_TABLE, type NextCampaign } from '../../src/store/campaign-table.ts';
import { type StoredCampaign, storeKey } from '../../src/store/stored-campaign.ts';
import { changeRecord } from '../../src/store/write-store.ts';
import { cleanUp } from '../process.ts';
import { ACME, newKey, sellerInProcess } from './seller-in-process.ts';

afterAll(cleanUp);

type NextBuy = NextBuyerRecord<BuyDefinition, BuyState>;

let seller: Awaited<ReturnType<typeof sellerInProcess>>;
let resumed: string[] = [];
beforeEach(async () => {
  seller = await sellerInProcess();
  resumed = [];
});

const NOVA = { brand: { domain: 'nova.example' }, operator: 'agency.example', billing: 'operator' };
const id = accountIdOf('acme', { ...NOVA, isSandbox: false });

const sync = (accounts: readonly object[], more: object = {}) =>
  seller.call(ACME, 'sync_accounts', { idempotency_key: newKey(), accounts, ...more });

const OPERATOR = { who: 'ann', role: 'admin' };

function decide(account: string, state: BuyerAccountState, reason = '') {
  return decideAccount(
    seller.database,
    { id: account, state, reason, revision: undefined, author: OPERATOR, refused: () => undefined },
    { partner: 'house', nowMs: 1 },
    async (_query, _account, buy) => {
      resumed.push(buy.id);
    },
  );
}

test('an account that is suspended or closed serves nothing from the same transaction on', async () => {
  await sync([NOVA]);
  await decide(id, 'active');
  await addBuy(id, 'buy-1', 'package-1');
  await decide(id, 'suspended', 'unpaid');
  expect(await campaignState('package-1')).toBe('paused');
  await addBuy(id, 'buy-2', 'package-2');
  await decide(id, 'active');
  expect(resumed).toEqual(['buy-1', 'buy-2']);
  await sync([], { delete_missing: true });
  expect(await campaignState('package-2')).toBe('paused');
});

async function campaignState(campaign: string) {
  const key = storeKey('house', campaign);
  return (await CAMPAIGN_TABLE.read(seller.database.query, key))?.state;
}

/** A buy with one package, whose campaign is active. */
async function addBuy(account: string, buy: string, campaign: string): Promise<void> {
  const change = { action: 'create', author: OPERATOR, nowMs: 1 };
  const ad = { advertiser: 'Nova', domain: 'nova.example', cpm: 2, creatives: [] };
  // Of the definition, only the ids of packages are read.
  const definition = { packages: [{ id: campaign }] } as unknown as BuyDefinition;
  await changeRecord<MediaBuy, NextBuy, never>(seller.database, BUY_TABLE, {
    ...change,
    key: `media-buy:${buy}`,
    decide: () => ({ id: buy, buyer: 'acme', account, state: 'open', definition }),
  });
  await changeRecord<StoredCampaign, NextCampaign, never>(seller.database, CAMPAIGN_TABLE, {
    ...change,
    key: storeKey('house', campaign),
    decide: () => ({
      partner: 'house',
      state: 'active',
      reviews: [],
      campaign: { id: campaign, ...ad },
    }),
  });
}
