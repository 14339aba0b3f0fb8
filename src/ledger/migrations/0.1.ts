import { DAY_MS } from '../../lib/day.ts';
import type { DatabaseKind } from '../database.ts';

/**
 * One change of the tables, in one transaction. It never changes once it was released. Machines of the version before
 * go on writing while it runs and after it, until they are replaced: it must not break their statements.
 */
export type Migration = (kind: DatabaseKind) => readonly string[];

/** What a row of counts was found by beside its minute, and its counts beside the spend. */
export const DIMENSIONS_OF_0_1 =
  'publisher, partner, campaign, country, format, intent, funnel, sentiment, turn, reason';
export const COUNTS_OF_0_1 =
  'requests, refusals, no_bids, asked, bids, sold, wins, impressions, viewables, clicks, losses';

/** Columns of one type, without null. */
export const text = (names: string) => names.replaceAll(/\w+/g, '$& text not null');
export const bigint = (names: string) => names.replaceAll(/\w+/g, '$& bigint not null');
const counter = (names: string) => names.replaceAll(/\w+/g, '$& bigint not null default 0');

const LEDGER = [
  // A lock that is held while a batch is written. Without it, two machines that write a fact and its partner's URLs
  // at the same time would not see each other's row, and the partner would not be called.
  `create table if not exists ledger_turn (id bigint primary key, ${bigint('turns')})`,
  'insert into ledger_turn (id, turns) values (1, 0) on conflict do nothing',
  `create table if not exists facts (
    ${text('auction_id, imp_id, kind')}, ${bigint('at_ms, price_micros')}, loss_code bigint,
    ${bigint('spend_nanos, sold_ms')}, ${text('partner, seat, campaign, creative')},
    ${bigint('sale_price_micros')}, ${text('bills_on')}, ${bigint('is_test, machine')},
    ${text('publisher, country, format, intent, funnel, sentiment, turn')},
    primary key (auction_id, imp_id, kind))`,
  `create index if not exists facts_at_ms on facts (at_ms)`,
  `create table if not exists rollups (
    ${bigint('minute_ms')}, ${text(DIMENSIONS_OF_0_1)}, ${bigint(COUNTS_OF_0_1)}, ${bigint('spend_nanos')},
    primary key (minute_ms, ${DIMENSIONS_OF_0_1}))`,
  `create table if not exists journal_positions (segment text primary key, ${bigint('byte_offset')})`,
  `create table if not exists partner_calls (
    ${text('auction_id, imp_id, kind, partner, urls')}, ${bigint('until_ms')},
    primary key (auction_id, imp_id, kind))`,
  `create index if not exists partner_calls_until_ms on partner_calls (until_ms)`,
  `create table if not exists outbox (
    id text primary key, ${text('partner, url')}, ${bigint('attempts, due_ms, lease_until_ms')})`,
  // Covers the query that skips partners with enough calls in flight.
  `create index if not exists outbox_due on outbox (due_ms, id, lease_until_ms, partner)`,
  `create index if not exists outbox_partner on outbox (partner)`,
];

const BUDGETS = [
  // The spend of each campaign and the sum of the machines' claims. `day` is the day of `spent_day_nanos` and
  // `impressions_day`, in days since 1970. `…_before` is the spend of the day before and of facts that arrived
  // late: a machine whose clock has not reached `day` yet needs it.
  `create table if not exists budgets (
    campaign text primary key, ${counter('day, spent_total_nanos, spent_day_nanos, spent_before_nanos')},
    ${counter('impressions_total, impressions_day, impressions_before, claimed_micros, claimed_impressions')})`,
  // A machine without a heartbeat until `until_ms` has lost its claims. Every fact that it recorded before
  // `caught_up_ms` is in the ledger.
  `create table if not exists budget_machines (machine text primary key, ${bigint('until_ms, caught_up_ms')})`,
  `create table if not exists budget_claims (
    ${text('campaign, machine')}, ${bigint('micros, impressions')}, primary key (campaign, machine))`,
  'create index if not exists budget_claims_machine on budget_claims (machine)',
  // Billed and lost sales, for the machine that sold them and holds their reservations.
  `create table if not exists budget_outcomes (
    ${bigint('machine_tag')}, ${text('campaign')},
    ${bigint('minute, billed_micros, billed_impressions, lost_micros, lost_impressions')},
    primary key (machine_tag, campaign, minute))`,
];

/** Databases from before the list of steps have some or all of these tables. */
const firstTables: Migration = () => [...LEDGER, ...BUDGETS];

