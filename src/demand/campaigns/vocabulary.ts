import { DIMENSIONS } from './targeting-dimensions.ts';

/**
 * Every value that some campaign asks for, as a small number. Requests are read into these numbers once,
 * and every test after that is a look at an array instead of at a text.
 */
export type Vocabulary = {
  /** How many values there are; their ids count from 0. */
  readonly size: () => number;
  /** The ids of listed values, by the position of their dimension in `DIMENSIONS`. */
  readonly listed: readonly ReadonlyMap<string, number>[];
  /** By intent (`ANY_INTENT`: whatever it is), the least confidences asked for. */
  readonly confident: ReadonlyMap<string, readonly LeastConfidence[]>;
  readonly turns: readonly TurnRange[];

  readonly addListed: (position: number, value: string) => number;
  readonly addConfident: (intent: string, least: number) => number;
  readonly addTurns: (from: number, to: number) => number;
};

export type LeastConfidence = { readonly id: number; readonly least: number };
export type TurnRange = { readonly id: number; readonly from: number; readonly to: number };

/** No intent of a request folds to the empty text that stands for any of them: see `features.ts`. */
export const ANY_INTENT = '';

export function createVocabulary(): Vocabulary {
  let size = 0;
  const listed = DIMENSIONS.map(() => new Map<string, number>());
  const confident = new Map<string, LeastConfidence[]>();
  const turns: TurnRange[] = [];
  const ranges = new Map<string, number>();

  const intern = (ids: Map<string, number>, key: string): number => {
    const known = ids.get(key);
    if (known !== undefined) return known;
    ids.set(key, size);
    return size++;
  };

  return {
    size: () => size,
    listed,
    confident,
    turns,
    addListed: (position, value) => intern(listed[position] ?? new Map(), value),
    addConfident(intent, least) {
      const known = confident.get(intent)?.find((entry) => entry.least === least);
      if (known !== undefined) return known.id;
      const entry = { id: size++, least };
      const entries = confident.get(intent);
      if (entries === undefined) confident.set(intent, [entry]);
      else entries.push(entry);
      return entry.id;
    },
    addTurns(from, to) {
      const before = size;
      const id = intern(ranges, `${from}-${to}`);
      if (size > before) turns.push({ id, from, to });
      return id;
    },
  };
}
