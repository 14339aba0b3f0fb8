import type { Features } from './features.ts';
import { type Filing, NO_SECOND } from './file-campaigns.ts';
import { createRankHeap, indexOfRank, type Rank } from './rank-heap.ts';

export const NOTHING_READ = -1;

/**
 * The filed lists under a request's values, read together from their dear ends. What is unread waits in one heap: lists
 * that are being read, by their next campaign, and values with several groups, by their next group. A group is opened
 * only when it is the dearest, which most of them never are.
 */
export function createUnreadLists(filing: Filing) {
  const { firstGroup, endOfGroups, isOpenTo, groupCeiling, firstEntry, ceilingAt } =
    groupsIn(filing);
  const groups = filing.seconds.length;
  const values = filing.groupStarts.length;
  const heap = createRankHeap(groups + values);
  const nextGroups = new Int32Array(values);
  const nextEntries = new Int32Array(groups);

  const openList = (group: number): void => {
    nextEntries[group] = firstEntry(group);
    heap.push(groupCeiling(group), group);
  };

  /** Opens the next group that the request is part of, and leaves those after it waiting. */
  const openGroup = (value: number, features: Features): void => {
    const end = endOfGroups(value);
    let group = nextGroups[value] as number;
    while (group < end && !isOpenTo(group, features)) group++;
    const next = group + 1;
    if (next < end) {
      nextGroups[value] = next;
      heap.replaceTop(groupCeiling(next), itemOfValue(value));
    } else heap.pop();
    if (group < end) openList(group);
  };

  const readEntry = (group: number): number => {
    const campaign = indexOfRank(heap.top());
    const next = (nextEntries[group] as number) + 1;
    if (next < firstEntry(group + 1)) {
      nextEntries[group] = next;
      heap.replaceTop(ceilingAt(next), group);
    } else heap.pop();
    return campaign;
  };

  return {
    clear: heap.clear,
    /** Adds what is filed under a value. */
    add(value: number): void {
      if (groups === 0) return;
      const group = firstGroup(value);
      const count = endOfGroups(value) - group;
      if (count === 1 && filing.seconds[group] === NO_SECOND) openList(group);
      else if (count > 0) {
        nextGroups[value] = group;
        heap.push(groupCeiling(group), itemOfValue(value));
      }
    },
    isEmpty: heap.isEmpty,
    /** No campaign that is still unread can rank higher for this request. */
    ceiling: heap.top,
    /** The campaign that can rank highest, or `NOTHING_READ` where a group had to be opened first. */
    read(features: Features): number {
      const item = heap.topItem();
      if (!isValue(item)) return readEntry(item);
      openGroup(valueOfItem(item), features);
      return NOTHING_READ;
    },
  };
}

/** The arrays of a filing by what they say. All that is asked for lies inside them, by their construction. */
function groupsIn({ groupStarts, seconds, listStarts, ceilings }: Filing) {
  return {
    firstGroup: (value: number) => groupStarts[value] as number,
    endOfGroups: (value: number) => groupStarts[value + 1] as number,
    /** Whether the request has the second value that the group needs, if it needs one. */
    isOpenTo: (group: number, features: Features) =>
      seconds[group] === NO_SECOND || features.has(seconds[group] as number),
    groupCeiling: (group: number) => ceilings[listStarts[group] as number] as Rank,
    firstEntry: (group: number) => listStarts[group] as number,
    ceilingAt: (entry: number) => ceilings[entry] as Rank,
  };
}

// In the heap a list stands as the number of its group, and a value as the complement of its own.
const itemOfValue = (value: number) => ~value;
const valueOfItem = (item: number) => ~item;
const isValue = (item: number) => item < 0;
