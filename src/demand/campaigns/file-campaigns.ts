import type { Steps } from '../../lib/steps.ts';
import type { CampaignOutline } from './campaign-rules.ts';
import type { Alternatives, CompiledCondition } from './conditions.ts';
import { cappedMicros, ceilingMicros } from './price.ts';
import { createRankHeap, indexOfRank, type Rank, rankOf } from './rank-heap.ts';

/** Campaigns filed under values, in arrays of numbers: under each value those that need it, the ones that can pay most first. */
type Filing = {
  /** By value: where its list begins. It ends where that of the next value begins. */
  readonly starts: Int32Array;
  /** The lists, one after another: for each campaign the rank of its index and of the most it can pay. */
  readonly ceilings: Float64Array;
};

/** The value that stands for none: campaigns that ask for nothing are filed under it. */
export function untargetedValue(valueCount: number): number {
  return valueCount;
}

/** Files campaigns under the values of their rarest dimension: those whose price is known, or those whose price is explored. */
export function* fileCampaigns(
  outlines: readonly CampaignOutline[],
  which: 'known' | 'explored',
  valueCount: number,
): Steps<Filing> {
  const wanted = new Int32Array(valueCount);
  for (const { include } of outlines) {
    for (const ids of include) for (const id of ids) wanted[id] = (wanted[id] ?? 0) + 1;
    yield;
  }
  const untargeted = [untargetedValue(valueCount)];
  const lists: (Rank[] | undefined)[] = new Array(valueCount + 1);
  let length = 0;
  for (const [campaign, outline] of outlines.entries()) {
    if (outline.isExplored !== (which === 'explored')) continue;
    const { include, cpmMicros, adjustments } = outline;
    const ceiling = rankOf(cappedMicros(ceilingMicros(cpmMicros, adjustments)), campaign);
    const values = rarestOf(include, wanted) ?? untargeted;
    for (const value of values) {
      const list = lists[value] ?? [];
      lists[value] = list;
      list.push(ceiling);
    }
    length += values.length;
    yield;
  }
  const starts = new Int32Array(lists.length + 1);
  const ceilings = new Float64Array(length);
  let filled = 0;
  for (let value = 0; value < lists.length; value++) {
    const dearestFirst = new Float64Array(lists[value] ?? []).sort().reverse();
    ceilings.set(dearestFirst, filled);
    filled += dearestFirst.length;
    starts[value + 1] = filled;
    yield;
  }
  return { starts, ceilings };
}

/** The dimension of a condition that the fewest campaigns share. */
function rarestOf(condition: CompiledCondition, wanted: Int32Array): Alternatives | undefined {
  const sharers = (ids: Alternatives) => ids.reduce((sum, id) => sum + (wanted[id] ?? 0), 0);
  return condition.toSorted((a, b) => sharers(a) - sharers(b))[0];
}

/** The lists under a request's values, read together from their dear ends: they wait in one heap, each by its next campaign. */
export function createUnreadLists({ starts, ceilings }: Filing) {
  const heap = createRankHeap(starts.length);
  const nextEntries = new Int32Array(starts.length);
  // All that is read of the filing lies inside it.
  const ceilingAt = (entry: number) => ceilings[entry] as Rank;
  const endOf = (value: number) => starts[value + 1] as number;
  return {
    clear: heap.clear,
    /** Adds what is filed under a value. */
    add(value: number): void {
      const first = starts[value] as number;
      if (first === endOf(value)) return;
      nextEntries[value] = first;
      heap.push(ceilingAt(first), value);
    },
    isEmpty: heap.isEmpty,
    /** No campaign that is still unread can rank higher for this request. */
    ceiling: heap.top,
    /** The campaign that can rank highest. */
    read(): number {
      const campaign = indexOfRank(heap.top());
      const value = heap.topItem();
      const next = (nextEntries[value] as number) + 1;
      if (next < endOf(value)) {
        nextEntries[value] = next;
        heap.replaceTop(ceilingAt(next), value);
      } else heap.pop();
      return campaign;
    },
  };
}
