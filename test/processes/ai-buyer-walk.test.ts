import { afterAll, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { BidResponse } from '../../src/core/openrtb/bid-response.ts';
import type { AccountList } from '../../src/parts/adcp/page/api.ts';
import { callerOf } from '../accounts/machine.ts';
import { TITLE_ONLY } from '../campaigns/test-support.ts';
import { eventually } from '../eventually.ts';
import { cleanUp, killGroup, ROOT, type Run, run, temporaryFolder } from '../process.ts';

afterAll(cleanUp);

const GUIDE = readFileSync(join(ROOT, 'docs/integrate/ai-buyers.md'), 'utf8');
const CONFIG = readFileSync(join(ROOT, 'examples/ai-buyers.yaml'), 'utf8');
const BUYER_TOKEN = /token: (a-token-[\w-]+)/.exec(CONFIG)?.[1] ?? '';
const ADMIN_TOKEN = /token: (an-operator-[\w-]+)/.exec(CONFIG)?.[1] ?? '';

type Args = Readonly<Record<string, unknown>>;
type Rows = readonly Record<string, unknown>[];

/** The calls of the guide, word for word, by tool. */
const CALLS = new Map(
  [...GUIDE.matchAll(/^\$ call (\w+) '([^']+)'/gm)].map(
    ([, tool = '', args = '']): [string, Args] => [tool, JSON.parse(args)],
  ),
);

const DAY_MS = 86_400_000;

/** Eleven starts, each a second or ten times that on a machine without CPU. */
const WALK_MS_MAX = 300_000;

/** An exchange with the config of the guide, which is killed and started again over the same data. */
function exchange() {
  const folder = temporaryFolder();
  const configFile = join(folder, 'parley.yaml');
  writeFileSync(configFile, CONFIG);
  const env = {
    ...{ HOST: '127.0.0.1', PORT: '0', ADMIN_PORT: '0', PARLEY_TEST_PATIENT: '1' },
    ...{ PARLEY_CONFIG: configFile, PARLEY_DATA_DIR: join(folder, 'data') },
  };
  let running: Run | undefined;
  let kills = 0;
  let client = new Client({ name: 'walk', version: '1' });
  const urlOf = (name: string) =>
    new RegExp(`"${name}":"https?://[^:"]+:(\\d+)`).exec(running?.stdout() ?? '')?.[1];

  async function start(): Promise<void> {
    running = run(['start'], { folder, env });
    await running.printed('"Parley is listening"');
    client = new Client({ name: 'walk', version: '1' });
    const address = new URL(`http://127.0.0.1:${urlOf('url')}/adcp/mcp`);
    const requestInit = { headers: { Authorization: `Bearer ${BUYER_TOKEN}` } };
    // Its types leave out that an optional property may be undefined.
    await client.connect(new StreamableHTTPClientTransport(address, { requestInit }) as never);
  }

  async function kill(): Promise<void> {
    await client.close();
    if (running !== undefined) killGroup(running.pid, 'SIGKILL');
    await running?.exited;
    kills++;
    await start();
  }

  async function call(name: string, args: Args): Promise<Args> {
    const { isError, structuredContent } = await client.callTool({ name, arguments: args });
    if (isError) throw new Error(JSON.stringify(structuredContent));
    return structuredContent as Args;
  }

  return {
    start,
    kill,
    call,
    kills: () => kills,
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    /** A change that is killed before it comes and after it was made. Repeated, it gets the first answer. */
    async change(name: string, args: Args): Promise<Args> {
      await kill();
      const first = await call(name, args);
      await kill();
      expect(await call(name, args)).toEqual({ ...first, replayed: true });
      return first;
    },
    admin: () => callerOf(`http://127.0.0.1:${urlOf('adminUrl')}`, ADMIN_TOKEN),
    publicUrl: () => `http://127.0.0.1:${urlOf('url')}`,
  };
}

const argsOf = (tool: string): Args => {
  const args = CALLS.get(tool);
  if (args === undefined) throw new Error(`the guide does not call ${tool}`);
  return args;
};

