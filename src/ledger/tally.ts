import {
  CELL_COLUMNS,
  DIMENSION_NAMES,
  type DimensionName,
  type Dimensions,
  NO_DIMENSIONS,
  NO_SUBJECT,
  OTHER,
  OTHER_DIMENSIONS,
  SUBJECT_NAMES,
  type Subject,
  type SubjectName,
} from '../core/sale/dimensions.ts';
import { TALLIED, type Tallied } from '../core/sale/measures.ts';
import { inPortions } from '../lib/portions.ts';
import type { TalliedMinute, TallyCell } from './journal-line.ts';
import { MINUTE_MS } from './rollup.ts';
import { createTextRows, NO_ROW } from './text-rows.ts';

export type TallyCounter = ReturnType<typeof createTally>;

export const CELLS_MAX = 40_000;
const CELLS_PER_TALLY = 500;

/** Cells that are kept after a flush, for each that may have counts at a time: most come again. */
const KEPT_PER_CELL = 2;

type TallyOptions = {
  readonly cellsMax?: number;
  /**
   * Calls of `flushStep` until what was counted is flushed: many where there are more than `FEW_CELLS`, a part of them at
   * each call. The longer they wait, the more is counted in the same cells, and the less there is to write.
   */
  readonly steps?: { readonly few: number; readonly many: number };
};

const FEW_CELLS = 1000;
const AT_ONCE = { few: 1, many: 1 };

const POSITION_OF = Object.fromEntries(TALLIED.map((measure, at) => [measure, at])) as Record<
  Tallied,
  number
>;

/**
 * Counts in memory, on their way to the journal, each with its minute. Many cells are flushed in parts, so that requests need
 * not wait. Cells beyond `cellsMax` are counted as 'other'.
 */
export function createTally(
  nowMs: () => number,
  { cellsMax = CELLS_MAX, steps = AT_ONCE }: TallyOptions = {},
) {
  const rowsMax = cellsMax * KEPT_PER_CELL;
  const rows = createTextRows({ texts: CELL_COLUMNS.length, sums: TALLIED.length, rowsMax });
  const { key, sums } = rows;
  /** Of the counts of each row, since 1970; 0: it has none. */
  const minutes = new Int32Array(rowsMax);
  let cells = 0;
  let minute = 0;
  let step = 0;
  let nextRow = 0;
  /** What was taken out of rows and is not flushed yet, by minute. */
  let taken = new Map<number, TallyCell[]>();
  /** All calls of one request pass the same dimensions: their numbers are in `key` already. */
  let last: Dimensions | undefined;

  function updateMinute(): void {
    const now = nowMs();
    const sinceMs = now - minute * MINUTE_MS;
    if (sinceMs >= MINUTE_MS || sinceMs < 0) minute = Math.floor(now / MINUTE_MS);
  }

  function rowOf(dimensions: Dimensions, subject: Partial<Subject>, mayAdd: boolean): number {
    if (dimensions !== last) {
      for (let at = 0; at < DIMENSION_NAMES.length; at++) {
        key[at] = rows.numberOf(dimensions[DIMENSION_NAMES[at] as DimensionName], mayAdd);
      }
      last = mayAdd ? dimensions : undefined;
    }
    for (let at = 0; at < SUBJECT_NAMES.length; at++) {
      const text = subject[SUBJECT_NAMES[at] as SubjectName] ?? '';
      key[DIMENSION_NAMES.length + at] = rows.numberOf(text, mayAdd);
    }
    return rows.find(mayAdd);
  }

  /** Partners and reasons are few. Campaigns and creatives may be many, so they share one cell. */
  function otherRow({ partner = '', campaign, creative, reason = '' }: Partial<Subject>): number {
    const otherOf = (name: string | undefined) => (name ? OTHER : '');
    const others = { campaign: otherOf(campaign), creative: otherOf(creative) };
    return rowOf(OTHER_DIMENSIONS, { partner, ...others, reason }, true);
  }

  /** Moves the counts of a row to those of its minute. */
  function take(row: number): void {
    const of = minutes[row] as number;
    if (of === 0) return;
    const minuteMs = of * MINUTE_MS;
    const ofMinute = taken.get(minuteMs) ?? [];
    taken.set(minuteMs, ofMinute);
    const dimensions = { ...NO_DIMENSIONS };
    for (const [at, name] of DIMENSION_NAMES.entries()) dimensions[name] = rows.textAt(row, at);
    const subject = { ...NO_SUBJECT };
    for (const [at, name] of SUBJECT_NAMES.entries()) {
      subject[name] = rows.textAt(row, DIMENSION_NAMES.length + at);
    }
    for (const [at, measure] of TALLIED.entries()) {
      const count = sums[row * TALLIED.length + at] as number;
      if (count > 0) ofMinute.push({ measure, count, dimensions, ...subject });
      sums[row * TALLIED.length + at] = 0;
    }
    minutes[row] = 0;
    cells--;
  }

  function takeUpTo(end: number): void {
    while (nextRow < end) take(nextRow++);
    if (nextRow >= rows.size()) nextRow = 0;
  }

  function forgetRows(): void {
    nextRow = 0;
    takeUpTo(rows.size());
    rows.clear();
    last = undefined;
  }

  /** In portions that fit a journal entry. */
  function flushTaken(): readonly TalliedMinute[] {
    const tallies = [...taken].flatMap(([minuteMs, all]) =>
      inPortions(all, CELLS_PER_TALLY).map((portion) => ({ minuteMs, cells: portion })),
    );
    taken = new Map();
    return tallies;
  }

  function flush(): readonly TalliedMinute[] {
    nextRow = 0;
    takeUpTo(rows.size());
    return flushTaken();
  }

  return {
    /** Fastest when all calls of one request pass the same `dimensions` object. */
    count(measure: Tallied, dimensions: Dimensions, subject: Partial<Subject>, by = 1): void {
      updateMinute();
      if (rows.size() === rowsMax) forgetRows();
      const hasRoom = cells < cellsMax;
      let row = rowOf(dimensions, subject, hasRoom);
      if (row === NO_ROW || (!hasRoom && minutes[row] === 0)) row = otherRow(subject);
      if (minutes[row] !== minute) {
        take(row);
        minutes[row] = minute;
        cells++;
      }
      const at = row * TALLIED.length + POSITION_OF[measure];
      sums[at] = (sums[at] as number) + by;
    },
    /** Flushes what was counted at the latest as many calls ago as `steps` says. */
    flushStep(): readonly TalliedMinute[] {
      step++;
      if (cells <= FEW_CELLS) return step % steps.few === 0 ? flush() : NOTHING;
      takeUpTo(Math.min(rows.size(), nextRow + Math.ceil(rows.size() / steps.many)));
      return flushTaken();
    },
    flush,
  };
}

const NOTHING: readonly TalliedMinute[] = [];
