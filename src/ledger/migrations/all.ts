import { BYTES_SQL } from '../database.ts';
import {
  bigint,
  COUNTS_OF_0_1,
  DIMENSIONS_OF_0_1,
  MIGRATIONS_OF_0_1,
  type Migration,
  text,
} from './0.1.ts';

const KEYS = `minute_ms, ${DIMENSIONS_OF_0_1}`;

/**
 * A row of counts is found by its minute and its cell, a digest of all its dimensions, so that a new dimension needs
 * no other key. Rows of before get a cell that no digest is like: what is counted in the same minute after the upgrade
 * gets a row of its own. A publication of all tables allows no update of a table without a primary key, so that the old
 * one goes last. SQLite cannot drop a primary key: its table is made anew.
 */
const BY_CELL = {
  postgres: [
    "alter table rollups add column cell text not null default ''",
    'alter table rollups add column earned_nanos bigint not null default 0',
    `update rollups set cell = '0.1 ' || md5(json_build_array(${KEYS})::text), earned_nanos = spend_nanos`,
    'alter table rollups alter column cell drop default',
    'alter table rollups drop constraint rollups_pkey',
    'alter table rollups add primary key (minute_ms, cell)',
  ],
  sqlite: [
    `create table rollups_by_cell (
      ${bigint('minute_ms')}, ${text(`cell, ${DIMENSIONS_OF_0_1}`)}, ${bigint(`${COUNTS_OF_0_1}, spend_nanos, earned_nanos`)},
      primary key (minute_ms, cell))`,
    `insert into rollups_by_cell (cell, ${KEYS}, ${COUNTS_OF_0_1}, spend_nanos, earned_nanos)
     select '0.1 ' || rowid, ${KEYS}, ${COUNTS_OF_0_1}, spend_nanos, spend_nanos from rollups`,
    'drop table rollups',
    'alter table rollups_by_cell rename to rollups',
  ],
} as const;

/** Ruling 74. All sales of before owe the publisher the whole price. */
const SHARES = [
  'alter table facts add column share_basis_points bigint not null default 10000',
  'alter table facts add column earned_nanos bigint not null default 0',
  'update facts set earned_nanos = spend_nanos where spend_nanos <> 0',
];

/** The two sides of a sale, and counts by cell. */
export const twoSides: Migration = (kind) => [...BY_CELL[kind], ...SHARES];

const journals: Migration = () => [
  // How far each journal is drained: `byte_offset` of the segment with this number, and all segments before it. The row
  // outlives the files, so that a copy of them which is drained later is known.
  `create table journals (name text primary key, ${bigint('segment, byte_offset, moved_ms')})`,
  'create index journals_moved_ms on journals (moved_ms)',
];

const machines: Migration = () => [
  // The last heartbeat of each start of a machine, and the one before it.
  `create table machines (machine text primary key, ${bigint('beat_ms')}, before_ms bigint)`,
];

/** Ruling 74: what the buyer pays for. All sales of before are charged for the impression. */
const charges: Migration = () => [
  "alter table facts add column charged_per text not null default 'impression'",
  'alter table facts add column charge_micros bigint not null default 0',
];

/** What rates are learned from, by day. Several machines add to the same rows. */
const responses: Migration = () => [
  `create table responses (
    ${bigint('day')}, ${text('partner, seat, campaign, creative, publisher, format')},
    ${bigint('impressions, clicks, conversions')},
    primary key (day, partner, seat, campaign, creative, publisher, format))`,
];

/**
 * Why a fact was not charged; what publishers were owed for a campaign; the day of `…_before`. Publishers were owed at
 * most the spend of before.
 */
const decidedCharges: Migration = () => [
  "alter table facts add column uncharged text not null default ''",
  'alter table budgets add column earned_total_nanos bigint not null default 0',
  'alter table budgets add column before_day bigint not null default 0',
  'update budgets set earned_total_nanos = spent_total_nanos, before_day = day - 1 where day > 0',
];

const requestSamples: Migration = () => [
  `create table request_samples (
    lot bigint primary key, ${bigint('minute_ms, weight_thousandths')}, ${text('body')})`,
  'create index request_samples_minute_ms on request_samples (minute_ms)',
];

