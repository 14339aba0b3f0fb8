import {
  DIMENSION_TOKENS,
  type DimensionName,
  type Dimensions,
  OTHER,
  OTHER_DIMENSIONS,
  SUBJECT_NAMES,
  type Subject,
} from '../core/sale/dimensions.ts';
import { TALLIED } from '../core/sale/measures.ts';
import { inPortions } from '../lib/portions.ts';
import { findIn, putIn, type TextTree } from '../lib/text-tree.ts';
import type { TalliedMinute, TallyCell } from './entry.ts';
import { MINUTE_MS } from './rollup.ts';

export type TallyCounter = ReturnType<typeof createTally>;

export const CELLS_MAX = 40_000;
const CELLS_PER_TALLY = 500;

/** Cells that are kept after a flush, for each that may have counts at a time: some 20 MB, and twice that with long names. */
const KEPT_PER_CELL = 2;

type TallyOptions = {
  readonly cellsMax?: number;
  /**
   * Calls of `flushStep` until what was counted is flushed: many where there are more than `FEW_CELLS`. The longer they
   * wait, the more is counted in the same cells, and the less there is to write.
   */
  readonly steps?: { readonly few: number; readonly many: number };
};

const FEW_CELLS = 1000;
const AT_ONCE = { few: 1, many: 1 };

type KeptCell = {
  readonly dimensions: Dimensions;
  readonly subject: Subject;
  /** In the order of `TALLIED`. */
  readonly counts: number[];
  /** Of the counts. undefined where all are flushed. */
  minuteMs: number | undefined;
};
type CellsBySubject = Map<Subject, KeptCell>;
type CellsByMinute = Map<number, TallyCell[]>;

/**
 * Counts in memory, on their way to the journal. Each cell is flushed some steps after its first count, so that a flush
 * of all of them does not hold up requests. Cells beyond `cellsMax` are counted as 'other'. Most cells come again after
 * they were flushed, so they are kept: objects that live for seconds cost the garbage collector most.
 */
