/**
 * Numbers for advertisers, by their seat. Indexes that share them agree on who is who. A seat keeps its number as long
 * as an index that is built asks for it.
 */
export type AdvertiserNumbers = {
  readonly numberOf: (seat: string) => number;
  /** The seats that are remembered. */
  readonly size: () => number;
  /** Called before everything is indexed again: seats that nobody asks for meanwhile are forgotten by `endAnew`. */
  readonly beginAnew: () => void;
  readonly endAnew: () => void;
};

export function createAdvertiserNumbers(): AdvertiserNumbers {
  let current = new Map<string, number>();
  let earlier: ReadonlyMap<string, number> = current;
  let next = 0;
  return {
    numberOf(seat) {
      const number = current.get(seat) ?? earlier.get(seat) ?? next++;
      current.set(seat, number);
      return number;
    },
    size: () => current.size,
    beginAnew() {
      earlier = current;
      current = new Map();
    },
    endAnew() {
      earlier = current;
    },
  };
}