/**
 * Conversions as advertisers told of them, each once. `clicks` is JSON: the clicks that may have led to it. `state` is
 * pending until one of them is on record; then the conversion has its sale, and what it was charged.
 */
const conversions: Migration = () => [
  `create table conversions (
    id text primary key, ${text('source, partner, seat, event, order_id, currency')},
    ${bigint('at_ms, amount_micros, value_micros')}, ${text('clicks, state')}, ${bigint('due_ms')},
    auction_id text, imp_id text, click_ms bigint,
    spend_nanos bigint not null default 0, uncharged text not null default '')`,
  'create index conversions_due_ms on conversions (state, due_ms)',
  'create index conversions_at_ms on conversions (at_ms)',
  'alter table rollups add column conversions bigint not null default 0',
  'alter table rollups add column pixel_conversions bigint not null default 0',
  'alter table rollups add column conversion_value_nanos bigint not null default 0',
];

const sharedSlices: Migration = () => [
  // What the machine has reserved, by minute: "minute micros impressions", comma-separated.
  "alter table budget_claims add column reserved text not null default ''",
  // Until then a machine that sells lacks what idle ones may have claimed.
  'alter table budgets add column lacked_until_ms bigint not null default 0',
];

/** The days of a campaign's budget are those of its time zone, and it is paced from when it was first seen. */
const zones: Migration = () => [
  "alter table budgets add column zone text not null default 'UTC'",
  'alter table budgets add column since_ms bigint',
];

/** What all samples stand for is summed up in the index: reading the samples themselves would take too long. */
const weighedSamples: Migration = () => [
  'drop index request_samples_minute_ms',
  'create index request_samples_weight on request_samples (minute_ms, weight_thousandths)',
];

/**
 * Publishers and partners, beside campaigns: `definition` as in the config, `access` the hashes of their keys and tokens.
 * A deleted one keeps its row, so that every machine hears of it.
 */
const accounts: Migration = () => [
  `create table accounts (
    key text primary key, ${text('kind, id, state, definition')},
    ${bigint('revision, created_ms, created_revision, changed_ms')}, ${text('changed_by, access')})`,
  'create index accounts_revision on accounts (kind, revision)',
];

/** The last check of what each publisher publishes, as JSON; and the machine that checks now. */
const supplyChecks: Migration = () => [
  `create table supply_checks (publisher text primary key, ${bigint('at_ms')}, ${text('result')})`,
  'create index supply_checks_at_ms on supply_checks (at_ms)',
  `create table supply_round (id bigint primary key, ${text('machine')}, ${bigint('until_ms')})`,
];

/**
 * Closed months, and what was stated to whom in them. `stated_sums` has, for each account, which of its sums of which month
 * a closed month has stated: what the ledger has beyond that came late. Rates are those of the first look on a day.
 */
const statements: Migration = () => [
  `create table day_rates (${bigint('day')}, ${text('currency, usd_per_unit')}, primary key (day, currency))`,
  `create table closed_months (month text primary key, ${bigint('closed_ms')}, ${text('closed_by')})`,
  `create table statements (
    ${text('month, side, account, currency, total, usd, document')}, primary key (month, side, account))`,
  'create index statements_account on statements (side, account, month)',
  `create table stated_sums (
    ${text('of_month, in_month, side, account')}, ${bigint('nanos, impressions, clicks, conversions')},
    primary key (of_month, side, account, in_month))`,
  `create table adjustments (
    id bigint primary key, ${text('month, kind, publisher')}, ${bigint('from_ms, to_ms')},
    ${text('definition')}, ${bigint('at_ms')}, ${text('who')})`,
  'create index adjustments_month on adjustments (month)',
];

/** Calls with a body go to webhooks. The troubles that webhooks were told of, each until no machine has seen it for a while. */
const webhooks: Migration = () => [
  'alter table outbox add column body text',
  `create table alerts (subject text primary key, ${bigint('seen_ms')}, ${text('told, alert')})`,
];

