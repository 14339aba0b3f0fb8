import { existsSync } from 'node:fs';
import { insertAll } from './bulk.ts';
import type { Database, Query } from './database.ts';

/** Another process has drained this part of the segment meanwhile. */
export class Moved extends Error {
  constructor() {
    super('another process drains it at the same time');
  }
}

/** The offsets that the lanes of a segment have reached, by lane. */
export type LanePositions = readonly number[];

/**
 * Reads the positions of a segment. The first call for a segment decides how many lanes it has: another number in the
 * config applies to later segments.
 */
export async function openPositions(
  database: Database,
  segment: { readonly segment: string; readonly file: string },
  lanes: number,
): Promise<LanePositions> {
  const { segment: name, file } = segment;
  return database.transaction(async (query) => {
    await query(
      'insert into journal_positions (segment, byte_offset) values ($1, 0) on conflict do nothing',
      [name],
    );
    // Locks the row: of two processes one creates the lanes.
    const [row] = await query(
      'update journal_positions set byte_offset = byte_offset where segment = $1 returning byte_offset',
      [name],
    );
    const known = await query(
      'select byte_offset from lane_positions where segment = $1 order by lane',
      [name],
    );
    checkFile(file);
    if (known.length > 0) return known.map(({ byte_offset }) => Number(byte_offset));
    const start = Number(row?.byte_offset ?? 0);
    const positions = Array.from({ length: lanes }, () => start);
    await insertAll(query, {
      before: 'insert into lane_positions (segment, lane, byte_offset) values',
      after: '',
      rows: positions.map((offset, lane) => [name, lane, offset]),
    });
    return positions;
  });
}

export type Move = {
  readonly segment: string;
  readonly file: string;
  readonly lane: number;
  readonly fromOffset: number;
  readonly toOffset: number;
};

/** Throws where another process was faster. */
export async function movePosition(query: Query, move: Move): Promise<void> {
  const { segment, file, lane, fromOffset, toOffset } = move;
  const moved = await query(
    'update lane_positions set byte_offset = $1 where segment = $2 and lane = $3 and byte_offset = $4 ' +
      'returning segment',
    [toOffset, segment, lane, fromOffset],
  );
  if (moved.length === 0) throw new Moved();
  checkFile(file);
}

/** A segment is renamed before its positions are deleted: without a file, it was drained to its end. */
function checkFile(file: string): void {
  if (!existsSync(file)) throw new Moved();
}

export async function forgetPositions({ query }: Database, segment: string): Promise<void> {
  await query('delete from lane_positions where segment = $1', [segment]);
  await query('delete from journal_positions where segment = $1', [segment]);
}
