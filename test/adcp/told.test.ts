import { afterEach, describe, expect, test } from 'bun:test';
import {
  InMemoryReplayStore,
  InMemoryRevocationStore,
  StaticJwksResolver,
  verifyWebhookSignature,
} from '@adcp/sdk/signing/server';
import type { Send } from '../../src/core/auction/partner.ts';
import { createMessageKeys } from '../../src/core/sale/message-key.ts';
import type { Host } from '../../src/host/host.ts';
import { createOutgoingCalls } from '../../src/host/machine/open-ledger.ts';
import { startPartnerCaller } from '../../src/ledger/call-partners.ts';
import { createOutbox } from '../../src/ledger/outbox.ts';
import { MEDIA_BUY } from '../../src/parts/adcp/buy.ts';
import { createPostWebhook } from '../../src/parts/adcp/post-webhook.ts';
import { createTellingRound } from '../../src/parts/adcp/tell-buyers.ts';
import { eventually } from '../eventually.ts';
import { atCleanUp, cleanUp } from '../process.ts';
import { NOTICE_KEY, startTestServer } from '../server.ts';
import { BUY, buysInProcess, creative, LINE, packagesOf } from './buys-fixture.ts';
import { SELLING } from './call-seller.ts';

afterEach(cleanUp);

const SECRETS = ['a-secret-of-notices-of-some-length'];
const CREDENTIALS = 'credentials-of-at-least-thirty-two-characters';
const TOKEN = 'token-of-the-buyer-0123456789';
const RETRIED_MS = 11_000;
const DAY_MS = 86_400_000;

type Told = Readonly<Record<string, unknown>>;
type Received = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly body: Told & { readonly result: Told };
};

/** Where the buyer says that it is told. */
const BUYER_URL = 'https://buyer.example/told';

/** What is sent to the buyer reaches the server of the test. */
const toReceiver =
  (server: string): Send =>
  async ({ method, url, headers, body }) => {
    const at = new URL(url);
    const answer = await fetch(new URL(`${at.pathname}${at.search}`, server), {
      method,
      headers,
      body,
      redirect: 'manual',
    });
    return { status: answer.status } as never;
  };

/** The server of a buyer. It answers each call with the next of these statuses, and then with 200. */
function startReceiver(statuses: number[] = []) {
  const received: Received[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request): Promise<Response> {
      const text = await request.text();
      const { pathname: path } = new URL(request.url);
      const headers = Object.fromEntries(request.headers);
      received.push({ path, headers, text, body: JSON.parse(text) });
      const status = statuses.shift() ?? 200;
      const location = new URL('/elsewhere', request.url).href;
      return new Response(null, { status, headers: status === 307 ? { location } : {} });
    },
  });
  atCleanUp(() => server.stop(true));
  return { url: `http://127.0.0.1:${server.port}/told`, received };
}

type Terms = { readonly statuses?: number[]; readonly mayReachLoopback?: boolean };