const campaignStore: Migration = () => [
  // Writers take turns at its row. Each change of the store has the next revision, and a reader that knows one
  // revision has seen all changes before it.
  `create table store_turn (id bigint primary key, ${bigint('revision')})`,
  'insert into store_turn (id, revision) values (1, 0)',
  // `definition` is the campaign as in a file, as JSON and without its creatives. A deleted campaign keeps its row,
  // so that every machine hears of it.
  `create table campaigns (
    key text primary key, ${text('partner, campaign, state, definition')},
    ${bigint('revision, created_ms, created_revision, changed_ms')}, ${text('changed_by')})`,
  'create index campaigns_revision on campaigns (revision)',
  `create table creatives (
    ${text('key, creative')}, ${bigint('place')}, ${text('state, reason, definition')},
    primary key (key, creative))`,
  // Who did what on the admin port. `subject` is the key of a campaign, or the name of a partner.
  `create table audit_log (
    id bigint primary key, ${bigint('at_ms')}, ${text('who, role, action, subject, changes')})`,
  'create index audit_log_subject on audit_log (subject, id)',
  // Answers to calls with an idempotency key, kept for a day.
  `create table idempotent_answers (
    key text primary key, ${text('request_hash')}, ${bigint('status')}, ${text('body')}, ${bigint('until_ms')})`,
];

const lanes: Migration = () => [
  // How far each lane has read a segment. A segment that is in `journal_positions` alone was drained by a Parley
  // without lanes: all lanes begin at its position.
  `create table lane_positions (
    ${text('segment')}, ${bigint('lane, byte_offset')}, primary key (segment, lane))`,
];

const severalDatabases: Migration = () => [
  // The position of this database in `ledger.databaseUrls`, and the time from which sales are spread over all of them.
  // A ledger of one database has no row.
  `create table ledger_place (id bigint primary key, ${bigint('position, databases, since_ms')})`,
  // Spend that this database has recorded and the first one has not added to the budgets yet.
  `create table settlements (id text primary key, ${text('body')})`,
  // In the first database. The settlements that are added to the budgets and may still be in their own database.
  `create table applied_settlements (${bigint('source')}, ${text('id')}, primary key (source, id))`,
  // A lock for each source, that is held while its settlements are added.
  `create table settlement_turns (source bigint primary key, ${bigint('turns')})`,
];

/**
 * Postgres keeps facts in a table for each month in which their sales were made, so that old ones can be dropped at
 * once. All facts of a sale carry the time of the sale, so a fact is still recognized when it comes again. The facts of
 * before become the first part, up to the next month. Statements that name `facts` stay valid.
 */
const BY_MONTH = `do $$
declare
  newest timestamptz;
  bound bigint;
begin
  select greatest(now(), to_timestamp(coalesce(max(sold_ms), 0) / 1000)) into newest from facts;
  bound := 1000 * extract(epoch from
    (date_trunc('month', newest at time zone 'UTC') + interval '1 month') at time zone 'UTC');
  alter table facts rename to facts_before;
  alter table facts_before drop constraint facts_pkey;
  alter table facts_before add primary key (auction_id, imp_id, kind, sold_ms);
  create table facts (like facts_before including defaults) partition by range (sold_ms);
  alter table facts add primary key (auction_id, imp_id, kind, sold_ms);
  execute format('alter table facts attach partition facts_before for values from (minvalue) to (%s)', bound);
  create index facts_all_at_ms on facts (at_ms);
  create table facts_rest partition of facts default;
end $$`;

const factsByMonth: Migration = (kind) => (kind === 'postgres' ? [BY_MONTH] : []);

const DAY = `minute_ms / ${DAY_MS}`;

/** Counts from before have no creative. */
const earlier = (kind: string, count: string, amount = '0') =>
  `insert into campaign_delivery (partner, campaign, day, kind, detail, publisher, count, amount)
   select partner, campaign, ${DAY}, '${kind}', '', '', sum(${count}), sum(${amount})
   from rollups where campaign <> '' and (${count} > 0 or ${amount} > 0)
   group by partner, campaign, ${DAY}`;

const campaignDelivery: Migration = () => [
  // What becomes of the chances of our own campaigns, by day of UTC. `delivery.ts` explains `kind` and `detail`.
  `create table campaign_delivery (
    ${text('partner, campaign')}, ${bigint('day')}, ${text('kind, detail, publisher')},
    ${bigint('count, amount')}, primary key (partner, campaign, day, kind, detail, publisher))`,
  'create index campaign_delivery_day on campaign_delivery (day)',
  earlier('won', 'sold'),
  earlier('shown', 'impressions'),
  earlier('clicked', 'clicks'),
  // Bills were not counted by themselves.
  earlier('billed', 'impressions', 'spend_nanos'),
];

/**
 * The content of a campaign that was approved and serves while a change of it waits, as JSON; null where the campaign
 * and the reviews of its creatives say it. So campaigns of before are approved as they are, and those that machines of
 * the version before write are approved as these machines serve them.
 */
export const approvedVersion: Migration = () => ['alter table campaigns add column approved text'];

export const MIGRATIONS_OF_0_1: readonly Migration[] = [
  firstTables,
  campaignStore,
  lanes,
  severalDatabases,
  factsByMonth,
  campaignDelivery,
  approvedVersion,
];
