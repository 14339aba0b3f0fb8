import { type Account, type Amount, amountOf, minuteOf, NOTHING, RESOURCES } from './account.ts';
import {
  availableWord,
  fingerprintOf,
  layOutSlices,
  MISFIT_COUNTER,
  mayReserve,
  NO_SLICE,
  RESERVATION_MS,
  RING_MINUTES,
  reservedWord,
  type SliceLayout,
  type SliceMemory,
  setFingerprint,
  setTermEnd,
  TERM_MS,
  TRIED_COUNTER,
  takeAtMost,
} from './slice-memory.ts';

/**
 * The supervisor's side of the budget slices. Only the supervisor adds to them, and only it ends reservations.
 * Campaigns are addressed by their index in the list of accounts.
 */
export type SupervisorSlices = {
  readonly holdings: (campaign: number) => Holdings;
  /** Adds to the available amount. */
  readonly deposit: (campaign: number, amount: Amount) => void;
  /** Takes up to `max` from the available amount and returns what it took. */
  readonly withdraw: (campaign: number, max: Amount) => Amount;
  readonly reservedIn: (campaign: number, minute: number) => Amount;
  /** Ends reservations of this minute. The amount leaves the slice. */
  readonly endReservations: (campaign: number, minute: number, amount: Amount) => void;
  /** Ends all reservations of this minute and returns their sum. */
  readonly expireMinute: (campaign: number, minute: number) => Amount;
  /** Lets workers reserve until `TERM_MS` from now. */
  readonly extendTerm: (nowMs: number) => void;
  readonly endTerm: () => void;
  readonly mayReserve: (nowMs: number) => boolean;
  readonly trials: (campaign: number) => Trials;
};

/** The contents of one slice. */
export type Holdings = { readonly available: Amount; readonly reserved: Amount };

/** Requests that a campaign's creatives were tried on, and how many of them they did not fit. */
export type Trials = { readonly tried: number; readonly misfit: number };

/** The last minute whose reservations have all expired. */
export function expiredMinute(nowMs: number): number {
  return minuteOf(nowMs - RESERVATION_MS) - 1;
}

export function createSupervisorSlices(
  accounts: readonly Account[],
  memory: SliceMemory,
  spare = 0,
): SupervisorSlices {
  const layout = layOutSlices(accounts, memory, spare);
  const { words, sliceAt } = layout;
  setFingerprint(layout, fingerprintOf(accounts));

  return {
    holdings: (campaign) => holdingsAt(words, sliceAt(campaign)),
    deposit(campaign, amount) {
      const slice = sliceAt(campaign);
      if (slice === NO_SLICE) return;
      for (const resource of RESOURCES) {
        Atomics.add(words, availableWord(slice, resource), amount[resource]);
      }
    },
    withdraw(campaign, max) {
      const slice = sliceAt(campaign);
      if (slice === NO_SLICE) return NOTHING;
      return amountOf((resource) =>
        takeAtMost(words, availableWord(slice, resource), { max: max[resource], min: 0 }),
      );
    },
    reservedIn(campaign, minute) {
      const slice = sliceAt(campaign);
      if (slice === NO_SLICE) return NOTHING;
      return amountOf((resource) => Atomics.load(words, reservedWord(slice, resource, minute)));
    },
    endReservations(campaign, minute, amount) {
      const slice = sliceAt(campaign);
      if (slice === NO_SLICE) return;
      for (const resource of RESOURCES) {
        Atomics.sub(words, reservedWord(slice, resource, minute), amount[resource]);
      }
    },
    expireMinute(campaign, minute) {
      const slice = sliceAt(campaign);
      if (slice === NO_SLICE) return NOTHING;
      return amountOf((resource) =>
        Atomics.exchange(words, reservedWord(slice, resource, minute), 0),
      );
    },
    extendTerm: (nowMs) => setTermEnd(layout, nowMs + TERM_MS),
    endTerm: () => setTermEnd(layout, 0),
    mayReserve: (nowMs) => mayReserve(layout, nowMs),
    trials: (campaign) => trialsOf(layout, campaign),
  };
}

function holdingsAt(words: Int32Array<ArrayBufferLike>, slice: number): Holdings {
  if (slice === NO_SLICE) return { available: NOTHING, reserved: NOTHING };
  // Available before reserved: an amount that a worker moves at this moment is counted twice, never missed.
  const available = amountOf((resource) => Atomics.load(words, availableWord(slice, resource)));
  const reserved = amountOf((resource) => {
    let sum = 0;
    for (let minute = 0; minute < RING_MINUTES; minute++) {
      sum += Atomics.load(words, reservedWord(slice, resource, minute));
    }
    return sum;
  });
  return { available, reserved };
}

function trialsOf({ words, countersAt }: SliceLayout, campaign: number): Trials {
  const counters = countersAt(campaign);
  return {
    tried: Atomics.load(words, counters + TRIED_COUNTER) >>> 0,
    misfit: Atomics.load(words, counters + MISFIT_COUNTER) >>> 0,
  };
}
