import { type Amount, amountOf, minuteOf } from './account.ts';
import { RING_MINUTES } from './slice-memory.ts';

/** As the ledger has it for a machine that has reserved nothing. */
export const NONE_RESERVED = '';

/** So long after the end of a minute workers may still be reserving in it. */
const EDGE_MS = 5000;

/**
 * What a slice has reserved by minute, for the ledger. If the machine dies, each minute's part is free when its sales
 * have expired; the rest of the claim may have been sold after this was recorded, and is free when that has expired too.
 * Minutes that are not over yet are left out: they belong to that rest.
 */
export function reservedRecord(reservedIn: (minute: number) => Amount, nowMs: number): string {
  const records: string[] = [];
  for (
    let minute = minuteOf(nowMs) - RING_MINUTES + 2;
    minute < minuteOf(nowMs - EDGE_MS);
    minute++
  ) {
    const { micros, impressions } = reservedIn(minute);
    if (micros > 0 || impressions > 0) records.push(`${minute} ${micros} ${impressions}`);
  }
  return records.join(',');
}

/** What of a record has expired with the minute `through`, and the record of the rest. */
export function expiredOf(
  record: string,
  through: number,
): { readonly expired: Amount; readonly rest: string } {
  const records = record === NONE_RESERVED ? [] : record.split(',');
  const minutes = records.map((text) => text.split(' ').map(Number));
  const isExpired = (index: number) => (minutes[index]?.[0] ?? 0) <= through;
  const ended = minutes.filter((_, index) => isExpired(index));
  const sumAt = (position: number) =>
    ended.reduce((sum, values) => sum + Math.max(0, values[position] ?? 0), 0);
  return {
    expired: amountOf((resource) => sumAt(resource === 'micros' ? 1 : 2)),
    rest: records.filter((_, index) => !isExpired(index)).join(','),
  };
}
