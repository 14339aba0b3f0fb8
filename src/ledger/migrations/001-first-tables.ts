import type { Migration } from './migration.ts';

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
export const firstTables: Migration = () => [...LEDGER, ...BUDGETS];
