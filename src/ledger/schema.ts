import { CELL_COLUMNS, DIMENSION_NAMES } from '../core/sale/dimensions.ts';
import { MEASURE_COLUMNS } from '../core/sale/measures.ts';
import {
  BYTES_SQL,
  createSerial,
  type Database,
  type DatabaseKind,
  type Query,
} from '../lib/sql/database.ts';

/** Columns of one type, without null. */
const text = (names: string) => names.replaceAll(/\w+/g, '$& text not null');
const bigint = (names: string) => names.replaceAll(/\w+/g, '$& bigint not null');
const counter = (names: string) => names.replaceAll(/\w+/g, '$& bigint not null default 0');

/** A dimension can be added later: rows without it have ''. */
const dimension = (name: string) => `${name} text not null default ''`;

const FACTS = `
  ${text('auction_id, imp_id, kind')}, ${bigint('at_ms, price_micros')}, loss_code bigint,
  ${bigint('spend_nanos, earned_nanos, sold_ms')}, ${text('partner, seat, campaign, creative')},
  ${bigint('sale_price_micros, share_basis_points')}, ${text('charged_per')}, ${bigint('charge_micros')},
  ${text('bills_on, uncharged')}, ${bigint('is_test, portion')}, ${DIMENSION_NAMES.map(dimension).join(', ')}`;

/** The first of the tables of months, up to the next month: a machine that inserts facts does not meet one that adds it. */
const FIRST_MONTHS = `do $$ begin
  execute format('create table facts_first partition of facts for values from (minvalue) to (%s)',
    cast(1000 * extract(epoch from
      (date_trunc('month', now() at time zone 'UTC') + interval '1 month') at time zone 'UTC') as bigint));
end $$`;

/**
 * Postgres keeps facts in a table for each month in which their sales were made, so that old ones can be dropped at
 * once. All facts of a sale carry the time of the sale, so a fact is still recognized when it comes again.
 */
const FACT_TABLES: Readonly<Record<DatabaseKind, readonly string[]>> = {
  sqlite: [`create table facts (${FACTS}, primary key (auction_id, imp_id, kind))`],
  postgres: [
    `create table facts (${FACTS}, primary key (auction_id, imp_id, kind, sold_ms))
     partition by range (sold_ms)`,
    FIRST_MONTHS,
    'create table facts_rest partition of facts default',
  ],
};

const LEDGER = [
  'create index facts_at_ms on facts (at_ms)',
  // Counts for reports. A row is found by its minute and its cell, a digest of all its dimensions.
  `create table rollups (
    ${bigint('minute_ms')}, ${text('cell')}, ${CELL_COLUMNS.map(dimension).join(', ')},
    ${counter(MEASURE_COLUMNS.join(', '))}, primary key (minute_ms, cell))`,
  // How far each journal is drained: `byte_offset` of the segment with this number, and all segments before it. The row
  // outlives the files, so that a copy of them which is drained later is known.
  `create table journals (name text primary key, ${bigint('segment, byte_offset, moved_ms')})`,
  'create index journals_moved_ms on journals (moved_ms)',
  // The last heartbeat of each start of a machine, and the one before it. Every fact that it received before `drained_ms` is
  // in the ledger; null: it sells nothing.
  `create table machines (
    machine text primary key, ${bigint('beat_ms')}, before_ms bigint, drained_ms bigint)`,
  // Calls with a body go to webhooks.
  `create table outbox (
    id text primary key, ${text('partner, url')}, ${bigint('failures, due_ms')}, body text)`,
  // Covers the query that skips partners with enough calls in flight.
  'create index outbox_due on outbox (due_ms, id, partner)',
  'create index outbox_partner on outbox (partner)',
  // The troubles that webhooks were told of, each until no machine has seen it for a while.
  `create table alerts (subject text primary key, ${bigint('seen_ms')}, ${text('told, alert')})`,
  // What becomes of the chances of our own campaigns, by day of UTC. `delivery.ts` explains `kind` and `detail`.
  `create table campaign_delivery (
    ${text('partner, campaign')}, ${bigint('day')}, ${text('kind, detail, publisher')},
    ${bigint('count, amount')}, primary key (partner, campaign, day, kind, detail, publisher))`,
  'create index campaign_delivery_day on campaign_delivery (day)',
  // What rates are learned from, by day. Several machines add to the same rows.
  `create table responses (
    ${bigint('day')}, ${text('partner, seat, campaign, creative, publisher, format')},
    ${bigint('impressions, clicks, conversions')},
    primary key (day, partner, seat, campaign, creative, publisher, format))`,
  // Conversions as advertisers told of them, each once. `clicks` is JSON: the clicks that may have led to it. `state` is
  // pending until one of them is on record; then the conversion has its sale, and what it was charged.
  `create table conversions (
    id text primary key, ${text('source, partner, seat, event, order_id, currency')},
    ${bigint('at_ms, amount_micros, value_micros')}, ${text('clicks, state')}, ${bigint('due_ms')},
    auction_id text, imp_id text, click_ms bigint, ${counter('spend_nanos')}, ${dimension('uncharged')})`,
  'create index conversions_due_ms on conversions (state, due_ms)',
  'create index conversions_at_ms on conversions (at_ms)',
  // What people said of ads, each once for a sale and kind. No column names a person.
  `create table feedback (
    ${text('auction_id, imp_id, kind, reason')}, ${bigint('at_ms')},
    ${text('publisher, partner, campaign, creative, advertiser, title')},
    primary key (auction_id, imp_id, kind))`,
  'create index feedback_at_ms on feedback (at_ms)',
  'create index feedback_publisher on feedback (publisher, at_ms)',
  'create index feedback_campaign on feedback (campaign, at_ms)',
  `create table request_samples (
    lot bigint primary key, ${bigint('minute_ms, weight_thousandths')}, ${text('body')},
    ${['publisher', 'request_digest', 'bid_request_digest'].map(dimension).join(', ')})`,
  // The weights are summed up, and samples are found, in the indexes alone: reading the samples would take too long.
  'create index request_samples_weight on request_samples (minute_ms, weight_thousandths)',
  `create index request_samples_found on request_samples
    (minute_ms, lot, publisher, request_digest, bid_request_digest)`,
];

