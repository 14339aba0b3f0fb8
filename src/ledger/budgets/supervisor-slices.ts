import { RESERVATION_MS } from '../../core/sale/fact.ts';
import { HOLD_CAUSES, type HoldCause } from '../../core/sale/hold-cause.ts';
import {
  type Account,
  type Amount,
  amountOf,
  type BudgetResource,
  minuteOf,
  NOTHING,
} from './account.ts';
import {
  availableWord,
  CAUSE_WORD,
  fingerprintOf,
  heldCounter,
  layOutSlices,
  MISFIT_COUNTER,
  mayReserve,
  NO_SLICE,
  RING_MINUTES,
  reservedWord,
  type SliceMemory,
  setFingerprint,
  setTermEnd,
  TERM_MS,
  TRIED_COUNTER,
  takeAtMost,
  takeUsed,
} from './slice-memory.ts';

export type SupervisorSlices = ReturnType<typeof createSupervisorSlices>;

export type Holdings = { readonly available: Amount; readonly reserved: Amount };

/** What became of the requests that a campaign runs on. */
export type Trials = {
  /** Its creatives were tried. */
  readonly tried: number;
  /** Of those: none fitted. */
  readonly misfit: number;
  /** It was held back, by the cause. */
  readonly held: Readonly<Record<HoldCause, number>>;
};

function heldOf(count: (cause: HoldCause) => number): Trials['held'] {
  return {
    slice: count('slice'),
    budget: count('budget'),
    pace: count('pace'),
    ledger: count('ledger'),
    cap: count('cap'),
    topic: count('topic'),
  };
}

/** The last minute whose reservations have all expired. */
export function expiredMinute(nowMs: number): number {
  return minuteOf(nowMs - RESERVATION_MS) - 1;
}

/** The supervisor's side of the budget slices. Only the supervisor adds to them, and only it ends reservations. */
export function createSupervisorSlices(
  accounts: readonly Account[],
  memory: SliceMemory,
  spare = 0,
) {
  const layout = layOutSlices(accounts, memory, spare);
  const { words, countersAt, copyCounters, sliceAt } = layout;
  setFingerprint(layout, fingerprintOf(accounts));

  /** What `change` makes of each resource of a slice; nothing where there is no slice. */
  function amountIn(
    campaign: number,
    change: (slice: number, resource: BudgetResource) => number,
  ): Amount {
    const slice = sliceAt(campaign);
    return slice === NO_SLICE ? NOTHING : amountOf((resource) => change(slice, resource));
  }

  return {
    holdings(campaign: number): Holdings {
      // Available before reserved: an amount that a worker moves at this moment is counted twice, never missed.
      const available = amountIn(campaign, (slice, resource) =>
        Atomics.load(words, availableWord(slice, resource)),
      );
      const reserved = amountIn(campaign, (slice, resource) => {
        let sum = 0;
        for (let minute = 0; minute < RING_MINUTES; minute++) {
          sum += Atomics.load(words, reservedWord(slice, resource, minute));
        }
        return sum;
      });
      return { available, reserved };
    },
    /** Whether workers have reserved anything since this was last asked. */
    takeUsed: () => takeUsed(layout),
    /** The first byte of its slice in the buffer. */
    byteAt: (campaign: number) => layout.byteAt(sliceAt(campaign)),
    availableOf(campaign: number, resource: BudgetResource): number {
      const slice = sliceAt(campaign);
      return slice === NO_SLICE ? 0 : Atomics.load(words, availableWord(slice, resource));
    },
    /** Adds to the available amount. */
    deposit(campaign: number, amount: Amount): void {
      amountIn(campaign, (slice, resource) =>
        Atomics.add(words, availableWord(slice, resource), amount[resource]),
      );
    },
    /** Takes up to `max` from the available amount and returns what it took. */
    withdraw: (campaign: number, max: Amount) =>
      amountIn(campaign, (slice, resource) =>
        takeAtMost(words, availableWord(slice, resource), { max: max[resource], min: 0 }),
      ),
    reservedIn: (campaign: number, minute: number) =>
      amountIn(campaign, (slice, resource) =>
        Atomics.load(words, reservedWord(slice, resource, minute)),
      ),
    /** Ends reservations of this minute. The amount leaves the slice. */
    endReservations(campaign: number, minute: number, amount: Amount): void {
      amountIn(campaign, (slice, resource) =>
        Atomics.sub(words, reservedWord(slice, resource, minute), amount[resource]),
      );
    },
    /** Ends all reservations of this minute and returns their sum. */
    expireMinute: (campaign: number, minute: number) =>
      amountIn(campaign, (slice, resource) =>
        Atomics.exchange(words, reservedWord(slice, resource, minute), 0),
      ),
    /** Lets workers reserve until `TERM_MS` from now. */
    extendTerm: (nowMs: number) => setTermEnd(layout, nowMs + TERM_MS),
    endTerm: () => setTermEnd(layout, 0),
    mayReserve: (nowMs: number) => mayReserve(layout, nowMs),
    /** Tells workers why the slice is empty, should it be. */
    setHoldCause: (campaign: number, cause: HoldCause) =>
      Atomics.store(words, countersAt(campaign) + CAUSE_WORD, HOLD_CAUSES.indexOf(cause)),
    copyCounters,
    /** Since the start, or since the counters were copied. */
    trials(campaign: number, before?: ReturnType<typeof copyCounters>): Trials {
      const first = countersAt(campaign);
      const since = (counter: number) =>
        (Atomics.load(words, first + counter) - (before?.[first + counter] ?? 0)) >>> 0;
      return {
        tried: since(TRIED_COUNTER),
        misfit: since(MISFIT_COUNTER),
        held: heldOf((cause) => since(heldCounter(cause))),
      };
    },
  };
}
