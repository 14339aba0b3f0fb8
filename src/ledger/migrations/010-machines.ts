import type { Migration } from './migration.ts';

export const machines: Migration = () => [
  // The last heartbeat of each start of a machine, and the one before it.
  'create table machines (machine text primary key, beat_ms bigint not null, before_ms bigint)',
];
