import type { PackageStanding } from '../../src/adcp/package-standing.ts';
import type { Database } from '../../src/ledger/database.ts';
import type { Log } from '../../src/lib/log.ts';
import { silentLog } from '../../src/observe/log.ts';
import { CAMPAIGN_TABLE } from '../../src/store/campaign-table.ts';
import { type StoredCampaign, storeKey } from '../../src/store/stored-campaign.ts';
import { changeRecord } from '../../src/store/write-store.ts';
import { creative } from './library-fixture.ts';
import { ACCOUNT, BUYERS, newKey, OPERATOR, sellerInProcess } from './seller-in-process.ts';

export const NOW_MS = Date.parse('2027-03-01T10:00:00Z');

const CONFIG = `
publishers: [{ id: outdoors }, { id: cooking }]
partners: [{ kind: campaigns, name: house, store: true, approval: true }]
adcp:
  enabled: true
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

export const START = '2027-03-02T00:00:00Z';
export const END = '2027-03-12T00:00:00Z';

type Body = Readonly<Record<string, unknown>>;

type BuysTerms = { readonly log?: Log; readonly database?: Database };

/** A seller with an active account for each buyer, and a store whose campaigns it follows as a machine does. */
export async function buysInProcess({ log = silentLog, database: given }: BuysTerms = {}) {
  const standings = new Map<string, PackageStanding>();
  const buyers = [
    ...BUYERS,
    { id: 'capped', name: 'Capped', token: 'token-of-capped-0000', dailyCap: 100 },
  ];
  const seller = await sellerInProcess({
    config: CONFIG,
    buyers,
    startMs: NOW_MS,
    ...(given && { database: given }),
    sources: { log, standingOf: async (campaign) => standings.get(campaign) },
  });
  const { database, setAccount } = seller;
  const { refresh } = seller.parts;
  for (const { id } of buyers) await setAccount(id, 'active');

  const tokenOf = (buyer: string) => buyers.find(({ id }) => id === buyer)?.token ?? '';
  async function call(buyer: string, name: string, args: object): Promise<Body> {
    return (await seller.call(tokenOf(buyer), name, args)).body;
  }
  const change = (buyer: string, name: string, args: object) =>
    call(buyer, name, { idempotency_key: newKey(), account: ACCOUNT, ...args });
  return {
    database,
    clock: seller.state,
    standings,
    tools: seller.tools,
    /** As it is sent, and without the limit on calls. */
    send: (buyer: string, name: string, args: object) =>
      seller.callAs(name, { ...args }, seller.buyer(tokenOf(buyer)), 'exchange'),
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
    campaign: (id: unknown) => seller.campaign(String(id)),
    /** As an operator does in the console. */
    async setState(id: unknown, state: StoredCampaign['state']): Promise<void> {
      await changeRecord(database, CAMPAIGN_TABLE, {
        key: storeKey('house', String(id)),
        action: 'state',
        nowMs: seller.state.nowMs,
        author: OPERATOR,
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
