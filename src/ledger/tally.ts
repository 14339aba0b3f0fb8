import {
  DIMENSION_NAMES,
  type Dimensions,
  OTHER_DIMENSIONS,
  type Subject,
} from '../sale/dimensions.ts';
import { TALLIED } from '../sale/measures.ts';
import type { TalliedMinute, TallyCell } from './entry.ts';
import { MINUTE_MS } from './rollup.ts';

/** Counts in memory, between two flushes to the journal. */
export type TallyCounter = {
  /** Fastest when all calls of one request pass the same `dimensions` object. */
  readonly count: (cell: Omit<TallyCell, 'count'>, count?: number) => void;
  /** Returns and resets the counts, in portions that fit a journal entry. */
  readonly flush: () => readonly TalliedMinute[];
};

export type TallyOptions = {
  readonly nowMs: () => number;
  /** Distinct cells between two flushes. Further ones are counted as 'other'. */
  readonly cellsMax?: number;
};

export const CELLS_MAX = 10_000;
const CELLS_PER_TALLY = 500;

type Counts = { readonly subject: Subject; readonly counts: number[] };
type Group = { readonly dimensions: Dimensions; readonly bySubject: Map<string, Counts> };
type Minute = { readonly minuteMs: number; readonly groups: Map<string, Group> };

type State = {
  minute: Minute;
  /** Cells created since the last flush. */
  cells: number;
  /** All calls of one request pass the same dimensions, so the last group is usually the right one. */
  last: { readonly dimensions: Dimensions; readonly group: Group } | undefined;
};

export function createTally({ nowMs, cellsMax = CELLS_MAX }: TallyOptions): TallyCounter {
  const state: State = { minute: { minuteMs: 0, groups: new Map() }, cells: 0, last: undefined };
  let earlier: Minute[] = [];

  function startMinute(minuteMs: number): void {
    state.minute = { minuteMs, groups: new Map() };
    state.last = undefined;
  }

  function endMinuteIfOver(): void {
    const { minute } = state;
    const now = nowMs();
    if (now - minute.minuteMs < MINUTE_MS && now >= minute.minuteMs) return;
    if (minute.groups.size > 0) earlier.push(minute);
    startMinute(now - (now % MINUTE_MS));
  }

  return {
    count({ measure, dimensions, partner, campaign, reason }, count = 1) {
      endMinuteIfOver();
      const subject = { partner, campaign, reason };
      const counts = countsOf(state, dimensions, subject, cellsMax) ?? otherCounts(state, subject);
      const index = TALLIED.indexOf(measure);
      counts[index] = (counts[index] ?? 0) + count;
    },
    flush() {
      const flushed = [...earlier, state.minute].flatMap(talliesOf);
      earlier = [];
      startMinute(state.minute.minuteMs);
      state.cells = 0;
      return flushed;
    },
  };
}

/** The counts of a cell by measure. A new cell is created while there are fewer than `cellsMax`, else undefined. */
function countsOf(
  state: State,
  dimensions: Dimensions,
  subject: Subject,
  cellsMax: number,
): number[] | undefined {
  const group = groupOf(state, dimensions, cellsMax);
  if (group === undefined) return undefined;
  const { partner, campaign, reason } = subject;
  const key = String.fromCharCode(partner.length, reason.length) + partner + reason + campaign;
  const known = group.bySubject.get(key);
  if (known !== undefined) return known.counts;
  if (state.cells >= cellsMax) return undefined;
  state.cells++;
  const counts = TALLIED.map(() => 0);
  group.bySubject.set(key, { subject, counts });
  return counts;
}

function groupOf(state: State, dimensions: Dimensions, cellsMax: number): Group | undefined {
  if (state.last?.dimensions === dimensions) return state.last.group;
  const { groups } = state.minute;
  const key = keyOf(dimensions);
  let group = groups.get(key);
  if (group === undefined) {
    if (state.cells >= cellsMax) return undefined;
    group = { dimensions, bySubject: new Map() };
    groups.set(key, group);
  }
  state.last = { dimensions, group };
  return group;
}

/** Not bounded: partners and reasons are few. Campaigns may be many, so they share one cell. */
function otherCounts(state: State, { partner, campaign, reason }: Subject): number[] {
  const subject = { partner, campaign: campaign === '' ? '' : 'other', reason };
  return countsOf(state, OTHER_DIMENSIONS, subject, Number.POSITIVE_INFINITY) ?? [];
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
