import type { Query } from '../database.ts';

const TABLES = [
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
] as const;

export async function createBudgetTables(query: Query): Promise<void> {
  for (const table of TABLES) await query(table);
}
