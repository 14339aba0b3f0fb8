import type { ValidRequest } from '../../core/openrtb/validate.ts';
import { fold } from '../words.ts';
import { createTimeReader, type TimeUnitName, type WantedTime } from './local-times.ts';
import { DIMENSIONS } from './targeting-dimensions.ts';

/** What one request offers of the values that campaigns ask for. */
export type Features = {
  readonly has: (id: number) => boolean;
  /** The ids it has, each once: the first `count` of this array. */
  readonly ids: Int32Array;
  readonly count: () => number;
};

/** Reads one request at a time into the same memory, so that none allocates, and only dimensions that are asked for. */
export function createFeatureReader(vocabulary: Vocabulary) {
  const { confident, turns } = vocabulary;
  const timesAt = createTimeReader(vocabulary.times);
  const asked = DIMENSIONS.flatMap(({ offered }, position) => {
    const ids = vocabulary.listed[position];
    return ids === undefined || ids.size === 0 ? [] : { offered, ids };
  });
  const present = createStampedSet(vocabulary.size());
  const ids = new Int32Array(vocabulary.size());
  let count = 0;
  let dimensionIds: ReadonlyMap<string, number> = new Map();

  const mark = (id: number): void => {
    if (present.add(id)) ids[count++] = id;
  };

  const offer = (value: string): void => {
    const id = dimensionIds.get(value);
    if (id !== undefined) mark(id);
  };

  const markConfident = (intent: string, confidence: number): void => {
    for (const { id, least } of confident.get(intent) ?? []) if (confidence >= least) mark(id);
  };

  const features: Features = { has: present.has, ids, count: () => count };

  return (request: ValidRequest, nowMs: number): Features => {
    present.clear();
    count = 0;
    for (const dimension of asked) {
      dimensionIds = dimension.ids;
      dimension.offered(request, offer);
    }
    for (const id of timesAt(nowMs)) mark(id);
    const context = request.wire.ext?.service;
    if (confident.size > 0 && context?.intent !== undefined) {
      const { value, confidence } = context.intent;
      const intent = fold(value);
      if (intent !== ANY_INTENT) markConfident(intent, confidence);
      markConfident(ANY_INTENT, confidence);
    }
    const turn = context?.messageSequenceNumber;
    if (turn !== undefined) {
      for (const { id, from, to } of turns) if (turn >= from && turn <= to) mark(id);
    }
    return features;
  };
}

const STAMP_MAX = 2 ** 31 - 1;

/** A set of numbers below a size. A number is in it where its stamp is the current one, so clearing touches no member. */
export function createStampedSet(size: number) {
  const stamps = new Int32Array(size);
  let stamp = 1;
  return {
    clear(): void {
      if (stamp === STAMP_MAX) {
        stamps.fill(0);
        stamp = 0;
      }
      stamp++;
    },
    has: (number: number) => stamps[number] === stamp,
    /** Whether the number is new. */
    add(number: number): boolean {
      if (stamps[number] === stamp) return false;
      stamps[number] = stamp;
      return true;
    },
  };
}

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
