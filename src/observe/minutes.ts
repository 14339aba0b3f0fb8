import type { Layout, Slab } from './layout.ts';
import { moved } from './totals.ts';

/** Differences of counters. In the cells of gauges they have no meaning. */
export type Lately = {
  readonly layout: Layout;
  /** The newest reading. */
  readonly now: Slab;
  /** The counts of the whole time. */
  readonly since: Slab;
  /** The counts by minute, the oldest first. The last minute is not over. */
  readonly byMinute: readonly Slab[];
  /** When each of these minutes ended; of the last one, the time of the newest reading. */
  readonly endsMs: readonly number[];
};

const MINUTE_MS = 60_000;
export const MINUTES = 15;

type Mark = { readonly timeMs: number; readonly cells: Slab };

/** The sums at the start of each of the last fifteen minutes. Differences of them are the counts of a time. */
export function createMinutes() {
  let marks: readonly Mark[] = [];
  let newest: (Mark & { readonly layout: Layout }) | undefined;

  return {
    /** To be called with every reading. Keeps one a minute. */
    note(nowMs: number, cells: Slab, layout: Layout): void {
      const before = newest?.layout;
      // After a reload the same counters have other positions.
      if (before !== undefined && before !== layout) {
        marks = marks.map((mark) => ({ ...mark, cells: moved(mark.cells, before, layout) }));
      }
      newest = { timeMs: nowMs, cells, layout };
      const last = marks.at(-1);
      if (last !== undefined && nowMs - last.timeMs < MINUTE_MS) return;
      const kept = marks.filter(({ timeMs }) => nowMs - timeMs < MINUTES * MINUTE_MS);
      marks = [...kept, { timeMs: nowMs, cells }].slice(-MINUTES);
    },
    /** undefined before the first reading. */
    look(): Lately | undefined {
      const [first] = marks;
      if (newest === undefined || first === undefined) return undefined;
      const { cells: now, layout, timeMs: nowMs } = newest;
      const byMinute = marks.map(({ cells }, i) => difference(marks[i + 1]?.cells ?? now, cells));
      const endsMs = marks.map((_, i) => marks[i + 1]?.timeMs ?? nowMs);
      return { layout, now, since: difference(now, first.cells), byMinute, endsMs };
    },
  };
}

/** Never below zero: a partner that left with one reload and came back with the next starts again. */
export function difference(now: Slab, before: Slab): Slab {
  return now.map((cell, i) => Math.max(0, cell - (before[i] ?? 0)));
}