const BUDGETS = [
  // What each campaign has spent, and what its portions hold. `earned_total_nanos` is what publishers are owed. Until
  // `lacked_until_ms` a machine that sells lacks what idle ones may have. `since_ms` paces the campaign.
  `create table budgets (
    campaign text primary key, ${counter('spent_total_nanos, earned_total_nanos, impressions_total')},
    ${counter('held_micros, held_impressions, lacked_until_ms')}, since_ms bigint)`,
  // What it has spent on each day, which its end names: days of a time zone from before a change of it are days too.
  `create table budget_days (
    ${text('campaign')}, ${bigint('ends_ms, nanos, impressions')}, primary key (campaign, ends_ms))`,
  'create index budgets_lacked on budgets (lacked_until_ms) where lacked_until_ms > 0',
  // A part of a budget that one machine sells from: all that it was granted, unless it is closed, and what of that is
  // neither billed nor lost nor returned. What is billed of it counts for the day of `from_ms` or a later one. At `ends_ms`
  // nothing of it can be billed any more.
  `create table portions (
    id text primary key, ${text('campaign')}, ${bigint('from_ms, ends_ms')},
    ${bigint('granted_micros, granted_impressions, held_micros, held_impressions')})`,
  'create index portions_end on portions (ends_ms)',
  'create index portions_campaign on portions (campaign)',
];

const STORE = [
  // Writers take turns at its row. Each change of the store has the next revision, and a reader that knows one
  // revision has seen all changes before it.
  `create table store_turn (id bigint primary key, ${bigint('revision')})`,
  'insert into store_turn (id, revision) values (1, 0)',
  // What people run, of every kind: `definition` is what they wrote, `kept` what the exchange keeps beside it, both as JSON.
  // A deleted record keeps its row, so that every machine hears of it. `owner` is whose it is, of kinds of which there are
  // more than machines remember, and else ''.
  `create table records (
    ${text('kind, id, state, definition, kept, owner')}, ${text('changed_by')},
    ${bigint('revision, created_ms, created_revision, changed_ms')}, primary key (kind, id))`,
  'create index records_revision on records (owner, revision)',
  'create index records_owner on records (kind, owner, created_revision)',
  // What AI buyers were told last of each record for which they have named a webhook.
  `create table buyer_told (
    key text primary key, ${text('told')})`,
  // Who did what. Each change has the revision that the writer's turn gave it.
  `create table history (
    revision bigint primary key, ${bigint('at_ms')}, ${text('kind, id, who, role, action, changes')})`,
  'create index history_of on history (kind, id, revision)',
  // Calls that are made once, each by the digests of its key and of its body, with its answer as JSON.
  `create table calls (key text primary key, ${text('body, answer')}, ${bigint('at_ms')})`,
  'create index calls_at_ms on calls (at_ms)',
];

/**
 * What was stated to whom in closed months. `stated_sums` has, for each account, which of its sums of which month
 * a closed month has stated: what the ledger has beyond that came late. Rates are those of the first look on a day.
 */
