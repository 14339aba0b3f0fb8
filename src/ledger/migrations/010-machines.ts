import type { Migration } from './migration.ts';

const MACHINES = [
  // The last heartbeat of each start of a machine, and the one before it.
  'create table machines (machine text primary key, beat_ms bigint not null, before_ms bigint)',
];

export const machines: Migration = {
  name: 'the heartbeats of machines',
  statements: () => MACHINES,
};