/** A seller of which two machines look for what has to be told, what sends that, and the server that is told. */
async function startTold({ statuses = [], mayReachLoopback = true }: Terms = {}) {
  const { url, received } = startReceiver(statuses);
  const logged: unknown[] = [];
  const line = (...facts: unknown[]) => logged.push(facts);
  const log = { debug: line, info: line, warn: line, error: line };
  const buys = await buysInProcess({ log });
  const { database, parts, clock } = buys;
  const newRound = () => createTellingRound({ ...parts, database: () => database });
  const rounds = [newRound(), newRound()];
  const results: string[] = [];
  const caller = startPartnerCaller({
    outbox: createOutbox(
      database,
      () => clock.nowMs,
      async () => clock.nowMs,
    ),
    send: createOutgoingCalls({
      partners: () => [],
      webhooks: () => [],
      nowMs: Date.now,
      offers: {
        postWebhook: createPostWebhook(
          {
            ledger: { database: () => database },
            work: () => ({ setup: { config: { notices: { keys: SECRETS } } } }),
            nowMs: Date.now,
            newId: parts.newId,
          } as unknown as Host,
          mayReachLoopback ? toReceiver(url) : undefined,
        ),
      },
    }),
    onResult: (result, _, outcome) => results.push(`${result}: ${outcome}`),
    faults: { failed: line, recovered() {} },
  });
  atCleanUp(caller.stop);
  const rows = () => database.query('select id, partner, url, body, failures from outbox');
  return {
    ...buys,
    url: mayReachLoopback ? BUYER_URL : url,
    received,
    logged,
    results,
    rows,
    /** How many messages were queued by both. */
    async look(): Promise<number> {
      const counts = await Promise.all(rounds.map((round) => round()));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    async settled(count: number): Promise<void> {
      await eventually(async () => results.length >= count && (await rows()).length === 0);
    },
    /** A buy of a week from tomorrow on, with a creative. */
    async buy(more: object = {}) {
      await buys.keep('boots');
      const packages = [{ ...LINE, creative_assignments: [{ creative_id: 'boots' }] }];
      const made = await buys.create({ adcp_version: '3.1', ...BUY, packages, ...more });
      return { id: made.media_buy_id, line: packagesOf(made)[0]?.package_id };
    },
  };
}

const toldOf = ({ received }: { readonly received: readonly Received[] }) =>
  received.map(({ body: { result } }) => result.media_buy_status ?? result.notification_type);

describe('a buyer is told of its buy', () => {
  test('each state once, although two machines look for it, with a signature that it can verify', async () => {
    const told = await startTold();
    const { url, look, settled, received, clock } = told;
    const config = { url, operation_id: 'op-7', token: TOKEN };
    const { id } = await told.buy({ push_notification_config: config });
    expect([await look(), await look()]).toEqual([1, 0]);
    await settled(1);
    clock.nowMs += DAY_MS;
    expect([await look(), await look()]).toEqual([1, 0]);
    await settled(2);
    // Nothing waits any more, and nothing is news.
    expect(await look()).toBe(0);
    expect(toldOf(told)).toEqual(['pending_start', 'active']);
    expect(received[1]?.body).toMatchObject({
      task_type: 'create_media_buy',
      task_id: id,
      operation_id: 'op-7',
      token: TOKEN,
      status: 'completed',
      message: `Media buy ${id} is active.`,
    });
    // One replay store: each try has a nonce of its own.
    const judge = {
      jwks: new StaticJwksResolver(createMessageKeys(SECRETS).jwks.keys),
      replayStore: new InMemoryReplayStore(),
      revocationStore: new InMemoryRevocationStore(),
    };
    for (const { headers, text: body } of received) {
      const verified = await verifyWebhookSignature({ method: 'POST', url, headers, body }, judge);
      expect(verified.status).toBe('verified');
    }
  });

  test('again after its server has failed, with the same bytes, and of the next state only after that', async () => {
    const told = await startTold({ statuses: [500, 503] });
    const { look, settled, received, results, clock, url } = told;
    const { id } = await told.buy({ start_time: 'asap', push_notification_config: { url } });
    await look();
    await eventually(() => results.length === 1);
    await told.update(id, { paused: true });
    expect(await look()).toBe(0);
    for (const count of [2, 3]) {
      await eventually(async () => Number((await told.rows())[0]?.failures) === count - 1);
      clock.nowMs += RETRIED_MS;
      await eventually(() => results.length === count);
    }
    await settled(3);
    expect(await look()).toBe(1);
    await settled(4);
    const [first, ...others] = received.map(({ text }) => text);
    expect(others.slice(0, 2)).toEqual([first ?? '', first ?? '']);
    expect(new Set(received.map(({ body }) => body.idempotency_key)).size).toBe(2);
    expect(toldOf(told).slice(2)).toEqual(['active', 'paused']);
    expect(results.map((result) => result.split(':')[0])).toEqual([
      'failed',
      'failed',
      'done',
      'done',
    ]);
  });

  test('nothing more where it refuses, redirects or has taken its webhook back', async () => {
    const told = await startTold({ statuses: [400, 307] });
    const { look, settled, received, results, url } = told;
    const { id } = await told.buy({ start_time: 'asap', push_notification_config: { url } });
    await look();
    await settled(1);
    await told.update(id, { paused: true });
    await look();
    await settled(2);
    expect(received.map(({ path }) => path)).toEqual(['/told', '/told']);
    expect(results).toEqual(['given_up: status 400', 'given_up: status 307']);
  });
});

test('a buyer is told of the review of its creative, with the reason', async () => {
  const told = await startTold();
  const { look, received, settled } = told;
  const { line } = await told.buy();
  await told.change('acme', 'sync_creatives', {
    creatives: [creative('boots')],
    push_notification_config: { url: told.url, operation_id: 'op-1' },
  });
  expect(await look()).toBe(0);
  await told.review(line, 'rejected', 'the picture is blurred');
  expect([await look(), await look()]).toEqual([1, 0]);
  await settled(1);
  expect(received[0]?.body).toMatchObject({
    task_type: 'sync_creatives',
    operation_id: 'op-1',
    status: 'completed',
    message: expect.stringContaining('the picture is blurred'),
    result: {
      creatives: [
        {
          creative_id: 'boots',
          action: 'unchanged',
          status: 'rejected',
          warnings: ['the picture is blurred'],
        },
      ],
    },
  });
  await told.review(line, 'approved');
  expect(await look()).toBe(1);
});

test('a buyer is told when its account is approved and when it is suspended', async () => {
  const told = await startTold();
  const entry = { brand: { domain: 'new.example' }, operator: 'agency.example' };
  await told.change('acme', 'sync_accounts', {
    account: undefined,
    accounts: [{ ...entry, billing: 'operator' }],
    push_notification_config: { url: told.url },
  });
  expect(await told.look()).toBe(0);
  await told.decide('acme', 'active', '', entry);
  await told.look();
  await told.settled(1);
  await told.decide('acme', 'suspended', 'unpaid invoices', entry);
  await told.look();
  await told.settled(2);
  expect(told.received.map(({ body }) => body)).toMatchObject([
    { task_type: 'sync_accounts', result: { accounts: [{ status: 'active' }] } },
    { message: expect.stringContaining('unpaid invoices') },
  ]);
});

test('no address of the internal network is called, by its number or by a name', async () => {
  const told = await startTold({ mayReachLoopback: false });
  // The second one as a name that was of another address when it was given.
  for (const url of [told.url, told.url.replace('127.0.0.1', 'localhost')]) {
    const { id } = await told.buy({ push_notification_config: { url: BUYER_URL } });
    const buy = await told.readBuy(String(id));
    const notify = buy?.definition.notify;
    if (buy === undefined || notify === undefined) throw new Error('the buy names no webhook');
    const definition = { ...buy.definition, notify: { ...notify, url } };
    const values = [JSON.stringify(definition), MEDIA_BUY.name, buy.id];
    await told.database.query(
      'update records set definition = $1 where kind = $2 and id = $3',
      values,
    );
  }
  await told.look();
  await eventually(() => told.results.length === 2);
  expect(told.received).toEqual([]);
  for (const result of told.results) expect(result).toStartWith('failed: the host has no address');
  const strict = await buysInProcess();
  const refused = await strict.create({ push_notification_config: { url: 'https://169.254.1.1' } });
  expect(refused).toMatchObject({
    errors: [{ code: 'INVALID_REQUEST', field: 'push_notification_config.url' }],
  });
  expect(JSON.stringify(refused)).not.toContain('169.254');
});

test('credentials, tokens and addresses are in the record alone: not in the outbox, the log or the history', async () => {
  const told = await startTold({ statuses: [500] });
  const authentication = { schemes: ['Bearer'], credentials: CREDENTIALS };
  const url = `${told.url}/path-secret?key=query-secret`;
  const webhook = { url, token: TOKEN, authentication };
  const { id } = await told.buy({ push_notification_config: webhook });
  await told.look();
  await eventually(() => told.results.length === 1);
  expect(told.received[0]?.headers.authorization).toBe(`Bearer ${CREDENTIALS}`);
  const rows = await told.rows();
  expect(rows).toHaveLength(1);
  const audit = await told.database.query('select * from history');
  const listed = await told.list({ media_buy_ids: [id] });
  const shown = JSON.stringify([rows, told.logged, told.results, audit, listed]);
  for (const secret of [CREDENTIALS, TOKEN, 'path-secret', 'query-secret']) {
    expect(shown).not.toContain(secret);
  }
});

test('the keys that messages are signed with are those that the public port publishes', async () => {
  const machine = await startTestServer(SELLING);
  atCleanUp(() => machine.stop(0));
  const readJson = async (from = '') => (await fetch(from)).json();
  const { agents } = (await readJson(`${machine.url}/.well-known/brand.json`)) as {
    readonly agents: readonly { readonly url: string; readonly jwks_uri: string }[];
  };
  expect(agents[0]?.url).toBe(`${machine.url}/adcp/mcp`);
  expect(await readJson(agents[0]?.jwks_uri)).toEqual(createMessageKeys([NOTICE_KEY]).jwks);
});