export function createTally(
  nowMs: () => number,
  { cellsMax = CELLS_MAX, steps = AT_ONCE }: TallyOptions = {},
) {
  let cellsByDimensions: TextTree<CellsBySubject> = new Map();
  /** One object for all subjects that are equal. */
  let subjects: TextTree<Subject> = new Map();
  let kept = 0;
  /** Cells with counts, a list for each step to come. The last list is of those that are counted first now. */
  let counted = Array.from({ length: steps.many }, (): KeptCell[] => []);
  let cells = 0;
  let minuteMs = 0;
  /** What cells had counted before they were counted again in another minute. */
  let flushed: CellsByMinute = new Map();
  /** All calls of one request pass the same dimensions, so the last cells are usually the right ones. */
  let last: { readonly dimensions: Dimensions; readonly cells: CellsBySubject } | undefined;

  function updateMinute(): void {
    const now = nowMs();
    if (now - minuteMs < MINUTE_MS && now >= minuteMs) return;
    minuteMs = now - (now % MINUTE_MS);
  }

  function cellsAt(dimensions: Dimensions, hasRoom: boolean): CellsBySubject | undefined {
    if (last?.dimensions === dimensions) return last.cells;
    let found = findIn(cellsByDimensions, DIMENSION_LEVELS, dimensions);
    if (found === undefined && hasRoom) {
      found = new Map();
      putIn(cellsByDimensions, DIMENSION_LEVELS, dimensions, found);
    }
    if (found !== undefined) last = { dimensions, cells: found };
    return found;
  }

  /** The counts of a cell by measure. undefined where it has none yet, and `max` cells have. */
  function countsOf(dimensions: Dimensions, asked: Subject, max: number): number[] | undefined {
    const hasRoom = cells < max;
    const bySubject = cellsAt(dimensions, hasRoom);
    const known = findIn(subjects, SUBJECT_NAMES, asked);
    let cell = known && bySubject?.get(known);
    if (cell?.minuteMs === minuteMs) return cell.counts;
    if (bySubject === undefined || (!hasRoom && cell?.minuteMs === undefined)) return undefined;
    if (cell === undefined) {
      const subject = known ?? asked;
      if (known === undefined) putIn(subjects, SUBJECT_NAMES, subject, subject);
      cell = { dimensions, subject, counts: TALLIED.map(() => 0), minuteMs: undefined };
      bySubject.set(subject, cell);
      kept++;
    }
    startCounting(cell);
    return cell.counts;
  }

  function startCounting(cell: KeptCell): void {
    if (cell.minuteMs === undefined) {
      counted.at(-1)?.push(cell);
      cells++;
    } else {
      takeCounts(cell, flushed);
    }
    cell.minuteMs = minuteMs;
  }

  /** Not bounded: partners and reasons are few. Campaigns and creatives may be many, so they share one cell. */
  function otherCounts({ partner, campaign, creative, reason }: Subject): number[] {
    const otherOf = (name: string) => (name === '' ? '' : OTHER);
    const subject = { partner, campaign: otherOf(campaign), creative: otherOf(creative), reason };
    return countsOf(OTHER_DIMENSIONS, subject, Number.POSITIVE_INFINITY) ?? [];
  }

  /** Returns and resets the counts of these cells, in portions that fit a journal entry. */
  function flushCells(due: readonly KeptCell[]): readonly TalliedMinute[] {
    for (const cell of due) takeCounts(cell, flushed);
    const tallies = [...flushed].flatMap(([minute, taken]) =>
      inPortions(taken, CELLS_PER_TALLY).map((portion) => ({ minuteMs: minute, cells: portion })),
    );
    flushed = new Map();
    cells -= due.length;
    if (kept > cellsMax * KEPT_PER_CELL) forgetCells();
    return tallies;
  }

  /** Those that have counts are flushed all the same. */
  function forgetCells(): void {
    cellsByDimensions = new Map();
    subjects = new Map();
    kept = 0;
  }

  return {
    /** Fastest when all calls of one request pass the same `dimensions` object. */
    count(
      measure: TallyCell['measure'],
      dimensions: Dimensions,
      subject: Subject,
      count = 1,
    ): void {
      updateMinute();
      const counts = countsOf(dimensions, subject, cellsMax) ?? otherCounts(subject);
      const index = TALLIED.indexOf(measure);
      counts[index] = (counts[index] ?? 0) + count;
    },
    /** What was first counted `steps` calls ago. */
    flushStep(): readonly TalliedMinute[] {
      const lists = cells > FEW_CELLS ? 1 : 1 + steps.many - steps.few;
      const due = counted.slice(0, lists).flat();
      const later = counted.map((list, index) => (index < lists ? [] : list));
      counted = [...later.slice(1), []];
      return flushCells(due);
    },
    flush(): readonly TalliedMinute[] {
      const due = counted.flat();
      counted = counted.map(() => []);
      return flushCells(due);
    },
  };
}

/** Those with a list of values come first: publishers and advertisers differ most. */
const DIMENSION_LEVELS: readonly DimensionName[] = DIMENSION_TOKENS.toSorted(
  ([, a], [, b]) => Number(a.values === undefined) - Number(b.values === undefined),
).map(([name]) => name);

/** Moves the counts of a cell to those of its minute. */
function takeCounts(cell: KeptCell, byMinute: CellsByMinute): void {
  const { dimensions, subject, counts, minuteMs } = cell;
  if (minuteMs === undefined) return;
  const taken = byMinute.get(minuteMs) ?? [];
  byMinute.set(minuteMs, taken);
  const { partner, campaign, creative, reason } = subject;
  for (const [index, measure] of TALLIED.entries()) {
    const count = counts[index] ?? 0;
    if (count > 0) taken.push({ measure, count, dimensions, partner, campaign, creative, reason });
  }
  counts.fill(0);
  cell.minuteMs = undefined;
}
