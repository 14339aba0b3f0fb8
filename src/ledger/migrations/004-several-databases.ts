import type { Migration } from './migration.ts';

export const severalDatabases: Migration = () => [
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