const STATEMENTS = [
  `create table day_rates (${bigint('day')}, ${text('currency, usd_per_unit')}, primary key (day, currency))`,
  `create table statements (
    ${text('month, side, account, currency, total, usd, document')}, primary key (month, side, account))`,
  'create index statements_account on statements (side, account, month)',
  `create table stated_sums (
    ${text('of_month, in_month, side, account')}, ${bigint('nanos, impressions, clicks, conversions')},
    primary key (of_month, side, account, in_month))`,
];

/** The bytes of the images that people have uploaded, each by its hash. */
const imageTables = (kind: DatabaseKind): readonly string[] => [
  `create table images (
    hash text primary key, ${text('mime')}, content ${BYTES_SQL[kind]} not null)`,
  // They are compressed already: Postgres would try it once more.
  ...(kind === 'postgres' ? ['alter table images alter column content set storage external'] : []),
];

/** The version of these tables. The first release after which they change brings the steps from one to the next. */
export const SCHEMA_VERSION = 1;

/** All tables of the ledger and the store. */
function createTables(kind: DatabaseKind): readonly string[] {
  return [
    ...FACT_TABLES[kind],
    ...LEDGER,
    ...BUDGETS,
    ...STORE,
    ...STATEMENTS,
    ...imageTables(kind),
  ];
}

/** A sentence that says why the ledger cannot do what it is asked to. */
export type LedgerFault = { readonly reason: string };

const SCHEMA_LOCK = 0x7363;

/**
 * Creates the tables where there are none, and the columns of new dimensions, in one transaction. Machines that start at the
 * same time on one Postgres wait for each other.
 */
export function prepareSchema(database: Database): Promise<LedgerFault | undefined> {
  const prepare = async (query: Query): Promise<LedgerFault | undefined> => {
    if (database.kind === 'postgres')
      await query(`select pg_advisory_xact_lock(${SCHEMA_LOCK}, 0)`);
    await query(
      'create table if not exists schema_version (id bigint primary key, version bigint not null)',
    );
    await query('insert into schema_version (id, version) values (1, 0) on conflict do nothing');
    const [row] = await query('update schema_version set version = version returning version');
    const version = Number(row?.version);
    if (version === 0) {
      for (const statement of createTables(database.kind)) await query(statement);
      await query('update schema_version set version = $1', [SCHEMA_VERSION]);
    } else if (version !== SCHEMA_VERSION) return otherVersion(version);
    await addDimensions(query, database.kind);
    return undefined;
  };
  return serially(() => database.transaction(prepare));
}

/** SQLite waits for a lock without letting other work of this process go on: not even the work that has the lock. */
const serially = createSerial();

/** For those who only read. Rejects where there are no tables. */
export async function checkSchema(database: Database): Promise<LedgerFault | undefined> {
  const [row] = await database.query('select version from schema_version');
  const version = Number(row?.version ?? 0);
  if (version !== SCHEMA_VERSION) return otherVersion(version);
  const [missing] = await missingDimensions(database.query, database.kind);
  if (missing === undefined) return undefined;
  const { table, name } = missing;
  return {
    reason: `The table ${table} has no ${name} yet, which this Parley needs: start Parley on it once, which adds it.`,
  };
}

function otherVersion(version: number): LedgerFault {
  return {
    reason:
      `The database has ledger version ${version}, and this Parley knows version ${SCHEMA_VERSION}: ` +
      'another Parley has written to it. Install that version here too, or start with an empty database: docs/deploy/upgrade.md.',
  };
}

const NEEDED = [
  ...DIMENSION_NAMES.map((name) => ({ table: 'facts', name })),
  ...CELL_COLUMNS.map((name) => ({ table: 'rollups', name })),
];

const PRESENT: Readonly<Record<DatabaseKind, string>> = {
  postgres: `select table_name as "table", column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name in ('facts', 'rollups')`,
  sqlite: `select 'facts' as "table", name from pragma_table_info('facts')
    union all select 'rollups', name from pragma_table_info('rollups')`,
};

async function missingDimensions(query: Query, kind: DatabaseKind) {
  const rows = await query(PRESENT[kind]);
  return NEEDED.filter(
    ({ table, name }) => !rows.some((row) => row.table === table && row.name === name),
  );
}

/** What was recorded before a dimension was added has ''. */
async function addDimensions(query: Query, kind: DatabaseKind): Promise<void> {
  for (const { table, name } of await missingDimensions(query, kind)) {
    await query(`alter table ${table} add column ${name} text not null default ''`);
  }
}
