import { afterAll, expect, test } from 'bun:test';
import { BUY_STATUSES } from '../../src/adcp/records/buy-record.ts';
import type { BuyerAccountList } from '../../src/console/buyers/api.ts';
import type { Database } from '../../src/ledger/database.ts';
import { readPartner } from '../../src/store/campaign-table.ts';
import { readAudit } from '../../src/store/read-audit.ts';
import { callerOf, TOKENS } from '../accounts/machine.ts';
import { eventually } from '../eventually.ts';
import { databaseOf, type Exchange, startExchange } from '../notices/exchange.ts';
import { cleanUp, killGroup, temporaryFolder } from '../process.ts';
import { BUYER_TOKEN } from './call-seller.ts';
import { callTool } from './call-tool.ts';

afterAll(cleanUp);

const CONFIG = `
admin: { port: 0, tokens: [{ name: ann, token: ${TOKENS.admin}, role: admin }] }
publishers: [{ id: chat }]
partners: [{ name: own, kind: campaigns, store: true, approval: true }]
adcp:
  enabled: true
  buyers: [{ id: acme, name: Acme, token: ${BUYER_TOKEN}, dailyCap: 500 }]
  products: [{ id: chats, name: Chats, description: All chats, publishers: [chat], floors: { cpm: 2 } }]
`;
const DAY_MS = 86_400_000;
const ACCOUNT = { brand: { domain: 'trail.example' }, operator: 'agency.example' };

/** A moment in which a call may be on its way, being carried out, stored or answered. */
const aMoment = () => Bun.sleep(Math.random() * 20);

/** An exchange that starts again where it was killed. */
async function startKillable() {
  const options = { dataDir: temporaryFolder(), more: CONFIG };
  let exchange: Exchange = await startExchange(options);
  return {
    database: await databaseOf(exchange),
    tool: (name: string, args: object) =>
      callTool({ url: `http://127.0.0.1:${exchange.port}/adcp/mcp`, token: BUYER_TOKEN }, name, {
        adcp_version: '3.2',
        ...args,
      }),
    operator: <T>(...call: Parameters<ReturnType<typeof callerOf>>) =>
      callerOf(exchange.adminUrl, TOKENS.admin)<T>(...call),
    async dieAndRestart(): Promise<void> {
      killGroup(exchange.pid, 'SIGKILL');
      await exchange.exited;
      exchange = await startExchange(options);
    },
  };
}

type Killable = Awaited<ReturnType<typeof startKillable>>;

/** All changes that were ever made, the first one first. */
async function changesIn({ query }: Database): Promise<readonly string[]> {
  const rows = await readAudit(query, { subject: undefined, beforeId: undefined });
  return rows.map(({ who, action, subject }) => `${who} ${action} ${subject}`).reverse();
}

const BOTH = ['any', 'stored'] as const;

/** When the machine is killed: at any moment after a call was sent, or once its change is stored. Nobody reads its answer. */
type KillMoment = 'any' | 'stored';

/** Sends a call and kills the machine, moment by moment; then sends it once more. Returns that answer, and what all made. */
async function throughKills<Answer>(
  { database, dieAndRestart }: Killable,
  moments: readonly KillMoment[],
  send: () => Promise<Answer>,
) {
  const before = await changesIn(database);
  const isStored = async () => (await changesIn(database)).length > before.length;
  for (const moment of moments) {
    const unread = Promise.allSettled([send()]);
    await (moment === 'any' ? aMoment() : eventually(isStored));
    await dieAndRestart();
    await unread;
  }
  const wasStored = await isStored();
  const answer = await send();
  const after = await changesIn(database);
  expect(after.slice(0, before.length)).toEqual([...before]);
  return { answer, wasStored, made: after.slice(before.length) };
}

/** A tool call is either carried out now or has been: then it is a replay of the one answer. */
async function toolThroughKills(
  exchange: Killable,
  moments: readonly KillMoment[],
  name: string,
  args: object,
) {
  const call = { idempotency_key: `key-of-${name}-${Bun.hash(JSON.stringify(args))}`, ...args };
  const send = () => exchange.tool(name, call);
  const { answer, wasStored, made } = await throughKills(exchange, moments, send);
  expect(answer.isError).toBe(false);
  expect(answer.body.replayed).toBe(wasStored ? true : undefined);
  expect((await send()).body).toEqual({ ...answer.body, replayed: true });
  return { body: answer.body, made };
}

/** What an operator has seen is changed once: a repetition is told that it has changed since. */
async function operatorThroughKills(
  exchange: Killable,
  moments: readonly KillMoment[],
  call: { readonly path: string; readonly state: string; readonly etag: string },
) {
  const send = () =>
    exchange.operator('POST', call.path, { state: call.state }, { 'If-Match': call.etag });
  const { answer, wasStored, made } = await throughKills(exchange, moments, send);
  expect(answer.status).toBe(wasStored ? 412 : 200);
  expect((await send()).status).toBe(412);
  return made;
}

