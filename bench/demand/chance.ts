import { createChance } from '../../test/chance.ts';

/** The same campaigns and requests in every run. */
const chance = createChance(7);

export const happens = (share: number): boolean => chance() < share;

export const below = (limit: number): number => Math.floor(chance() * limit);

export const one = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;

export const some = <Item>(items: readonly Item[], most: number): Item[] =>
  Array.from({ length: 1 + below(most) }, () => one(items));
