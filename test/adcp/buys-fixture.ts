import { silentLog } from '../../src/host/observe/log.ts';
import type { Log } from '../../src/lib/log.ts';
import { Refusal } from '../../src/lib/refusal.ts';
import type { Database } from '../../src/lib/sql/database.ts';
import { accountIdOf, type BuyerAccountState } from '../../src/parts/adcp/accounts.ts';
import { MEDIA_BUY } from '../../src/parts/adcp/buy.ts';
import type { PackageStanding } from '../../src/parts/adcp/seller-terms.ts';
import {
  CAMPAIGN,
  campaignKey,
  type StoredCampaign,
  withReview,
} from '../../src/store/campaign-kind.ts';
import { findRecord, writeIn } from '../../src/store/store.ts';
import { ACCOUNT, BUYERS, newKey, OPERATOR, sellerInProcess } from './seller-in-process.ts';

export const NOW_MS = Date.parse('2027-03-01T10:00:00Z');

export const BUYS_CONFIG = `
publishers: [{ id: outdoors }, { id: cooking }]
partners: [{ kind: campaigns, name: house, store: true, approval: true }]
adcp:
  enabled: true
  products:
    - { id: chats, name: Chats, description: All chats, publishers: [outdoors, cooking], floors: { cpm: 2, cpc: 0.5 } }
    - { id: cards, name: Cards, description: Products, publishers: [outdoors], floors: { cpm: 2 }, formats: [native_product_card] }
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

type BuysTerms = {
  readonly log?: Log;
  readonly database?: Database;
};

/** A seller with an active account for each buyer, and a store whose campaigns it follows as a machine does. */
export async function buysInProcess({ log = silentLog, database: given }: BuysTerms = {}) {
  const standings = new Map<string, PackageStanding>();
  const buyers = [
    ...BUYERS,
    { id: 'capped', name: 'Capped', token: 'token-of-capped-0000', dailyCap: 100 },
  ].map((buyer) => ({ ...buyer, callsPerMinute: 1_000_000 }));
  const seller = await sellerInProcess({
    config: BUYS_CONFIG,
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
  async function changeCampaign(
    id: unknown,
    next: (current: StoredCampaign) => Partial<StoredCampaign>,
  ): Promise<void> {
    await database.transaction((query) =>
      writeIn(query, CAMPAIGN, campaignKey('house', String(id)), {
        action: 'state',
        nowMs: seller.state.nowMs,
        by: OPERATOR,
        next(current) {
          if (current === undefined) throw new Error(`there is no campaign ${id}`);
          return next(current);
        },
      }),
    );
    await refresh();
  }
  const change = (buyer: string, name: string, args: object) =>
    call(buyer, name, { idempotency_key: newKey(), account: ACCOUNT, ...args });
  return {
    database,
    clock: seller.state,
    standings,
    tools: seller.tools,
    parts: seller.parts,
    buyers: seller.buyers,
    callAs: seller.callAs,
    /** As it is sent. */
    send: (buyer: string, name: string, args: object) =>
      seller.callAs(name, { ...args }, seller.buyer(tokenOf(buyer))),
    call,
    change,
    refresh,
    setAccount,
    /** As an operator decides of an account, whose buys are served anew with it. */
    decide: (buyer: string, state: BuyerAccountState, reason = '', of = ACCOUNT) =>
      seller.decide(accountIdOf(buyer, { ...of, isSandbox: buyer === 'trial' }), state, reason),
    create: (args: object, buyer = 'acme') =>
      change(buyer, 'create_media_buy', { ...BUY, ...args }),
    update: (id: unknown, args: object, buyer = 'acme') =>
      change(buyer, 'update_media_buy', { media_buy_id: id, ...args }),
    list: (args: object = {}, buyer = 'acme') => call(buyer, 'get_media_buys', args),
    keep: (id: string, more: object = {}, buyer = 'acme') =>
      change(buyer, 'sync_creatives', { creatives: [creative(id, more)] }),
    campaign: (id: unknown) => seller.campaign(String(id)),
    /** As an operator does in the console. */
    setState: (id: unknown, state: StoredCampaign['state']) =>
      changeCampaign(id, () => ({ state })),
    /** As a reviewer does in the console. */
    review: (id: unknown, state: 'approved' | 'rejected', reason = '') =>
      changeCampaign(id, (current) =>
        current.definition.creatives.reduce(
          (one, { id: creative }) => {
            const made = withReview(one, creative, { state, reason });
            if (made instanceof Refusal) throw new Error(made.details.reason);
            return { definition: current.definition, kept: made.kept };
          },
          current as Pick<StoredCampaign, 'definition' | 'kept'>,
        ),
      ),
    /** A buy of one package without creatives, whose flight has begun. */
    async buy({ buyer = 'acme', product = 'chats' } = {}) {
      const packages = [{ ...LINE, product_id: product }];
      const args = { ...BUY, start_time: 'asap', packages };
      const made = await change(buyer, 'create_media_buy', args);
      return { id: String(made.media_buy_id), line: String(packagesOf(made)[0]?.package_id) };
    },
    readBuy: (id: string) => findRecord(database.query, MEDIA_BUY, id),
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

export const text = (content: string) => ({ asset_type: 'text', content });

export const ASSETS = {
  title: text('Boots for every trail'),
  body_text: text('Waterproof and light.'),
  advertiser_name: text('Nova Outdoor'),
  cta: text('Shop now'),
  landing_page_url: { asset_type: 'url', url: 'https://nova.example/boots' },
  main_image: {
    asset_type: 'image',
    url: 'https://nova.example/boots.png',
    width: 1200,
    height: 627,
  },
};

const OWN_FORMAT = { agent_url: 'https://exchange.example/adcp/mcp', id: 'native_in_feed' };

export const creative = (id: string, more: object = {}) => ({
  creative_id: id,
  name: `Creative ${id}`,
  format_id: OWN_FORMAT,
  assets: ASSETS,
  ...more,
});
