import {
  DIMENSION_NAMES,
  type Dimensions,
  OTHER,
  OTHER_DIMENSIONS,
  type Subject,
} from '../sale/dimensions.ts';
import { TALLIED } from '../sale/measures.ts';
import type { TalliedMinute, TallyCell } from './entry.ts';
import { MINUTE_MS } from './rollup.ts';

export type TallyCounter = ReturnType<typeof createTally>;

export const CELLS_MAX = 10_000;
const CELLS_PER_TALLY = 500;

type SubjectCounts = { readonly subject: Subject; readonly counts: number[] };
type DimensionGroup = {
  readonly dimensions: Dimensions;
  readonly bySubject: Map<string, SubjectCounts>;
};
type Minute = { readonly minuteMs: number; readonly groups: Map<string, DimensionGroup> };

/** Counts in memory, between two flushes to the journal. Cells beyond `cellsMax` are counted as 'other'. */
export function createTally(nowMs: () => number, cellsMax = CELLS_MAX) {
  let minute: Minute = { minuteMs: 0, groups: new Map() };
  let earlier: Minute[] = [];
  /** Cells created since the last flush. */
  let cells = 0;
  /** All calls of one request pass the same dimensions, so the last group is usually the right one. */
  let last: { readonly dimensions: Dimensions; readonly group: DimensionGroup } | undefined;

  function startMinute(minuteMs: number): void {
    minute = { minuteMs, groups: new Map() };
    last = undefined;
  }

  function endMinuteIfOver(): void {
    const now = nowMs();
    if (now - minute.minuteMs < MINUTE_MS && now >= minute.minuteMs) return;
    if (minute.groups.size > 0) earlier.push(minute);
    startMinute(now - (now % MINUTE_MS));
  }

  function groupOf(dimensions: Dimensions, max: number): DimensionGroup | undefined {
    if (last?.dimensions === dimensions) return last.group;
    const key = keyOf(dimensions);
    let group = minute.groups.get(key);
    if (group === undefined) {
      if (cells >= max) return undefined;
      group = { dimensions, bySubject: new Map() };
      minute.groups.set(key, group);
    }
    last = { dimensions, group };
    return group;
  }

  /** The counts of a cell by measure. A new cell is created while there are fewer than `max`, else undefined. */
  function countsOf(dimensions: Dimensions, subject: Subject, max: number): number[] | undefined {
    const group = groupOf(dimensions, max);
    if (group === undefined) return undefined;
    const { partner, campaign, creative, reason } = subject;
    const lengths = String.fromCharCode(partner.length, reason.length, campaign.length);
    const key = lengths + partner + reason + campaign + creative;
    const known = group.bySubject.get(key);
    if (known !== undefined) return known.counts;
    if (cells >= max) return undefined;
    cells++;
    const counts = TALLIED.map(() => 0);
    group.bySubject.set(key, { subject, counts });
    return counts;
  }

  /** Not bounded: partners and reasons are few. Campaigns and creatives may be many, so they share one cell. */
  function otherCounts({ partner, campaign, creative, reason }: Subject): number[] {
    const otherOf = (name: string) => (name === '' ? '' : OTHER);
    const subject = { partner, campaign: otherOf(campaign), creative: otherOf(creative), reason };
    return countsOf(OTHER_DIMENSIONS, subject, Number.POSITIVE_INFINITY) ?? [];
  }

  return {
    /** Fastest when all calls of one request pass the same `dimensions` object. */
    count(cell: Omit<TallyCell, 'count'>, count = 1): void {
      const { measure, dimensions, partner, campaign, creative, reason } = cell;
      endMinuteIfOver();
      const subject = { partner, campaign, creative, reason };
      const counts = countsOf(dimensions, subject, cellsMax) ?? otherCounts(subject);
      const index = TALLIED.indexOf(measure);
      counts[index] = (counts[index] ?? 0) + count;
    },
    /** Returns and resets the counts, in portions that fit a journal entry. */
    flush(): readonly TalliedMinute[] {
      const flushed = [...earlier, minute].flatMap(talliesOf);
      earlier = [];
      startMinute(minute.minuteMs);
      cells = 0;
      return flushed;
    },
  };
}

/**
 * Each value after its length, so that no two combinations have the same key, whatever is in their values. The length is
 * a character, which is quicker than its digits; values are far shorter than 65,536.
 */
function keyOf(dimensions: Dimensions): string {
  let key = '';
  for (const name of DIMENSION_NAMES) {
    const value = dimensions[name];
    key += String.fromCharCode(value.length) + value;
  }
  return key;
}

function talliesOf({ minuteMs, groups }: Minute): readonly TalliedMinute[] {
  const cells = [...groups.values()].flatMap(({ dimensions, bySubject }) =>
    [...bySubject.values()].flatMap(({ subject, counts }) =>
      TALLIED.map((measure, index) => ({
        measure,
        count: counts[index] ?? 0,
        dimensions,
        ...subject,
      })).filter(({ count }) => count > 0),
    ),
  );
  return Array.from({ length: Math.ceil(cells.length / CELLS_PER_TALLY) }, (_, index) => ({
    minuteMs,
    cells: cells.slice(index * CELLS_PER_TALLY, (index + 1) * CELLS_PER_TALLY),
  }));
}