/** With the ids of this walk, a flight that has not ended, and a pace that sells at once. */
function withIds(tool: string, buy: unknown, line: unknown): Args {
  const text = JSON.stringify(argsOf(tool))
    .replace(/mb_[0-9a-f]{32}/g, String(buy))
    .replace(/pk_[0-9a-f]{32}/g, String(line))
    .replace('"budget":300', '"budget":300,"pacing":"asap"')
    .replace(
      /"end_time":"[^"]+"/,
      `"end_time":"${new Date(Date.now() + 30 * DAY_MS).toISOString()}"`,
    );
  return JSON.parse(text);
}

test(
  'the guide for AI buyers, word for word with an MCP client, while the exchange is killed ten times: each step once',
  async () => {
    const { start, kill, kills, call, change, tools, admin, publicUrl } = exchange();
    await start();
    expect(await tools()).toContain('create_media_buy');
    const found = await call('get_products', argsOf('get_products'));
    expect(found.products).toMatchObject([{ product_id: 'outdoor-chats' }]);

    const declared = await change('sync_accounts', argsOf('sync_accounts'));
    expect(declared.accounts).toMatchObject([{ status: 'pending_approval' }]);
    const early = withIds('create_media_buy', '', '');
    await expect(call('create_media_buy', early)).rejects.toThrow('ACCOUNT_SETUP_REQUIRED');
    const [account] = (await admin()<AccountList>('GET', '/api/buyer-accounts')).body.rows;
    const path = `/api/buyer-accounts/${account?.id}/state`;
    expect((await admin()('POST', path, { state: 'active' })).status).toBe(200);
    await kill();

    const made = await change('create_media_buy', early);
    const [{ package_id: line } = {}] = made.packages as Rows;
    const { media_buy_id: buy } = made;
    const synced = await change('sync_creatives', withIds('sync_creatives', buy, line));
    expect(synced.creatives).toMatchObject([{ creative_id: 'scree-3', status: 'pending_review' }]);

    const asked = withIds('get_media_buys', buy, line);
    const deliveryOf = async () => {
      const { media_buys } = await call('get_media_buys', asked);
      return JSON.stringify((media_buys as Rows)[0]?.packages);
    };
    expect(await deliveryOf()).toContain('waiting for approval');
    const { headers } = await admin()('GET', `/api/campaigns/sold/${line}`);
    const review = `/api/creatives/sold/${line}/scree-3/review`;
    const match = { 'If-Match': headers.get('etag') ?? '' };
    expect((await admin()('POST', review, { state: 'approved' }, match)).status).toBe(200);
    await kill();

    const bid = () =>
      fetch(`${publicUrl()}/openrtb2`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          id: 'r1',
          imp: [{ id: '1', native: { request: JSON.stringify(TITLE_ONLY) } }],
          site: { publisher: { id: 'trail-chat' }, keywords: 'hiking boots' },
          device: { language: 'en' },
        }),
      });
    let answer = await bid();
    await eventually(async () => {
      if (answer.status !== 200) answer = await bid();
      return answer.status === 200;
    });
    const { seatbid } = (await answer.json()) as BidResponse;
    const won = seatbid?.[0]?.bid[0];
    expect(won?.price).toBe(6);
    const notice = new URL(won?.burl ?? '');
    const bill = () => fetch(`${publicUrl()}${notice.pathname}${notice.search}`);
    expect((await bill()).status).toBe(204);
    await kill();
    await bill();
    await kill();
    expect(kills()).toBe(10);

    const reported = withIds('get_media_buy_delivery', buy, line);
    await eventually(async () => {
      const { media_buy_deliveries } = await call('get_media_buy_delivery', reported);
      const [one] = media_buy_deliveries as readonly { readonly totals: Args }[];
      return one?.totals.spend === 0.006;
    });
    expect((await call('list_accounts', {})).accounts).toHaveLength(1);
    expect((await call('list_creatives', {})).creatives).toHaveLength(1);
    const buys = await call('get_media_buys', { status_filter: ['active'] });
    expect(buys.media_buys).toMatchObject([
      { media_buy_id: buy, packages: [{ package_id: line }] },
    ]);
  },
  WALK_MS_MAX,
);
