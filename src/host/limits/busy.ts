export const BUSY_SECONDS = 60;

/** Names that are counted in one second. Whoever sends a good part of all requests is among the first. */
const NAMES_MAX = 256;

/** The requests of one name in the last minute. The last count in `asked` is of the second that runs. */
export type BusyName = {
  readonly name: string;
  readonly asked: readonly number[];
  readonly refused: number;
};

/**
 * The names with the most requests, second by second, for the console and for lots: the limits count hashes only. Of each
 * second, the first names are counted. One that sends 1 % of all requests is missed in one second of ten, others less often.
 */
export function createBusy(namesMax: number = NAMES_MAX) {
  const slots = Array.from({ length: BUSY_SECONDS }, () => ({
    second: 0,
    asked: new Map<string, number>(),
    refused: new Map<string, number>(),
  }));

  /** Names may be addresses, which are not kept longer than a minute. */
  function slotOf(second: number) {
    const slot = slots[second % BUSY_SECONDS] as (typeof slots)[number];
    if (slot.second === second) return slot;
    slot.second = second;
    for (const one of slots) {
      if (one !== slot && second - one.second < BUSY_SECONDS) continue;
      one.asked.clear();
      one.refused.clear();
    }
    return slot;
  }

  return {
    count(name: string, second: number): void {
      const { asked } = slotOf(second);
      const count = asked.get(name);
      if (count !== undefined || asked.size < namesMax) asked.set(name, (count ?? 0) + 1);
    },
    countRefused(name: string, second: number): void {
      const { asked, refused } = slotOf(second);
      if (asked.has(name)) refused.set(name, (refused.get(name) ?? 0) + 1);
    },
    /** The busiest names of the last minute, at most `countMax`. */
    busiest(nowSec: number, countMax: number): readonly BusyName[] {
      const rows = new Map<string, { name: string; asked: number[]; refused: number }>();
      for (const { second, asked, refused } of slots) {
        const at = second - nowSec + BUSY_SECONDS - 1;
        if (at < 0 || at >= BUSY_SECONDS) continue;
        for (const [name, count] of asked) {
          const row = rows.get(name) ?? { name, asked: Array(BUSY_SECONDS).fill(0), refused: 0 };
          row.asked[at] = count;
          row.refused += refused.get(name) ?? 0;
          rows.set(name, row);
        }
      }
      const peaks = [...rows.values()].map((row) => ({ row, peak: Math.max(...row.asked) }));
      const busiest = peaks.sort((a, b) => b.peak - a.peak).slice(0, countMax);
      return busiest.map(({ row }) => row);
    },
  };
}
