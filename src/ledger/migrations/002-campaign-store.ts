import type { Migration } from './migration.ts';

export const campaignStore: Migration = () => [
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
