import type { Migration } from './migration.ts';

export const journals: Migration = () => [
  // How far each journal is drained: `byte_offset` of the segment with this number, and all segments before it. The row
  // outlives the files, so that a copy of them which is drained later is known.
  `create table journals (
    name text primary key, segment bigint not null, byte_offset bigint not null, moved_ms bigint not null)`,
  'create index journals_moved_ms on journals (moved_ms)',
];
