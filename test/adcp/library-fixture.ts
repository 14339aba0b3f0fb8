import {
  BUY_TABLE,
  type BuyPackage,
  buyKey,
  type MediaBuy,
} from '../../src/adcp/records/buy-record.ts';
import type {
  BuyerRecord,
  BuyerTable,
  NextBuyerRecord,
} from '../../src/adcp/records/buyer-table.ts';
import { CAMPAIGN_TABLE, type NextCampaign } from '../../src/store/campaign-table.ts';
import { type StoredCampaign, storeKey } from '../../src/store/stored-campaign.ts';
import { changeRecord } from '../../src/store/write-store.ts';
import { ACCOUNT, newKey, OPERATOR, sellerInProcess } from './seller-in-process.ts';

const CONFIG = `
publishers:
  - { id: outdoors }
partners:
  - { kind: campaigns, name: house, store: true, approval: true }
adcp:
  enabled: true
  partner: house
  products:
    - { id: chats, name: Chats, description: Conversations, publishers: [outdoors], floors: { cpm: 2 } }
    - { id: cards, name: Cards, description: Products, publishers: [outdoors], floors: { cpm: 2 }, formats: [native_product_card] }
`;

const NOW_MS = Date.parse('2026-11-18T12:00:00Z');
const DAY_MS = 86_400_000;

/** A seller with an active account of two buyers, whose store is read like that of a machine. */
export async function libraryInProcess({ testController = false } = {}) {
  const seller = await sellerInProcess({ config: CONFIG, testController, startMs: NOW_MS });
  const { database, accountOf } = seller;
  for (const buyer of ['acme', 'other']) await seller.setAccount(buyer, 'active');

  async function write<Definition, State extends string>(
    table: BuyerTable<Definition, State>,
    next: NextBuyerRecord<Definition, State>,
  ): Promise<void> {
    type Stored = BuyerRecord<Definition, State>;
    await changeRecord<Stored, typeof next, never>(database, table, {
      key: table.keyOf(next as Stored),
      action: 'change',
      author: OPERATOR,
      nowMs: NOW_MS,
      decide: () => next,
    });
  }

  return {
    ...seller,
    /** A buy of one package, without creatives. */
    async buy(id: string, { buyer = 'acme', product = 'chats' } = {}): Promise<string> {
      const account = accountOf(buyer);
      const line: BuyPackage = {
        id: `${id}-1`,
        productId: product,
        pricingOptionId: 'cpm_auction',
        model: 'cpm',
        bidUsd: 3,
        budgetUsd: 100,
        pacing: 'even',
        assignments: [],
        isPaused: false,
        dayExposure: { day: '2026-11-18', usd: 100 },
        echoed: {},
      };
      const definition: MediaBuy['definition'] = {
        brand: ACCOUNT.brand,
        startMs: NOW_MS - DAY_MS,
        endMs: NOW_MS + 30 * DAY_MS,
        packages: [line],
        isPaused: false,
        rejectedFor: '',
        confirmedMs: NOW_MS,
        echoed: {},
      };
      await write(BUY_TABLE, { id, buyer, account, state: 'open', definition });
      return line.id;
    },
    async cancel(id: string): Promise<void> {
      const found = await BUY_TABLE.read(database.query, buyKey(id));
      if (found !== undefined) await write(BUY_TABLE, { ...found, state: 'canceled' });
    },
    readBuy: (id: string) => BUY_TABLE.read(database.query, buyKey(id)),
    /** As a reviewer does in the console. */
    async review(campaign: string, state: 'approved' | 'rejected', reason = ''): Promise<void> {
      await changeRecord<StoredCampaign, NextCampaign, never>(database, CAMPAIGN_TABLE, {
        key: storeKey('house', campaign),
        action: 'review',
        author: OPERATOR,
        nowMs: NOW_MS,
        decide(current) {
          if (current === undefined) throw new Error(`there is no campaign ${campaign}`);
          const reviews = current.reviews.map(({ creative }) => ({ creative, state, reason }));
          return { ...current, reviews };
        },
      });
      await seller.parts.refresh();
    },
    sync: (token: string, args: object) =>
      seller.call(token, 'sync_creatives', {
        idempotency_key: newKey(),
        account: ACCOUNT,
        ...args,
      }),
    list: (token: string, args: object = {}) =>
      seller.call(token, 'list_creatives', { account: ACCOUNT, ...args }),
  };
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

export const OWN_FORMAT = { agent_url: 'https://exchange.example/adcp/mcp', id: 'native_in_feed' };

export const creative = (id: string, more: object = {}) => ({
  creative_id: id,
  name: `Creative ${id}`,
  format_id: OWN_FORMAT,
  assets: ASSETS,
  ...more,
});
