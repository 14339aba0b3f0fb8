import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { BidResponse } from '../../src/core/openrtb/bid-response.ts';
import type { Machine } from '../../src/host/machine/machine.ts';
import type { AccountList } from '../../src/parts/adcp/page/api.ts';
import { type Caller, callerOf, startWithRoles, TOKENS } from '../accounts/machine.ts';
import { TITLE_ONLY } from '../campaigns/test-support.ts';
import { eventually } from '../eventually.ts';
import { BUYER_TOKEN, callTool, SELLING } from './call-seller.ts';

const DAY_MS = 86_400_000;
const ACCOUNT = { brand: { domain: 'trail.example' }, operator: 'agency.example' };

let machine: Machine;
let admin: Caller;
beforeAll(async () => {
  machine = await startWithRoles({
    ...SELLING,
    access: 'listed',
    publishers: [{ id: 'chat' }],
    partners: [{ name: 'own', kind: 'campaigns', store: true, approval: true }],
    adcp: {
      ...SELLING.adcp,
      products: [
        {
          id: 'chats',
          name: 'Chats about sport',
          description: 'Native ads in answers about running, hiking and other sport',
          publishers: ['chat'],
          floors: { cpm: 2 },
        },
      ],
    },
  });
  admin = callerOf(machine.adminUrl, TOKENS.admin);
});
afterAll(() => machine.stop(0));

let keys = 0;
/** What the tool answers a buyer that does all right. */
async function ask<T>(tool: string, args: object): Promise<T> {
  const address = { url: `${machine.url}/adcp/mcp`, token: BUYER_TOKEN };
  const answer = await callTool(address, tool, { adcp_version: '3.2', ...args });
  if (answer.isError) throw new Error(JSON.stringify(answer.body));
  return answer.body as T;
}
const change = <T>(tool: string, args: object) =>
  ask<T>(tool, { idempotency_key: `a-key-of-a-change-${++keys}`, ...args });

type Found = {
  readonly products: readonly {
    readonly product_id: string;
    readonly pricing_options: readonly { readonly pricing_option_id: string }[];
  }[];
};
type Made = {
  readonly media_buy_id: string;
  readonly packages: readonly { readonly package_id: string }[];
};
type Listed = {
  readonly media_buys: readonly {
    readonly status: string;
    readonly packages: readonly object[];
  }[];
};
type Report = {
  readonly media_buy_deliveries: readonly {
    readonly totals: { readonly impressions: number; readonly spend: number };
    readonly daily_breakdown: readonly { readonly date: string }[];
    readonly by_package: readonly {
      readonly package_id: string;
      readonly impressions: number;
      readonly spend: number;
    }[];
  }[];
};

type Ledger = {
  readonly rows: readonly { readonly campaign: string; readonly spend_usd: string }[];
};

const bid = () =>
  fetch(`${machine.url}/openrtb2`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      id: 'r1',
      imp: [{ id: '1', native: { request: JSON.stringify(TITLE_ONLY) } }],
      site: { publisher: { id: 'chat' }, keywords: 'trail shoes' },
      device: { language: 'en' },
    }),
  });

test('an agent finds a product, buys it and brings its ad; people approve; the impression is billed, and reported exact to the nano', async () => {
  const declared = { ...ACCOUNT, billing: 'operator' };
  await change('sync_accounts', { accounts: [declared] });
  const [account] = (await admin<AccountList>('GET', '/api/buyer-accounts')).body.rows;
  const approved = await admin(
    'POST',
    `/api/buyer-accounts/${account?.id}/state`,
    { state: 'active' },
    { 'If-Match': `"${account?.revision}"` },
  );
  expect(approved.status).toBe(200);

  const brief = { buying_mode: 'brief', brief: 'Trail running shoes for hikers' };
  const { products } = await ask<Found>('get_products', { ...brief, account: ACCOUNT });
  expect(products.map(({ product_id }) => product_id)).toEqual(['chats']);
  const buy = await change<Made>('create_media_buy', {
    account: ACCOUNT,
    brand: ACCOUNT.brand,
    start_time: 'asap',
    end_time: new Date(Date.now() + 7 * DAY_MS).toISOString(),
    packages: [
      {
        product_id: 'chats',
        pricing_option_id: products[0]?.pricing_options[0]?.pricing_option_id,
        budget: 100,
        bid_price: 3.333333,
        pacing: 'asap',
      },
    ],
  });
  const [line] = buy.packages;
  expect((await bid()).status).toBe(204);

  await change('sync_creatives', {
    account: ACCOUNT,
    creatives: [
      {
        creative_id: 'grip',
        name: 'Grip',
        format_kind: 'native_in_feed',
        assets: {
          title: { asset_type: 'text', content: 'Trail shoes that grip' },
          advertiser_name: { asset_type: 'text', content: 'Trail' },
          landing_page_url: { asset_type: 'url', url: 'https://trail.example/shoes' },
        },
      },
    ],
    assignments: [{ creative_id: 'grip', package_id: line?.package_id }],
  });
  expect((await bid()).status).toBe(204);
  const waiting = await ask<Listed>('get_media_buys', { media_buy_ids: [buy.media_buy_id] });
  expect(JSON.stringify(waiting.media_buys)).toContain('pending_review');

  const path = `/api/campaigns/own/${line?.package_id}`;
  const { headers } = await admin('GET', path);
  const reviewed = await admin(
    'POST',
    `/api/creatives/own/${line?.package_id}/grip/review`,
    { state: 'approved' },
    { 'If-Match': headers.get('etag') ?? '' },
  );
  expect(reviewed.status).toBe(200);
  // The budget reaches the machine within a moment.
  let answer = await bid();
  await eventually(async () => {
    if (answer.status !== 200) answer = await bid();
    return answer.status === 200;
  });
  const { seatbid } = (await answer.json()) as BidResponse;
  const won = seatbid?.[0]?.bid[0];
  expect(won?.cid).toBe(line?.package_id);
  expect((await fetch(won?.burl ?? '')).status).toBe(204);

  const asked = { media_buy_ids: [buy.media_buy_id] };
  let report: Report['media_buy_deliveries'][number] | undefined;
  await eventually(async () => {
    [report] = (await ask<Report>('get_media_buy_delivery', asked)).media_buy_deliveries;
    return report?.totals.spend !== 0;
  });
  const today = new Date().toISOString().slice(0, 10);
  const yesterday = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
  const ledger = await admin<Ledger>('GET', `/api/report?by=campaign&from=${yesterday}`);
  const [billed] = ledger.body.rows.filter(({ campaign }) => campaign === line?.package_id);
  expect(won?.price).toBe(3.333333);
  expect(billed?.spend_usd).toBe('0.003333333');
  expect(report).toMatchObject({
    totals: { spend: 0.003333333 },
    by_package: [{ package_id: line?.package_id, spend: 0.003333333 }],
  });
  expect([today, yesterday]).toContain(report?.daily_breakdown[0]?.date ?? '');
});
