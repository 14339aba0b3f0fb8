import type { Config } from '../../src/host/config/config.ts';
import { configRecords } from '../../src/host/config/config-records.ts';
import { silentLog } from '../../src/host/observe/log.ts';
import { assembleFormats } from '../../src/host/worker/assemble.ts';
import { readCampaignDays } from '../../src/ledger/delivery/read-delivery.ts';
import { createRuntime } from '../../src/lib/runtime.ts';
import type { Database } from '../../src/lib/sql/database.ts';
import {
  accountIdOf,
  BUYER_ACCOUNT,
  type BuyerAccountState,
} from '../../src/parts/adcp/accounts.ts';
import { buyerOf } from '../../src/parts/adcp/door.ts';
import { agentUrlOf, sellerFormats } from '../../src/parts/adcp/formats.ts';
import { createSeller, type SentAnswer } from '../../src/parts/adcp/seller.ts';
import type { SellerSources } from '../../src/parts/adcp/seller-terms.ts';
import { serveAccount } from '../../src/parts/adcp/serve-buy.ts';
import { productOf } from '../../src/parts/adcp/sources.ts';
import type { StoredBuyer } from '../../src/store/account-kinds.ts';
import { CAMPAIGN, campaignKey } from '../../src/store/campaign-kind.ts';
import { createRecords } from '../../src/store/records.ts';
import { findRecord, writeIn } from '../../src/store/store.ts';
import { load } from '../config-file.ts';
import { openOwnLedger } from '../ledger/ledger.ts';

export const ACME = 'token-of-acme-000000';
export const OTHER = 'token-of-other-00000';
/** All its accounts are of the sandbox. */
export const TRIAL = 'token-of-trial-00000';

export const BUYERS: Config['adcp']['buyers'] = [
  { id: 'acme', name: 'Acme', token: ACME },
  { id: 'other', name: 'Other', token: OTHER },
  { id: 'trial', name: 'Trial', token: TRIAL, sandbox: true },
];

/** How each buyer names its account. */
export const ACCOUNT = { brand: { domain: 'nova.example' }, operator: 'agency.example' };

/** As the store and the audit have the operator. */
export const OPERATOR = { who: 'ann', role: 'admin' };

const PARTNER = 'house';

const publicUrl = () => 'https://exchange.example';

type SellerTerms = {
  readonly buyers?: Config['adcp']['buyers'];
  readonly adcp?: Partial<Config['adcp']>;
  readonly publishers?: Config['publishers'];
  readonly startMs?: number;
  /** A parley.yaml, of which the above replaces what it has of them. */
  readonly config?: string;
  readonly sources?: Partial<SellerSources>;
  /** That another seller has written into. */
  readonly database?: Database;
};

/** A seller over SQLite, without a machine around it. Its clock stands still until it is set. */
export async function sellerInProcess({
  buyers = BUYERS,
  adcp = {},
  publishers = [],
  startMs = Date.UTC(2027, 0, 4),
  config: text = '',
  sources = {},
  database: given,
}: SellerTerms = {}) {
  const loaded = load(text);
  const config: Config = {
    ...loaded,
    publishers: [...loaded.publishers, ...publishers],
    adcp: { ...loaded.adcp, partner: PARTNER, buyers, ...adcp },
  };
  const database = given ?? (await openOwnLedger());
  const state = {
    nowMs: startMs,
    isDatabaseUp: true,
    refreshes: 0,
    queries: 0,
    /** The connection is lost before the next transaction is committed, or before anybody hears that it was. */
    losesNext: undefined as 'commit' | 'answer' | undefined,
  };
  const counted: Database = {
    ...database,
    query(...statement) {
      state.queries++;
      return database.query(...statement);
    },
    async transaction(work) {
      state.queries++;
      const { losesNext } = state;
      state.losesNext = undefined;
      const result = await database.transaction(async (query) => {
        const done = await work(query);
        if (losesNext === 'commit') throw new Error('the connection is lost');
        return done;
      });
      if (losesNext === 'answer') throw new Error('the connection is lost');
      return result;
    },
  };
  const records = createRecords();
  const parts: SellerSources = {
    ...createRuntime(silentLog),
    nowMs: () => state.nowMs,
    config: () => config,
    database: () => (state.isDatabaseUp ? counted : undefined),
    records,
    campaignOf: (key) => records.get(CAMPAIGN, key),
    products: () => config.adcp.products.map(productOf),
    formats: () => sellerFormats(agentUrlOf({ publicUrl }), assembleFormats(config)),
    publisherOf: (id) => config.publishers.find((one) => one.id === id),
    async refresh() {
      state.refreshes++;
      (await records.read(database.query)).takeIn();
    },
    delivered: async (ids, days) =>
      readCampaignDays(database, { partner: PARTNER, campaigns: ids, ...days }),
    standingOf: async () => undefined,
    publicUrl,
    ...sources,
  };
  const seller = createSeller(parts);
  /** As a buyer gets it: nothing that a test does to an answer reaches what the next one is made of. */
  const callAs: typeof seller.call = async (...given) => {
    const answer = await seller.call(...given);
    return answer && { ...answer, body: JSON.parse(JSON.stringify(answer.body)) };
  };
  const find = (token: string) => buyerOf(token, buyersOf(config));
  const accountOf = (buyer: string) =>
    accountIdOf(buyer, { ...ACCOUNT, isSandbox: buyer === 'trial' });
  return {
    database,
    state,
    /** What the tools are made of. */
    parts,
    buyers: () => buyersOf(config).map(({ definition }) => definition),
    tools: () => seller.tools,
    buyer: find,
    /** By somebody who need not be of the config. */
    callAs,
    async call(token: string, name: string, args: object = {}): Promise<SentAnswer> {
      const answer = await callAs(name, { ...args }, find(token));
      if (answer === undefined) throw new Error(`there is no tool ${name}`);
      return answer;
    },
    campaign: (id: string) => records.get(CAMPAIGN, campaignKey(PARTNER, id)),
    /** The id of the account that `ACCOUNT` names. */
    accountOf,
    /** As an operator decides of an account, in whatever state it is. */
    decide: (id: string, next: BuyerAccountState, reason = '') =>
      database.transaction(async (query) => {
        const definition = (await findRecord(query, BUYER_ACCOUNT, id))?.definition;
        if (definition === undefined) throw new Error(`there is no account ${id}`);
        const account = await writeIn(query, BUYER_ACCOUNT, id, {
          action: 'decision',
          by: OPERATOR,
          nowMs: state.nowMs,
          next: () => ({ state: next, definition: { ...definition, reason } }),
        });
        await serveAccount(query, account, parts);
      }),
    /** An account in a state, whether there was one or not. */
    setAccount(buyer: string, next: BuyerAccountState, of: typeof ACCOUNT = ACCOUNT) {
      const key = { ...of, isSandbox: buyer === 'trial' };
      const id = accountIdOf(buyer, key);
      const definition = { ...key, name: 'Nova', billing: 'operator' as const, reason: '' };
      return database.transaction((query) =>
        writeIn(query, BUYER_ACCOUNT, id, {
          action: 'create',
          nowMs: state.nowMs,
          by: OPERATOR,
          next: () => ({ state: next, definition, kept: { buyer } }),
        }),
      );
    },
  };
}

let keys = 0;

/** One that no call had before. */
export const newKey = () => `key-of-a-test-${String(keys++).padStart(6, '0')}`;

const buyersOf = (config: Config) =>
  [
    ...(configRecords({ config, campaigns: new Map(), file: undefined }).buyer?.values() ?? []),
  ] as readonly StoredBuyer[];
