import { accountIdOf } from '../../src/adcp/accounts.ts';
import { createBuyers } from '../../src/adcp/buyers.ts';
import type { PackageStanding } from '../../src/adcp/package-standing.ts';
import {
  accountRecordKey,
  BUYER_ACCOUNT_TABLE,
  type BuyerAccountState,
} from '../../src/adcp/records/account-record.ts';
import { createSeller } from '../../src/adcp/seller.ts';
import { createRuntime } from '../../src/lib/runtime.ts';
import { silentLog } from '../../src/observe/log.ts';
import { CAMPAIGN_TABLE, readPartner } from '../../src/store/campaign-table.ts';
import { type StoredCampaign, storeKey } from '../../src/store/stored-campaign.ts';
import { changeRecord } from '../../src/store/write-store.ts';
import { load } from '../config-file.ts';
import { openOwnLedger } from '../ledger/ledger.ts';

export const NOW_MS = Date.parse('2027-03-01T10:00:00Z');

const CONFIG = `
publishers: [{ id: outdoors }, { id: cooking }]
partners: [{ kind: campaigns, name: house, store: true, approval: true }]
adcp:
  enabled: true
  buyers:
    - { id: acme, name: Acme, token: token-of-acme-000000 }
    - { id: capped, name: Capped, token: token-of-capped-0000, dailyCap: 100 }
    - { id: other, name: Other, token: token-of-other-00000 }
    - { id: trial, name: Trial, token: token-of-trial-00000, sandbox: true }
  products:
    - { id: chats, name: Chats, description: All chats, publishers: [outdoors, cooking], floors: { cpm: 2, cpc: 0.5 } }
    - id: trails
      name: Trails
      description: About trails
      publishers: [outdoors]
      floors: { cpm: 3 }
      minSpend: 50
      targeting: { include: { countries: [DE, AT], keywords: [trail shoes, hiking boots] }, exclude: { countries: [CH] } }
`;

export const ACCOUNT = { brand: { domain: 'nova.example' }, operator: 'agency.example' };
export const START = '2027-03-02T00:00:00Z';
export const END = '2027-03-12T00:00:00Z';

type Body = Readonly<Record<string, unknown>>;

/** A seller with an active account for each buyer, and a store whose campaigns it follows as a machine does. */
export async function buysInProcess() {
  const config = load(CONFIG);
  const database = await openOwnLedger();
  const clock = { nowMs: NOW_MS };
  const standings = new Map<string, PackageStanding>();
  let campaigns: ReadonlyMap<string, StoredCampaign> = new Map();
  let keys = 0;
  const refresh = async () => {
    const stored = await readPartner(database.query, 'house');
    campaigns = new Map(stored.map((one) => [storeKey('house', one.campaign.id), one]));
  };
  const seller = createSeller({
    ...createRuntime(silentLog),
    nowMs: () => clock.nowMs,
    config: () => config,
    database: () => database,
    campaigns: () => campaigns,
    storedProducts: () => new Map(),
    publisherOf: (id) => config.publishers.find((one) => one.id === id),
    refresh,
    report: async () => ({ reason: 'a test has no reports' }),
    standingOf: async (campaign) => standings.get(campaign),
    publicUrl: () => 'https://exchange.example',
  });
  const buyers = createBuyers({ config: () => config, stored: () => new Map() });
  const tokenOf = (id: string) => config.adcp.buyers.find((one) => one.id === id)?.token ?? '';
  const setAccount = (buyer: string, state: BuyerAccountState) => {
    const key = { ...ACCOUNT, isSandbox: buyer === 'trial' };
    const id = accountIdOf(buyer, key);
    const definition = { ...key, name: 'Nova', billing: 'operator' as const, reason: '' };
    return changeRecord(database, BUYER_ACCOUNT_TABLE, {
      key: accountRecordKey(id),
      action: 'create',
      nowMs: clock.nowMs,
      author: { who: 'ann', role: 'admin' },
      decide: () => ({ id, buyer, account: id, state, definition }),
    });
  };
  for (const { id } of config.adcp.buyers) await setAccount(id, 'active');

  async function call(buyer: string, name: string, args: object): Promise<Body> {
    const answer = await seller.call(name, { ...args }, buyers.find(tokenOf(buyer)));
    if (answer === undefined) throw new Error(`there is no tool ${name}`);
    return answer.body;
  }
  const change = (buyer: string, name: string, args: object) =>
    call(buyer, name, {
      idempotency_key: `key-of-a-test-${String(keys++).padStart(6, '0')}`,
      account: ACCOUNT,
      ...args,
    });
  return {
    database,
    clock,
    standings,
    call,
    change,
    refresh,
    setAccount,
    create: (args: object, buyer = 'acme') =>
      change(buyer, 'create_media_buy', { ...BUY, ...args }),
    update: (id: unknown, args: object, buyer = 'acme') =>
      change(buyer, 'update_media_buy', { media_buy_id: id, ...args }),
    list: (args: object = {}, buyer = 'acme') => call(buyer, 'get_media_buys', args),
    keep: (id: string, more: object = {}, buyer = 'acme') =>
      change(buyer, 'sync_creatives', { creatives: [creative(id, more)] }),
    campaign: (id: unknown) => campaigns.get(storeKey('house', String(id))),
    /** As an operator does in the console. */
    async setState(id: unknown, state: StoredCampaign['state']): Promise<void> {
      await changeRecord(database, CAMPAIGN_TABLE, {
        key: storeKey('house', String(id)),
        action: 'state',
        nowMs: clock.nowMs,
        author: { who: 'ann', role: 'admin' },
        decide(current: StoredCampaign | undefined) {
          if (current === undefined) throw new Error(`there is no campaign ${id}`);
          return { ...current, state };
        },
      });
      await refresh();
    },
  };
}

export const LINE = {
  product_id: 'chats',
  pricing_option_id: 'cpm_auction',
  budget: 100,
  bid_price: 4,
};

export const BUY = {
  brand: ACCOUNT.brand,
  start_time: START,
  end_time: END,
  packages: [LINE],
};

const text = (content: string) => ({ asset_type: 'text', content });

export const creative = (id: string, more: object = {}) => ({
  creative_id: id,
  name: `Creative ${id}`,
  format_id: { agent_url: 'https://exchange.example/adcp/mcp', id: 'native_in_feed' },
  assets: {
    title: text('Boots for every trail'),
    body_text: text('Waterproof and light.'),
    advertiser_name: text('Nova Outdoor'),
    landing_page_url: { asset_type: 'url', url: 'https://nova.example/boots' },
  },
  ...more,
});

/** The packages of an answer. */
export function packagesOf(body: Body): readonly Body[] {
  const packages = body.packages ?? body.affected_packages;
  if (!Array.isArray(packages)) throw new Error(JSON.stringify(body));
  return packages;
}

/** The first error of an answer. */
export function errorOf(body: Body): { code: string; field?: string; message: string } {
  return body.adcp_error as { code: string; field?: string; message: string };
}
