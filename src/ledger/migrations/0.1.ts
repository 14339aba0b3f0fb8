import { DAY_MS } from '../../lib/day.ts';
import type { DatabaseKind } from '../database.ts';

/**
 * One change of the tables, in one transaction. It never changes once it was released. Machines of the version before
 * go on writing while it runs and after it, until they are replaced: it must not break their statements.
 */
export type Migration = (kind: DatabaseKind) => readonly string[];

const LEDGER = [
  // A lock that is held while a batch is written. Without it, two machines that write a fact and its partner's URLs
  // at the same time would not see each other's row, and the partner would not be called.
  `create table if not exists ledger_turn (id bigint primary key, turns bigint not null)`,
  'insert into ledger_turn (id, turns) values (1, 0) on conflict do nothing',
  `create table if not exists facts (
    auction_id text not null, imp_id text not null, kind text not null,
    at_ms bigint not null, price_micros bigint not null, loss_code bigint,
    spend_nanos bigint not null, sold_ms bigint not null,
    partner text not null, seat text not null, campaign text not null, creative text not null,
    sale_price_micros bigint not null, bills_on text not null, is_test bigint not null, machine bigint not null,
    publisher text not null, country text not null, format text not null, intent text not null,
    funnel text not null, sentiment text not null, turn text not null,
    primary key (auction_id, imp_id, kind))`,
  `create index if not exists facts_at_ms on facts (at_ms)`,
  `create table if not exists rollups (
    minute_ms bigint not null,
    publisher text not null, partner text not null, campaign text not null, country text not null,
    format text not null, intent text not null, funnel text not null, sentiment text not null,
    turn text not null, reason text not null,
    requests bigint not null, refusals bigint not null, no_bids bigint not null, asked bigint not null,
    bids bigint not null, sold bigint not null, wins bigint not null, impressions bigint not null,
    viewables bigint not null, clicks bigint not null, losses bigint not null, spend_nanos bigint not null,
    primary key (minute_ms, publisher, partner, campaign, country, format, intent, funnel, sentiment, turn, reason))`,
  `create table if not exists journal_positions (segment text primary key, byte_offset bigint not null)`,
  `create table if not exists partner_calls (
    auction_id text not null, imp_id text not null, kind text not null, partner text not null, urls text not null,
    until_ms bigint not null,
    primary key (auction_id, imp_id, kind))`,
  `create index if not exists partner_calls_until_ms on partner_calls (until_ms)`,
  `create table if not exists outbox (
    id text primary key, partner text not null, url text not null,
    attempts bigint not null, due_ms bigint not null, lease_until_ms bigint not null)`,
  // Covers the query that skips partners with enough calls in flight.
  `create index if not exists outbox_due on outbox (due_ms, id, lease_until_ms, partner)`,
  `create index if not exists outbox_partner on outbox (partner)`,
];

const BUDGETS = [
  // The spend of each campaign and the sum of the machines' claims. `day` is the day of `spent_day_nanos` and
  // `impressions_day`, in days since 1970. `…_before` is the spend of the day before and of facts that arrived
  // late: a machine whose clock has not reached `day` yet needs it.
  `create table if not exists budgets (
    campaign text primary key,
    day bigint not null default 0,
    spent_total_nanos bigint not null default 0,
    spent_day_nanos bigint not null default 0,
    spent_before_nanos bigint not null default 0,
    impressions_total bigint not null default 0,
    impressions_day bigint not null default 0,
    impressions_before bigint not null default 0,
    claimed_micros bigint not null default 0,
    claimed_impressions bigint not null default 0
  )`,
  // A machine without a heartbeat until `until_ms` has lost its claims. Every fact that it recorded before
  // `caught_up_ms` is in the ledger.
  `create table if not exists budget_machines (
    machine text primary key,
    until_ms bigint not null,
    caught_up_ms bigint not null
  )`,
  `create table if not exists budget_claims (
    campaign text not null,
    machine text not null,
    micros bigint not null,
    impressions bigint not null,
    primary key (campaign, machine)
  )`,
  'create index if not exists budget_claims_machine on budget_claims (machine)',
  // Billed and lost sales, for the machine that sold them and holds their reservations.
  `create table if not exists budget_outcomes (
    machine_tag bigint not null,
    campaign text not null,
    minute bigint not null,
    billed_micros bigint not null,
    billed_impressions bigint not null,
    lost_micros bigint not null,
    lost_impressions bigint not null,
    primary key (machine_tag, campaign, minute)
  )`,
];

/** Databases from before the list of steps have some or all of these tables. */
const firstTables: Migration = () => [...LEDGER, ...BUDGETS];

const campaignStore: Migration = () => [
  // Writers take turns at its row. Each change of the store has the next revision, and a reader that knows one
  // revision has seen all changes before it.
  `create table store_turn (id bigint primary key, revision bigint not null)`,
  'insert into store_turn (id, revision) values (1, 0)',
  // `definition` is the campaign as in a file, as JSON and without its creatives. A deleted campaign keeps its row,
  // so that every machine hears of it.
  `create table campaigns (
    key text primary key,
    partner text not null,
    campaign text not null,
    state text not null,
    definition text not null,
    revision bigint not null,
    created_ms bigint not null,
    created_revision bigint not null,
    changed_ms bigint not null,
    changed_by text not null
  )`,
  'create index campaigns_revision on campaigns (revision)',
  `create table creatives (
    key text not null,
    creative text not null,
    place bigint not null,
    state text not null,
    reason text not null,
    definition text not null,
    primary key (key, creative)
  )`,
  // Who did what on the admin port. `subject` is the key of a campaign, or the name of a partner.
  `create table audit_log (
    id bigint primary key,
    at_ms bigint not null,
    who text not null,
    role text not null,
    action text not null,
    subject text not null,
    changes text not null
  )`,
  'create index audit_log_subject on audit_log (subject, id)',
  // Answers to calls with an idempotency key, kept for a day.
  `create table idempotent_answers (
    key text primary key,
    request_hash text not null,
    status bigint not null,
    body text not null,
    until_ms bigint not null
  )`,
];

const lanes: Migration = () => [
  // How far each lane has read a segment. A segment that is in `journal_positions` alone was drained by a Parley
  // without lanes: all lanes begin at its position.
  `create table lane_positions (
    segment text not null, lane bigint not null, byte_offset bigint not null,
    primary key (segment, lane))`,
];

const severalDatabases: Migration = () => [
  // The position of this database in `ledger.databaseUrls`, and the time from which sales are spread over all of them.
  // A ledger of one database has no row.
  `create table ledger_place (
    id bigint primary key, position bigint not null, databases bigint not null, since_ms bigint not null)`,
  // Spend that this database has recorded and the first one has not added to the budgets yet.
  'create table settlements (id text primary key, body text not null)',
  // In the first database. The settlements that are added to the budgets and may still be in their own database.
  `create table applied_settlements (
    source bigint not null, id text not null, primary key (source, id))`,
  // A lock for each source, that is held while its settlements are added.
  'create table settlement_turns (source bigint primary key, turns bigint not null)',
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
    partner text not null,
    campaign text not null,
    day bigint not null,
    kind text not null,
    detail text not null,
    publisher text not null,
    count bigint not null,
    amount bigint not null,
    primary key (partner, campaign, day, kind, detail, publisher)
  )`,
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
