import type { Database } from './database.ts';

/** Raised for each change of a table that older code cannot handle. */
export const SCHEMA_VERSION = 1;

export const DIMENSION_COLUMNS = [
  'publisher',
  'partner',
  'campaign',
  'country',
  'format',
  'intent',
  'funnel',
  'sentiment',
  'turn',
  'reason',
] as const;

export const MEASURE_COLUMNS = [
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
] as const;

export type MeasureColumn = (typeof MEASURE_COLUMNS)[number];

export const FACT_COLUMNS = [
  'auction_id',
  'imp_id',
  'kind',
  'at_ms',
  'price_micros',
  'loss_code',
  'spend_nanos',
  'sold_ms',
  'partner',
  'seat',
  'campaign',
  'creative',
  'sale_price_micros',
  'bills_on',
  'is_test',
  'machine',
  'publisher',
  'country',
  'format',
  'intent',
  'funnel',
  'sentiment',
  'turn',
] as const;

const required = (type: string) => (name: string) => `${name} ${type} not null`;
const text = required('text');
const whole = required('bigint');

const TABLES: readonly string[] = [
  // A lock that is held while a batch is written. Without it, two machines that write a fact and its partner's URLs
  // at the same time would not see each other's row, and the partner would not be called.
  `create table if not exists ledger_turn (id bigint primary key, turns bigint not null)`,
  `create table if not exists facts (
    ${['auction_id', 'imp_id', 'kind'].map(text).join(', ')},
    ${['at_ms', 'price_micros'].map(whole).join(', ')}, loss_code bigint,
    ${['spend_nanos', 'sold_ms'].map(whole).join(', ')},
    ${['partner', 'seat', 'campaign', 'creative'].map(text).join(', ')},
    ${whole('sale_price_micros')}, ${text('bills_on')}, ${whole('is_test')}, ${whole('machine')},
    ${['publisher', 'country', 'format', 'intent', 'funnel', 'sentiment', 'turn'].map(text).join(', ')},
    primary key (auction_id, imp_id, kind))`,
  `create index if not exists facts_at_ms on facts (at_ms)`,
  `create table if not exists rollups (
    ${whole('minute_ms')}, ${DIMENSION_COLUMNS.map(text).join(', ')},
    ${MEASURE_COLUMNS.map(whole).join(', ')},
    primary key (minute_ms, ${DIMENSION_COLUMNS.join(', ')}))`,
  `create table if not exists journal_positions (segment text primary key, ${whole('byte_offset')})`,
  `create table if not exists partner_calls (
    ${['auction_id', 'imp_id', 'kind', 'partner', 'urls'].map(text).join(', ')}, ${whole('until_ms')},
    primary key (auction_id, imp_id, kind))`,
  `create index if not exists partner_calls_until_ms on partner_calls (until_ms)`,
  `create table if not exists outbox (
    id text primary key, ${text('partner')}, ${text('url')},
    ${['attempts', 'due_ms', 'lease_until_ms'].map(whole).join(', ')})`,
  // Covers the query that skips partners with enough calls in flight.
  `create index if not exists outbox_due on outbox (due_ms, id, lease_until_ms, partner)`,
  `create index if not exists outbox_partner on outbox (partner)`,
];

/** A sentence that says why this database cannot be used. */
export type SchemaFault = { readonly reason: string };

/** Creates missing tables. */
export async function prepareSchema(database: Database): Promise<SchemaFault | undefined> {
  // First and alone: machines that start at the same time on one Postgres wait for each other at its row.
  await createIfAbsent(database, [
    'create table if not exists schema_version (id bigint primary key, version bigint not null)',
  ]);
  await database.query(
    'insert into schema_version (id, version) values (1, $1) on conflict do nothing',
    [SCHEMA_VERSION],
  );
  const fault = await checkSchema(database);
  if (fault !== undefined) return fault;
  await createIfAbsent(database, TABLES);
  await database.query('insert into ledger_turn (id, turns) values (1, 0) on conflict do nothing');
  return undefined;
}

const CREATE_TRIES_MAX = 5;

/** Postgres may reject `if not exists` where two connections create the same table at the same time. */
async function createIfAbsent(database: Database, statements: readonly string[]): Promise<void> {
  for (const statement of statements) {
    for (let tries = 1; ; tries++) {
      try {
        await database.query(statement);
        break;
      } catch (error) {
        const isRace = /duplicate key|already exists|deadlock/.test((error as Error).message);
        if (!isRace || tries === CREATE_TRIES_MAX) throw error;
      }
    }
  }
}

/** Checks the version of the tables. Rejects where there are none. */
export async function checkSchema(database: Database): Promise<SchemaFault | undefined> {
  const [row] = await database.query('select version from schema_version');
  const version = Number(row?.version ?? 0);
  if (version === SCHEMA_VERSION) return undefined;
  return {
    reason:
      `The database has ledger version ${version}, and this Parley knows version ` +
      `${SCHEMA_VERSION}: ${version > SCHEMA_VERSION ? 'a newer Parley has written to it' : 'it is too old'}.`,
  };
}
