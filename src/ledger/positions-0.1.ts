import type { Query } from './database.ts';
import type { JournalEntry } from './entry.ts';

/** Whether version 0.1 has drained an entry. It had a position for each lane of a segment: some of its sales. */
export type DrainedBy01 = (segment: string, offset: number, entry: JournalEntry) => boolean;

/** Sales were hashed into this many buckets, and each bucket had a lane. */
const BUCKETS = 64;

export async function readDrainedBy01(query: Query): Promise<DrainedBy01> {
  const offsets = new Map<string, number[]>();
  // The first versions had no lanes.
  for (const row of await query('select segment, byte_offset from journal_positions')) {
    offsets.set(String(row.segment), [Number(row.byte_offset)]);
  }
  for (const row of await query(
    'select segment, lane, byte_offset from lane_positions order by lane',
  )) {
    const lanes = offsets.get(String(row.segment)) ?? [];
    lanes[Number(row.lane)] = Number(row.byte_offset);
    offsets.set(String(row.segment), lanes);
  }
  return (segment, offset, entry) => {
    const lanes = offsets.get(segment);
    return lanes !== undefined && offset < (lanes[laneOf(entry, lanes.length)] ?? 0);
  };
}

/** A fact and its partner's URLs had the same lane. What belongs to no sale had the first. */
function laneOf(entry: JournalEntry, lanes: number): number {
  if (entry.kind !== 'fact' && entry.kind !== 'calls') return 0;
  const { auctionId } = entry.kind === 'fact' ? entry.fact.sale : entry.calls;
  return (Bun.hash.crc32(auctionId) % BUCKETS) % lanes;
}