async function accountsOf({ operator }: Killable) {
  return (await operator<BuyerAccountList>('GET', '/api/buyer-accounts')).body.rows;
}

async function campaignsOf({ database }: Killable) {
  const stored = await readPartner(database.query, 'own');
  return stored.map(({ state, campaign, reviews }) => ({
    id: campaign.id,
    state,
    total: campaign.budget?.total,
    reviews: reviews.map((review) => review.state),
  }));
}

async function buysOf({ tool }: Killable) {
  const { body } = await tool('get_media_buys', { status_filter: BUY_STATUSES });
  return body.media_buys as readonly object[];
}

test('an exchange that is killed at every step of a buy, in flight and between, makes each step once', async () => {
  const exchange = await startKillable();
  const declared = { accounts: [{ ...ACCOUNT, billing: 'operator' }] };
  const synced = await toolThroughKills(exchange, ['any'], 'sync_accounts', declared);
  expect(synced.body.accounts).toMatchObject([{ action: 'created', status: 'pending_approval' }]);
  const accounts = await accountsOf(exchange);
  const [account] = accounts;
  const accountKey = synced.made[0]?.split(' ').at(-1);
  expect(accounts).toMatchObject([{ state: 'pending_approval' }]);
  expect(synced.made).toEqual([`acme declare ${accountKey}`]);

  const approved = await operatorThroughKills(exchange, ['stored'], {
    path: `/api/buyer-accounts/${account?.id}/state`,
    state: 'active',
    etag: `"${account?.revision}"`,
  });
  expect(approved).toEqual([`ann decision ${accountKey}`]);
  expect(await accountsOf(exchange)).toMatchObject([{ id: account?.id, state: 'active' }]);

  const { body: bought, made } = await toolThroughKills(exchange, BOTH, 'create_media_buy', {
    account: ACCOUNT,
    brand: ACCOUNT.brand,
    start_time: 'asap',
    end_time: new Date(Date.now() + 7 * DAY_MS).toISOString(),
    packages: [
      { product_id: 'chats', pricing_option_id: 'cpm_auction', budget: 100, bid_price: 3 },
    ],
  });
  const id = String(bought.media_buy_id);
  const [line] = bought.packages as readonly { readonly package_id: string }[];
  const lineId = String(line?.package_id);
  const buyKey = made[0]?.split(' ').at(-1);
  expect(made).toEqual([`acme create ${buyKey}`]);
  expect(buyKey).toContain(id);
  expect(await buysOf(exchange)).toMatchObject([{ media_buy_id: id, total_budget: 100 }]);
  expect(await campaignsOf(exchange)).toEqual([]);

  const brought = await toolThroughKills(exchange, BOTH, 'sync_creatives', {
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
    assignments: [{ creative_id: 'grip', package_id: lineId }],
  });
  expect(brought.made).toEqual([
    `acme change library-creative:${account?.id}/grip`,
    `acme assign creatives ${buyKey}`,
    `acme create own/${lineId}`,
  ]);
  expect(await campaignsOf(exchange)).toEqual([
    { id: lineId, state: 'active', total: 100, reviews: ['waiting'] },
  ]);

  const { headers } = await exchange.operator('GET', `/api/campaigns/own/${lineId}`);
  const reviewed = await operatorThroughKills(exchange, ['any'], {
    path: `/api/creatives/own/${lineId}/grip/review`,
    state: 'approved',
    etag: headers.get('etag') ?? '',
  });
  expect(reviewed).toEqual([`ann review own/${lineId}`]);
  expect(await buysOf(exchange)).toMatchObject([{ media_buy_id: id, status: 'active' }]);

  const changed = await toolThroughKills(exchange, BOTH, 'update_media_buy', {
    account: ACCOUNT,
    media_buy_id: id,
    packages: [{ package_id: lineId, budget: 150 }],
  });
  expect(changed.made).toEqual([`acme change ${buyKey}`, `acme change own/${lineId}`]);
  expect(await buysOf(exchange)).toMatchObject([{ media_buy_id: id, total_budget: 150 }]);

  const canceled = await toolThroughKills(exchange, ['stored'], 'update_media_buy', {
    account: ACCOUNT,
    media_buy_id: id,
    canceled: true,
  });
  expect(canceled.made).toEqual([`acme change ${buyKey}`, `acme change own/${lineId}`]);
  expect(await buysOf(exchange)).toMatchObject([{ media_buy_id: id, status: 'canceled' }]);
  expect(await campaignsOf(exchange)).toEqual([
    { id: lineId, state: 'archived', total: 150, reviews: ['approved'] },
  ]);
  expect(await accountsOf(exchange)).toHaveLength(1);
});
