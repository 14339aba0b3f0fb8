/**
 * A rank is one number for a price and an index in the list: the dearer ranks higher, and among equally
 * dear ones the earlier. One comparison then decides, in heaps that compare a great deal.
 */
export type Rank = number;

/** Indexes are below this, see `CAMPAIGNS_MAX`. Prices up to 68,719 USD then fit a safe integer. */
const INDEXES = 2 ** 17;

export function rankOf(priceMicros: number, index: number): Rank {
  return priceMicros * INDEXES + (INDEXES - 1 - index);
}

export function priceOf(rank: Rank): number {
  return Math.floor(rank / INDEXES);
}

export function indexOfRank(rank: Rank): number {
  // Not `%`: on numbers this large it is many times slower, and a power of two divides exactly.
  return INDEXES - 1 - (rank - priceOf(rank) * INDEXES);
}

/** Numbered things by rank, the highest on top, in arrays of a fixed capacity: using it allocates nothing. */
export function createRankHeap(capacity: number) {
  const ranks = new Float64Array(capacity);
  const items = new Int32Array(capacity);
  let size = 0;

  /** Puts another thing on top instead of the one that is there. */
  // Positions below are smaller than `size`, which is at most the capacity.
  const replaceTop = (rank: Rank, item: number): void => {
    let position = 0;
    for (;;) {
      let child = 2 * position + 1;
      if (child >= size) break;
      if (child + 1 < size && (ranks[child + 1] as Rank) > (ranks[child] as Rank)) child++;
      if (rank > (ranks[child] as Rank)) break;
      ranks[position] = ranks[child] as Rank;
      items[position] = items[child] as number;
      position = child;
    }
    ranks[position] = rank;
    items[position] = item;
  };

  return {
    clear(): void {
      size = 0;
    },
    isEmpty: () => size === 0,
    top: () => ranks[0] as Rank,
    topItem: () => items[0] as number,
    push(rank: Rank, item: number): void {
      let position = size++;
      while (position > 0) {
        const parent = (position - 1) >> 1;
        if (rank <= (ranks[parent] as Rank)) break;
        ranks[position] = ranks[parent] as Rank;
        items[position] = items[parent] as number;
        position = parent;
      }
      ranks[position] = rank;
      items[position] = item;
    },
    replaceTop,
    pop(): void {
      size--;
      if (size > 0) replaceTop(ranks[size] as Rank, items[size] as number);
    },
  };
}
