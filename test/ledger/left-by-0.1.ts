import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SQL } from 'bun';
import { ConfigFault } from '../../src/config/config.ts';
import { loadSetup, type Setup } from '../../src/config/setup.ts';
import { type Database, openDatabase } from '../../src/ledger/database.ts';
import { databaseLocationOf } from '../../src/ledger/locations.ts';
import { SHARED_KEY } from '../notices/exchange.ts';
import type { PostgresServer } from '../postgres/postgres-server.ts';
import { AMPLE_LIMITS, atCleanUp, temporaryFolder } from '../process.ts';

/** A copy of what a machine of 0.1 left behind: `fixtures/0.1/README.md` describes it. */
export type LeftBehind = {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** Of `parley.yaml`, without ports. */
  readonly config: string;
  readonly setup: Setup;
  readonly database: Database;
  readonly sales: readonly LeftSale[];
  /** What 0.1 itself made of it: at first, and after all notices of `presented` had come. */
  readonly drained: LedgerState;
  readonly presented: LedgerState;
};

export type LeftSale = {
  readonly auctionId: string;
  readonly partner: string;
  readonly urls: Readonly<Record<string, string>>;
  readonly presented: readonly string[];
};

/** What the ledger holds, apart from the times of facts and counts. */
export type LedgerState = {
  /** Auction, impression, kind, price, loss code, spend. */
  readonly facts: readonly (readonly unknown[])[];
  /** Without those that are zero. */
  readonly rollups: readonly Readonly<Record<string, unknown>>[];
  readonly delivery: readonly Readonly<Record<string, unknown>>[];
  readonly budgets: readonly Readonly<Record<string, unknown>>[];
  /** Partners' URLs that were called since the state before, each once. */
  readonly calls: readonly string[];
};

const BIDDERS = ['burl', 'impression', 'win'].flatMap((billOn) =>
  ['client', 'server'].map((trackers) => ({ name: `${billOn}-${trackers}`, billOn, trackers })),
);

/** Puts a copy into a folder and, on Postgres, into a database of the test's own. */
export async function leftBy01(
  kind: 'sqlite' | 'postgres',
  postgres: PostgresServer,
): Promise<LeftBehind> {
  const fixture = join(import.meta.dir, 'fixtures/0.1', kind);
  const read = <T>(name: string) => JSON.parse(readFileSync(join(fixture, name), 'utf8')) as T;
  const dataDir = join(temporaryFolder(), 'data');
  cpSync(join(fixture, 'journals'), join(dataDir, 'journals'), { recursive: true });
  if (kind === 'sqlite') cpSync(join(fixture, 'notice-key'), join(dataDir, 'notice-key'));
  const databaseUrl = kind === 'sqlite' ? undefined : await postgres.newDatabase();
  const location = databaseLocationOf({ dataDir, databaseUrl });
  await runStatements(location, readFileSync(join(fixture, 'database.sql'), 'utf8'));
  const config = configOf(dataDir, databaseUrl);
  const database = await openDatabase(location);
  atCleanUp(() => database.close());
  return {
    dataDir,
    databaseUrl,
    config,
    setup: setupOf(config),
    database,
    sales: read<readonly LeftSale[]>('sales.json'),
    drained: read<LedgerState>('drained.json'),
    presented: read<LedgerState>('presented.json'),
  };
}

async function runStatements(
  location: ReturnType<typeof databaseLocationOf>,
  text: string,
): Promise<void> {
  const sql =
    location.kind === 'sqlite'
      ? new SQL({ adapter: 'sqlite', filename: location.file })
      : new SQL({ url: location.url, max: 1 });
  // One by one, each would wait for the disk.
  await sql.begin(async (transaction) => {
    for (const statement of text.split(/;\n/)) {
      if (statement.trim() !== '') await transaction.unsafe(statement);
    }
  });
  await sql.close();
}

/** As the operator of 0.1 had it, without the keys that are gone. */
function configOf(dataDir: string, databaseUrl: string | undefined): string {
  return [
    `dataDir: ${dataDir}`,
    ...(databaseUrl === undefined
      ? []
      : [`databaseUrl: "${databaseUrl}"`, `notices: { keys: [${SHARED_KEY}] }`]),
    AMPLE_LIMITS.trimEnd(),
    'admin: { port: 0 }',
    'partners:',
    '  - { name: own, kind: campaigns, store: true }',
    ...BIDDERS.map(
      ({ name, billOn, trackers }) =>
        `  - { name: ${name}, kind: openrtb, url: "http://127.0.0.1:9/bid", billOn: ${billOn}, trackers: ${trackers}, internalNotices: true }`,
    ),
    '',
  ].join('\n');
}

function setupOf(config: string): Setup {
  const file = join(temporaryFolder(), 'parley.yaml');
  writeFileSync(file, config);
  const setup = loadSetup({ PARLEY_CONFIG: file, HOST: '127.0.0.1', PORT: '0' }, temporaryFolder());
  if (setup instanceof ConfigFault) throw new Error(setup.message);
  return setup;
}

const MEASURES = [
  'requests',
  'refusals',
  'no_bids',
  'asked',
  'bids',
  'sold',
  'wins',
  'impressions',
  'viewables',
  'clicks',
  'losses',
  'spend_nanos',
];

/** `calls`: what the partners were told, also several times. */
export async function stateOf(
  { query }: Database,
  calls: readonly string[] = [],
): Promise<LedgerState> {
  const keys = 'publisher, partner, campaign, reason';
  const sums = MEASURES.map((name) => `sum(${name}) as ${name}`).join(', ');
  const facts = await query(
    `select auction_id, imp_id, kind, price_micros, loss_code, spend_nanos from facts
     order by auction_id, imp_id, kind`,
  );
  const rollups = await query(
    `select ${keys}, ${sums} from rollups group by ${keys} order by ${keys}`,
  );
  const delivery = await query(
    `select campaign, kind, sum(count) as count, sum(amount) as amount from campaign_delivery
     group by campaign, kind order by campaign, kind`,
  );
  const budgets = await query(
    'select campaign, spent_total_nanos, impressions_total from budgets order by campaign',
  );
  return {
    facts: facts.map((row) => Object.values(numbered(row))),
    rollups: rollups.map(withoutZeros),
    delivery: delivery.map(numbered),
    budgets: budgets.map(numbered),
    calls: [...new Set(calls)].sort(),
  };
}

type AnyRow = Readonly<Record<string, unknown>>;

/** Postgres gives large numbers and sums as text. */
function numbered(row: AnyRow): AnyRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, isDigits(value) ? Number(value) : value]),
  );
}

const isDigits = (value: unknown) => typeof value === 'string' && /^\d+$/.test(value);

function withoutZeros(row: AnyRow): AnyRow {
  return Object.fromEntries(Object.entries(numbered(row)).filter(([, value]) => value !== 0));
}
