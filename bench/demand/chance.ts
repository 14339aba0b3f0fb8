/** Mulberry32: the same campaigns and requests in every run. */
export function createChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const chance = createChance(7);

export const happens = (share: number): boolean => chance() < share;

export const below = (limit: number): number => Math.floor(chance() * limit);

export const one = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;

export const some = <Item>(items: readonly Item[], most: number): Item[] =>
  Array.from({ length: 1 + below(most) }, () => one(items));
