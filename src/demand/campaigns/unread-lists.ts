import type { Features } from './features.ts';
import { type Filing, NO_SECOND } from './file-campaigns.ts';
import { createRankHeap, placeOf, type Rank } from './rank-heap.ts';

/** The filed lists under a request's values, read together from their dear ends. */
export type UnreadLists = {
  readonly clear: () => void;
  /** Adds what is filed under a value. */
  readonly add: (value: number) => void;
  readonly isEmpty: () => boolean;
  /** No campaign that is still unread can rank higher for this request. */
  readonly ceiling: () => Rank;
  /** The campaign that can rank highest, or `NOTHING_READ` where a group had to be opened first. */
  readonly read: (features: Features) => number;
};

export const NOTHING_READ = -1;

/**
 * What is unread waits in one heap: lists that are being read, by their next campaign, and values with
 * several groups, by their next group. A group is opened only when its turn comes, which for most of them
 * is never.
 */
export function createUnreadLists(filing: Filing): UnreadLists {
  const { groupStarts, seconds, listStarts, ceilings } = filing;
  const heap = createRankHeap(seconds.length + groupStarts.length);
  const nextGroups = new Int32Array(groupStarts.length);
  const nextEntries = new Int32Array(seconds.length);

  // Positions below lie inside the arrays by construction of the filing.
  const groupCeiling = (group: number) => ceilings[listStarts[group] as number] as Rank;

  const openList = (group: number): void => {
    nextEntries[group] = listStarts[group] as number;
    heap.push(groupCeiling(group), group);
  };

  /** Opens the next group that the request is part of, and leaves those after it waiting. */
  const openGroup = (value: number, features: Features): void => {
    const end = groupStarts[value + 1] as number;
    let group = nextGroups[value] as number;
    while (group < end && seconds[group] !== NO_SECOND && !features.has(seconds[group] as number)) {
      group++;
    }
    const next = group + 1;
    if (next < end) {
      nextGroups[value] = next;
      heap.replaceTop(groupCeiling(next), itemOfValue(value));
    } else heap.pop();
    if (group < end) openList(group);
  };

  const readEntry = (group: number): number => {
    const campaign = placeOf(heap.top());
    const next = (nextEntries[group] as number) + 1;
    if (next < (listStarts[group + 1] as number)) {
      nextEntries[group] = next;
      heap.replaceTop(ceilings[next] as Rank, group);
    } else heap.pop();
    return campaign;
  };

  return {
    clear: heap.clear,
    add(value) {
      const group = groupStarts[value] as number;
      const count = (groupStarts[value + 1] as number) - group;
      if (count === 0) return;
      if (count === 1 && seconds[group] === NO_SECOND) {
        openList(group);
        return;
      }
      nextGroups[value] = group;
      heap.push(groupCeiling(group), itemOfValue(value));
    },
    isEmpty: heap.isEmpty,
    ceiling: heap.top,
    read(features) {
      const item = heap.topItem();
      if (!isValue(item)) return readEntry(item);
      openGroup(valueOfItem(item), features);
      return NOTHING_READ;
    },
  };
}

// In the heap a list stands as the number of its group, and a value as the complement of its own.
const itemOfValue = (value: number) => ~value;
const valueOfItem = (item: number) => ~item;
const isValue = (item: number) => item < 0;
