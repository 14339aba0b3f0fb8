import { TALLIED, type Tally, type TallyCell } from './entry.ts';
import type { Dimensions } from './fact.ts';
import { MINUTE_MS } from './rollup.ts';

/** What a worker counts between two flushes. */
export type TallyCounter = {
  /** Cheapest when what belongs to one request comes with the same object of dimensions. */
  readonly count: (cell: Omit<TallyCell, 'count'>, count?: number) => void;
  /** All that was counted since the last time, in portions that a journal takes. */
  readonly flush: () => readonly Tally[];
};

export type TallyOptions = {
  readonly nowMs: () => number;
  /** Distinct combinations between two flushes; what comes beyond is counted as 'other'. */
  readonly cellsMax?: number;
};

export const CELLS_MAX = 10_000;
const CELLS_PER_TALLY = 500;

const OTHER: Dimensions = {
  publisher: 'other',
  country: 'other',
  format: 'other',
  intent: 'other',
  funnel: 'other',
  sentiment: 'other',
  turn: 'other',
};

type Who = Pick<TallyCell, 'partner' | 'campaign' | 'reason'>;
type Counts = { readonly who: Who; readonly counts: number[] };
type Group = { readonly dimensions: Dimensions; readonly byWho: Map<string, Counts> };
type Minute = { readonly minuteMs: number; readonly groups: Map<string, Group> };

export function createTally({ nowMs, cellsMax = CELLS_MAX }: TallyOptions): TallyCounter {
  let minute: Minute = { minuteMs: 0, groups: new Map() };
  let earlier: Minute[] = [];
  let cells = 0;
  let last: { readonly dimensions: Dimensions; readonly group: Group } | undefined;

  function turnMinute(): void {
    const now = nowMs();
    if (now - minute.minuteMs < MINUTE_MS && now >= minute.minuteMs) return;
    if (minute.groups.size > 0) earlier.push(minute);
    minute = { minuteMs: now - (now % MINUTE_MS), groups: new Map() };
    last = undefined;
  }

  /** Undefined where there is no room for a new one. */
  function groupOf(dimensions: Dimensions): Group | undefined {
    if (last?.dimensions === dimensions) return last.group;
    const key = keyOf(dimensions);
    let group = minute.groups.get(key);
    if (group === undefined) {
      if (cells >= cellsMax && dimensions !== OTHER) return undefined;
      group = { dimensions, byWho: new Map() };
      minute.groups.set(key, group);
    }
    last = { dimensions, group };
    return group;
  }

  function countsOf(dimensions: Dimensions, who: Who): number[] | undefined {
    const group = groupOf(dimensions);
    const key = `${who.partner}\n${who.reason}\n${who.campaign}`;
    const known = group?.byWho.get(key);
    if (known !== undefined) return known.counts;
    if (group === undefined || (cells >= cellsMax && dimensions !== OTHER)) return undefined;
    cells++;
    const counts = TALLIED.map(() => 0);
    group.byWho.set(key, { who, counts });
    return counts;
  }

  /** Partners and reasons are few; campaigns need not be. */
  function otherCounts({ partner, campaign, reason }: Who): number[] {
    const who = { partner, campaign: campaign === '' ? '' : 'other', reason };
    return countsOf(OTHER, who) ?? [];
  }

  return {
    count({ measure, dimensions, partner, campaign, reason }, count = 1) {
      turnMinute();
      const who = { partner, campaign, reason };
      const counts = countsOf(dimensions, who) ?? otherCounts(who);
      const index = TALLIED.indexOf(measure);
      counts[index] = (counts[index] ?? 0) + count;
    },
    flush() {
      const flushed = [...earlier, minute].flatMap(talliesOf);
      earlier = [];
      minute = { minuteMs: minute.minuteMs, groups: new Map() };
      cells = 0;
      last = undefined;
      return flushed;
    },
  };
}

function keyOf(dimensions: Dimensions): string {
  const { publisher, country, format, intent, funnel, sentiment, turn } = dimensions;
  const rest = `${country}\n${format}\n${intent}\n${funnel}\n${sentiment}\n${turn}`;
  return `${publisher.length} ${publisher}${rest}`;
}

function talliesOf({ minuteMs, groups }: Minute): readonly Tally[] {
  const cells = [...groups.values()].flatMap(({ dimensions, byWho }) =>
    [...byWho.values()].flatMap(({ who, counts }) =>
      TALLIED.map((measure, index) => ({
        ...{ measure, count: counts[index] ?? 0, dimensions },
        ...who,
      })).filter(({ count }) => count > 0),
    ),
  );
  return Array.from({ length: Math.ceil(cells.length / CELLS_PER_TALLY) }, (_, index) => ({
    minuteMs,
    cells: cells.slice(index * CELLS_PER_TALLY, (index + 1) * CELLS_PER_TALLY),
  }));
}
