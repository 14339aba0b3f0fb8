import type { Buyer } from '../../src/adcp/buyers.ts';
import { BUY_TABLE, type BuyDefinition, type MediaBuy } from '../../src/adcp/records/buy-record.ts';
import type { BuyerWebhook } from '../../src/adcp/records/buyer-webhook.ts';
import type { Seller } from '../../src/adcp/seller.ts';
import { createTellingRound } from '../../src/adcp/told/start-telling.ts';
import { startPartnerCaller } from '../../src/ledger/call-partners.ts';
import type { Database } from '../../src/ledger/database.ts';
import { createOutbox } from '../../src/ledger/outbox.ts';
import { createOutgoingCalls } from '../../src/supervisor/outgoing-calls.ts';
import { openOwnLedger } from '../ledger/ledger.ts';
import { atCleanUp } from '../process.ts';

/** Records of a buyer, a machine that tells of them, and the server that is told. */

export const SECRETS = ['a-secret-of-notices-of-some-length'];
export const CREDENTIALS = 'credentials-of-at-least-thirty-two-characters';
export const TOKEN = 'token-of-the-buyer-0123456789';
export const START_MS = Date.UTC(2026, 10, 16, 12);

export type Received = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
};

/** Answers each call with the next of these statuses, and then with 200. */
export function startReceiver(statuses: number[] = []) {
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

export const webhookTo = (url: string, terms: Partial<BuyerWebhook> = {}): BuyerWebhook => ({
  url,
  task: 'create_media_buy',
  version: '3.1',
  scheme: 'RFC 9421',
  credentials: '',
  ...terms,
});

const BUYER: Buyer = {
  id: 'acme',
  name: 'Acme',
  isSandbox: true,
  dailyCapUsd: undefined,
  callsPerMinute: 100,
  signingKeys: [],
  isSignatureRequired: false,
};

export type ToldMachine = Awaited<ReturnType<typeof startToldMachine>>;

type MachineTerms = { readonly mayReachLoopback?: boolean };

/** `states` says what each buy and creative is; `clock` is the time of all. */
export async function startToldMachine({ mayReachLoopback = true }: MachineTerms = {}) {
  const database = await openOwnLedger();
  const clock = { nowMs: START_MS };
  const nowMs = () => clock.nowMs;
  const states = new Map<string, { readonly status: string; readonly reason: string }>();
  const stateOf = async (_: unknown, { id }: { readonly id: string }) =>
    states.get(id) ?? { status: 'active', reason: '' };
  const logged: unknown[] = [];
  const line = (...facts: unknown[]) => logged.push(facts);
  const log = { debug: line, info: line, warn: line, error: line };
  let ids = 0;
  const parts = {
    database: () => database,
    states: () => ({ buy: stateOf, creative: stateOf }),
    seller: { call: answer },
    buyers: () => [BUYER],
    nowMs,
    newId: () => `event-0123456789-${++ids}`,
    log,
  };
  const results: string[] = [];
  const caller = startPartnerCaller({
    outbox: createOutbox(database, nowMs, 'null'),
    send: createOutgoingCalls({
      partners: () => [],
      config: () => configWith(mayReachLoopback),
      database: () => database,
      nowMs: Date.now,
      newId: parts.newId,
    }),
    onResult: (result, _, outcome) => results.push(`${result}: ${outcome}`),
    faults: { failed: line, recovered() {} },
  });
  atCleanUp(caller.stop);
  return {
    database,
    clock,
    states,
    results,
    logged,
    /** A machine of this name looks for what has to be told. Resolves to how many messages it has queued. */
    machine: (name: string) => createTellingRound({ ...parts, machine: name }),
    keep: (buy: Partial<BuyDefinition>, id = 'mb_1') => keepBuy(database, id, buy),
  };
}

const configWith = (testController: boolean) =>
  ({
    alerts: { webhooks: [] },
    notices: { keys: SECRETS },
    adcp: { testController },
  }) as never;

/** As get_media_buys and get_media_buy_delivery would answer. */
const answer: Seller['call'] = async (name, args) => {
  const [id] = args.media_buy_ids as readonly string[];
  const envelope = { adcp_version: '3.1', status: 'completed' };
  const packages = [{ package_id: `${id}_1` }];
  const body =
    name === 'get_media_buys'
      ? { ...envelope, media_buys: [{ media_buy_id: id, status: 'any', revision: 1, packages }] }
      : {
          ...envelope,
          reporting_period: { start: args.start_date, end: args.end_date },
          media_buy_deliveries: [{ media_buy_id: id, totals: { spend: 1.5 }, by_package: [] }],
        };
  return { isError: false, body };
};

let revision = 0;

async function keepBuy(
  { query }: Database,
  id: string,
  definition: Partial<BuyDefinition>,
): Promise<MediaBuy> {
  revision++;
  const buy: MediaBuy = {
    id,
    buyer: BUYER.id,
    account: 'acc_1',
    state: 'open',
    revision,
    createdMs: START_MS,
    createdRevision: revision,
    changedMs: START_MS,
    changedBy: 'acme',
    definition: {
      brand: { domain: 'acme.example' },
      startMs: START_MS,
      endMs: START_MS + 30 * 86_400_000,
      packages: [],
      isPaused: false,
      rejectedFor: '',
      confirmedMs: START_MS,
      echoed: {},
      ...definition,
    },
  };
  await BUY_TABLE.write(query, buy);
  return buy;
}