/**
 * Reports that people have saved, when they are sent to webhooks, and links for clients, which keep the hash of their
 * secret. `last_day` is that of the last report which was made; `claimed_until_ms` is until when one machine makes one.
 */
const savedReports: Migration = () => [
  `create table report_views (id text primary key, ${text('name, query, made_by')}, ${bigint('made_ms')})`,
  `create table report_schedules (
    id text primary key, ${text('view_id, every, zone, webhook, state, made_by, last_day')},
    ${bigint('hour, made_ms, claimed_until_ms')}, sent_ms bigint)`,
  `create table report_links (
    id text primary key, ${text('view_id, hash, columns, made_by')}, ${bigint('made_ms, expires_ms')}, used_ms bigint)`,
  'create unique index report_links_hash on report_links (hash)',
];

/** Images that people have uploaded, each once by the hash of its bytes, and the advertisers for whom each counts. */
const images: Migration = (kind) => [
  `create table images (
    hash text primary key, ${text('mime')}, ${bigint('w, h, bytes, created_ms')},
    content ${BYTES_SQL[kind]} not null)`,
  // They are compressed already: Postgres would try it once more.
  ...(kind === 'postgres' ? ['alter table images alter column content set storage external'] : []),
  `create table image_uploads (
    ${text('advertiser, hash, who')}, ${bigint('at_ms')}, primary key (advertiser, hash))`,
  'create index image_uploads_hash on image_uploads (hash)',
];

/** What a sample is found by. The search reads the index alone. */
const foundSamples: Migration = () => [
  ...['publisher', 'request_digest', 'bid_request_digest'].map(
    (name) => `alter table request_samples add column ${name} text not null default ''`,
  ),
  `create index request_samples_found on request_samples
    (minute_ms, lot, publisher, request_digest, bid_request_digest)`,
];

/** What an archived campaign was before. Null: it was archived before this step, or is not archived. */
const archivedFrom: Migration = () => ['alter table campaigns add column archived_from text'];

/** What people said of ads, each once for a sale and kind. No column names a person. */
const feedback: Migration = () => [
  `create table feedback (
    ${text('auction_id, imp_id, kind, reason')}, ${bigint('at_ms')},
    ${text('publisher, partner, campaign, creative, advertiser, title')},
    primary key (auction_id, imp_id, kind))`,
  'create index feedback_at_ms on feedback (at_ms)',
  'create index feedback_publisher on feedback (publisher, at_ms)',
  'create index feedback_campaign on feedback (campaign, at_ms)',
];

/** What AI buyers have made: accounts, buys and creatives, each of one buyer and most of one account. */
const buyerRecords: Migration = () => [
  `create table buyer_records (
    key text primary key, ${text('kind, buyer, account, id, state, definition')},
    ${bigint('revision, created_ms, created_revision, changed_ms')}, ${text('changed_by')})`,
  'create index buyer_records_buyer on buyer_records (kind, buyer, created_revision)',
  'create index buyer_records_account on buyer_records (kind, account, created_revision)',
];

/** What AI buyers were told last of each record for which they have named a webhook, and until which change records were looked at. */
const buyersTold: Migration = () => [
  `create table buyer_told (
    key text primary key, ${text('told')}, ${bigint('messages, is_open, report_due_ms, reports')})`,
  'create index buyer_told_open on buyer_told (key) where is_open = 1',
  'create index buyer_told_due on buyer_told (key) where report_due_ms > 0',
  `create table buyer_told_until (kind text primary key, ${bigint('revision')})`,
  'create index buyer_records_revision on buyer_records (kind, revision)',
];

/** The version of a database is the number of steps that it has had. New steps go to the end. */
export const MIGRATIONS: readonly Migration[] = [
  ...MIGRATIONS_OF_0_1,
  twoSides,
  journals,
  machines,
  charges,
  responses,
  decidedCharges,
  requestSamples,
  conversions,
  sharedSlices,
  zones,
  weighedSamples,
  accounts,
  supplyChecks,
  statements,
  webhooks,
  savedReports,
  images,
  foundSamples,
  archivedFrom,
  feedback,
  buyerRecords,
  buyersTold,
];
