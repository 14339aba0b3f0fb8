import type { TimeUnitName, WantedTime } from './local-times.ts';
import { DIMENSIONS } from './targeting-dimensions.ts';

export type Vocabulary = ReturnType<typeof createVocabulary>;

type LeastConfidence = { readonly id: number; readonly least: number };
type TurnRange = { readonly id: number; readonly from: number; readonly to: number };

/** No intent of a request folds to the empty text that stands for any of them: see `features.ts`. */
export const ANY_INTENT = '';

/** Every value that some campaign asks for, as a small number: a test for it looks at an array, not at a text. */
export function createVocabulary() {
  let size = 0;
  const listed = DIMENSIONS.map(() => new Map<string, number>());
  const confident = new Map<string, LeastConfidence[]>();
  const turns: TurnRange[] = [];
  const ranges = new Map<string, number>();
  const times: WantedTime[] = [];
  const timeIds = new Map<string, number>();

  const intern = (ids: Map<string, number>, key: string): number => {
    const known = ids.get(key);
    if (known !== undefined) return known;
    ids.set(key, size);
    return size++;
  };

  return {
    /** How many values there are; their ids count from 0. */
    size: () => size,
    /** The ids of listed values, by the position of their dimension in `DIMENSIONS`. */
    listed: listed as readonly ReadonlyMap<string, number>[],
    /** By intent (`ANY_INTENT`: whatever it is), the least confidences asked for. */
    confident: confident as ReadonlyMap<string, readonly LeastConfidence[]>,
    turns: turns as readonly TurnRange[],
    times: times as readonly WantedTime[],
    addListed: (position: number, value: string) => intern(listed[position] ?? new Map(), value),
    addConfident(intent: string, least: number): number {
      const known = confident.get(intent)?.find((entry) => entry.least === least);
      if (known !== undefined) return known.id;
      const entry = { id: size++, least };
      const entries = confident.get(intent);
      if (entries === undefined) confident.set(intent, [entry]);
      else entries.push(entry);
      return entry.id;
    },
    addTime(zone: string, unit: TimeUnitName, value: number): number {
      const before = size;
      const id = intern(timeIds, `${zone} ${unit} ${value}`);
      if (size > before) times.push({ id, zone, unit, value });
      return id;
    },
    addTurns(from: number, to: number): number {
      const before = size;
      const id = intern(ranges, `${from}-${to}`);
      if (size > before) turns.push({ id, from, to });
      return id;
    },
  };
}
