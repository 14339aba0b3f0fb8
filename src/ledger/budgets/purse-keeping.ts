import { type Account, type Amount, minuteOf } from './account.ts';
import {
  availableWord,
  isLeased,
  KINDS,
  LEASE_MS,
  LEASE_WORD,
  MARK_WORD,
  markOf,
  minuteWord,
  NO_PURSE,
  type PursesMemory,
  purseWords,
  RESERVATION_MS,
  RING_MINUTES,
  type Trials,
  takeAtMost,
  trialsAt,
} from './purses.ts';

/** The supervisor's side of the purses. It alone fills them, and it alone ends reservations. */
export type PurseKeeping = {
  readonly lookAt: (place: number) => Held;
  readonly put: (place: number, amount: Amount) => void;
  /** Takes what is available, up to so much. */
  readonly take: (place: number, most: Amount) => Amount;
  /** What is reserved by sales of this minute. */
  readonly reservedIn: (place: number, minute: number) => Amount;
  readonly unreserve: (place: number, minute: number, amount: Amount) => void;
  /** Takes all that is reserved by sales of this minute. */
  readonly takeMinute: (place: number, minute: number) => Amount;
  /** Lets workers reserve for a while from now. */
  readonly lease: (nowMs: number) => void;
  readonly endLease: () => void;
  readonly isLeased: (nowMs: number) => boolean;
  readonly trials: (place: number) => Trials;
};

export type Held = { readonly available: Amount; readonly reserved: Amount };

/** The last minute whose reservations have all lasted long enough. */
export function expiredMinute(nowMs: number): number {
  return minuteOf(nowMs - RESERVATION_MS) - 1;
}

export function createPurseKeeping(
  accounts: readonly Account[],
  memory: PursesMemory,
): PurseKeeping {
  const layout = purseWords(accounts, memory);
  const { words, purse: purseOf } = layout;
  Atomics.store(words, MARK_WORD, markOf(accounts));

  const sumOf = (purse: number, kind: number) => {
    let sum = 0;
    for (let minute = 0; minute < RING_MINUTES; minute++) {
      sum += Atomics.load(words, minuteWord(purse, kind, minute));
    }
    return sum;
  };
  const both = (of: (kind: number) => number): Amount => {
    const micros = of(0);
    return { micros, impressions: of(1) };
  };

  return {
    lookAt(place) {
      const purse = purseOf(place);
      if (purse === NO_PURSE) return { available: both(() => 0), reserved: both(() => 0) };
      // In this order, so that what is being moved is seen twice rather than not at all.
      const available = both((kind) => Atomics.load(words, availableWord(purse, kind)));
      return { available, reserved: both((kind) => sumOf(purse, kind)) };
    },
    put(place, amount) {
      const purse = purseOf(place);
      if (purse === NO_PURSE) return;
      for (let kind = 0; kind < KINDS; kind++) {
        Atomics.add(words, availableWord(purse, kind), kindOf(amount, kind));
      }
    },
    take(place, most) {
      const purse = purseOf(place);
      return both((kind) =>
        purse === NO_PURSE
          ? 0
          : takeAtMost(words, availableWord(purse, kind), { most: kindOf(most, kind), least: 0 }),
      );
    },
    reservedIn(place, minute) {
      const purse = purseOf(place);
      return both((kind) =>
        purse === NO_PURSE ? 0 : Atomics.load(words, minuteWord(purse, kind, minute)),
      );
    },
    unreserve(place, minute, amount) {
      const purse = purseOf(place);
      if (purse === NO_PURSE) return;
      for (let kind = 0; kind < KINDS; kind++) {
        Atomics.sub(words, minuteWord(purse, kind, minute), kindOf(amount, kind));
      }
    },
    takeMinute(place, minute) {
      const purse = purseOf(place);
      return both((kind) =>
        purse === NO_PURSE ? 0 : Atomics.exchange(words, minuteWord(purse, kind, minute), 0),
      );
    },
    lease(nowMs) {
      Atomics.store(words, LEASE_WORD, Math.floor((nowMs + LEASE_MS) / 1000) | 0);
    },
    endLease() {
      Atomics.store(words, LEASE_WORD, 0);
    },
    isLeased: (nowMs) => isLeased(words, nowMs),
    trials: (place) => trialsAt(layout, place),
  };
}

function kindOf({ micros, impressions }: Amount, kind: number): number {
  return kind === 0 ? micros : impressions;
}
