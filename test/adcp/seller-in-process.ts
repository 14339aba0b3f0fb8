import { createBuyers } from '../../src/adcp/buyers.ts';
import { createSeller, type SentAnswer } from '../../src/adcp/seller.ts';
import type { SellerSources } from '../../src/adcp/tool.ts';
import type { Config } from '../../src/config/config.ts';
import type { Database } from '../../src/ledger/database.ts';
import { createRuntime } from '../../src/lib/runtime.ts';
import { silentLog } from '../../src/observe/log.ts';
import { load } from '../config-file.ts';
import { openOwnLedger } from '../ledger/ledger.ts';

export const ACME = 'token-of-acme-000000';
export const OTHER = 'token-of-other-00000';
/** All its accounts are of the sandbox. */
export const TRIAL = 'token-of-trial-00000';

const BUYERS: Config['adcp']['buyers'] = [
  { id: 'acme', name: 'Acme', token: ACME },
  { id: 'other', name: 'Other', token: OTHER },
  { id: 'trial', name: 'Trial', token: TRIAL, sandbox: true },
];

type SellerTerms = {
  readonly buyers?: Config['adcp']['buyers'];
  readonly adcp?: Partial<Config['adcp']>;
  readonly publishers?: Config['publishers'];
  readonly testController?: boolean;
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
  testController = false,
  startMs = Date.UTC(2027, 0, 4),
  config: text = '',
  sources = {},
  database: given,
}: SellerTerms = {}) {
  const loaded = load(text);
  const config: Config = {
    ...loaded,
    publishers: [...loaded.publishers, ...publishers],
    adcp: { ...loaded.adcp, partner: 'house', buyers, testController, ...adcp },
  };
  const database = given ?? (await openOwnLedger());
  const state = { nowMs: startMs, isDatabaseUp: true, refreshes: 0, queries: 0 };
  const counted: Database = {
    ...database,
    query(...statement) {
      state.queries++;
      return database.query(...statement);
    },
    transaction(...work) {
      state.queries++;
      return database.transaction(...work);
    },
  };
  const parts: SellerSources = {
    ...createRuntime(silentLog),
    nowMs: () => state.nowMs,
    config: () => config,
    database: () => (state.isDatabaseUp ? counted : undefined),
    campaigns: () => new Map(),
    storedProducts: () => new Map(),
    publisherOf: (id) => publishers.find((one) => one.id === id),
    refresh: async () => {
      state.refreshes++;
    },
    report: async () => ({ reason: 'a test has no reports' }),
    standingOf: async () => undefined,
    publicUrl: () => 'https://exchange.example',
    ...sources,
  };
  const seller = createSeller(parts);
  const known = createBuyers({ config: () => config, stored: () => new Map() });
  return {
    database,
    state,
    /** What the tools are made of. */
    parts,
    buyers: known.all,
    names: () => seller.tools().map(({ name }) => name),
    buyer: known.find,
    /** By somebody who need not be of the config. */
    callAs: seller.call,
    async call(token: string, name: string, args: object = {}): Promise<SentAnswer> {
      const answer = await seller.call(name, { ...args }, known.find(token));
      if (answer === undefined) throw new Error(`there is no tool ${name}`);
      return answer;
    },
  };
}

let keys = 0;

/** One that no call had before. */
export const newKey = () => `key-of-a-test-${String(keys++).padStart(6, '0')}`;
