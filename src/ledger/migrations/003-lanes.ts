import type { Migration } from './migration.ts';

export const lanes: Migration = () => [
  // How far each lane has read a segment. A segment that is in `journal_positions` alone was drained by a Parley
  // without lanes: all lanes begin at its position.
  `create table lane_positions (
    segment text not null, lane bigint not null, byte_offset bigint not null,
    primary key (segment, lane))`,
];
