import { findIn, putIn, type TextTree } from '../lib/text-tree.ts';
import {
  DIMENSION_TOKENS,
  type DimensionName,
  type Dimensions,
  OTHER,
  OTHER_DIMENSIONS,
  SUBJECT_NAMES,
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
  readonly bySubject: TextTree<SubjectCounts>;
  readonly all: SubjectCounts[];
};
type Minute = {
  readonly minuteMs: number;
  readonly byDimensions: TextTree<DimensionGroup>;
  readonly groups: DimensionGroup[];
};

/** Counts in memory, between two flushes to the journal. Cells beyond `cellsMax` are counted as 'other'. */
export function createTally(nowMs: () => number, cellsMax = CELLS_MAX) {
  let minute = minuteAt(0);
  let earlier: Minute[] = [];
  /** Cells created since the last flush. */
  let cells = 0;
  /** All calls of one request pass the same dimensions, so the last group is usually the right one. */
  let last: { readonly dimensions: Dimensions; readonly group: DimensionGroup } | undefined;

  function startMinute(minuteMs: number): void {
    minute = minuteAt(minuteMs);
    last = undefined;
  }

  function endMinuteIfOver(): void {
    const now = nowMs();
    if (now - minute.minuteMs < MINUTE_MS && now >= minute.minuteMs) return;
    if (minute.groups.length > 0) earlier.push(minute);
    startMinute(now - (now % MINUTE_MS));
  }

  function groupOf(dimensions: Dimensions, hasRoom: boolean): DimensionGroup | undefined {
    if (last?.dimensions === dimensions) return last.group;
    let group = findIn(minute.byDimensions, DIMENSION_LEVELS, dimensions);
    if (group === undefined && hasRoom) {
      group = { dimensions, bySubject: new Map(), all: [] };
      putIn(minute.byDimensions, DIMENSION_LEVELS, dimensions, group);
      minute.groups.push(group);
    }
    if (group !== undefined) last = { dimensions, group };
    return group;
  }

  /** The counts of a cell by measure. A new cell is created while there are fewer than `max`, else undefined. */
  function countsOf(dimensions: Dimensions, subject: Subject, max: number): number[] | undefined {
    const hasRoom = cells < max;
    const group = groupOf(dimensions, hasRoom);
    if (group === undefined) return undefined;
    const known = findIn(group.bySubject, SUBJECT_NAMES, subject);
    if (known !== undefined || !hasRoom) return known?.counts;
    const created = { subject, counts: TALLIED.map(() => 0) };
    putIn(group.bySubject, SUBJECT_NAMES, subject, created);
    group.all.push(created);
    cells++;
    return created.counts;
  }

  /** Not bounded: partners and reasons are few. Campaigns and creatives may be many, so they share one cell. */
  function otherCounts({ partner, campaign, creative, reason }: Subject): number[] {
    const otherOf = (name: string) => (name === '' ? '' : OTHER);
    const subject = { partner, campaign: otherOf(campaign), creative: otherOf(creative), reason };
    return countsOf(OTHER_DIMENSIONS, subject, Number.POSITIVE_INFINITY) ?? [];
  }

  return {
    /** Fastest when all calls of one request pass the same `dimensions` object. */
    count(
      measure: TallyCell['measure'],
      dimensions: Dimensions,
      subject: Subject,
      count = 1,
    ): void {
      endMinuteIfOver();
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

const minuteAt = (minuteMs: number): Minute => ({ minuteMs, byDimensions: new Map(), groups: [] });

/** Those with a list of values come first: publishers and advertisers differ most. */
const DIMENSION_LEVELS: readonly DimensionName[] = DIMENSION_TOKENS.toSorted(
  ([, a], [, b]) => Number(a.values === undefined) - Number(b.values === undefined),
).map(([name]) => name);

function talliesOf({ minuteMs, groups }: Minute): readonly TalliedMinute[] {
  const cells = groups.flatMap(({ dimensions, all }) =>
    all.flatMap(({ subject, counts }) =>
      TALLIED.map((measure, index) => ({
        measure,
        count: counts[index] ?? 0,
        dimensions,
        partner: subject.partner,
        campaign: subject.campaign,
        creative: subject.creative,
        reason: subject.reason,
      })).filter(({ count }) => count > 0),
    ),
  );
  return Array.from({ length: Math.ceil(cells.length / CELLS_PER_TALLY) }, (_, index) => ({
    minuteMs,
    cells: cells.slice(index * CELLS_PER_TALLY, (index + 1) * CELLS_PER_TALLY),
  }));
}
