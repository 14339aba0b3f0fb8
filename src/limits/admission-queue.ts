/**
 * Decides when a worker serves a request. The requests that arrive in one turn of the event loop wait for its end and
 * are then served together.
 *
 * This takes a third less CPU than serving each request when it arrives: between two requests there is no system call
 * and no parsing of HTTP, so that the code and the data of an auction stay in the caches of the processor. It also
 * keeps the event loop turning. Bun serves new connections inside its accept loop, and callers that open a connection
 * per request could keep that loop busy, so that no timer fires. A request that waits here is not answered, so its
 * caller does not come back, and the loop turns.
 *
 * A turn has room for as many requests as take `TURN_MS_MAX`. The others wait for the next one. A request that has
 * waited too long for its turn is refused: the worker has more requests than it can serve in time.
 */
export type AdmissionQueue = {
  readonly enter: () => Verdict | Promise<Verdict>;
};

export type Verdict = 'serve' | 'overloaded';

/** Serving the requests of one turn takes about this long at most, and timers fire this late. */
export const TURN_MS_MAX = 5;

/** More requests at once make no difference to the caches. */
export const PER_TURN_MAX = 64;

/** A request that has waited longer for its turn is refused. The aim at overload is a p99 below 200 ms. */
export const WAIT_MS_MAX = 120;

/** Further requests are refused at once. A worker serves fewer than this within `WAIT_MS_MAX`. */
export const WAITING_MAX = 2000;

export type AdmissionQueueOptions = {
  readonly tickMs: () => number;
  /** Calls back after the current turn of the event loop. */
  readonly afterTurn: (callback: () => void) => void;
};

type Waiting = { readonly sinceMs: number; readonly settle: (verdict: Verdict) => void };

type Turn = { readonly startMs: number; readonly served: number };

export function createAdmissionQueue({ tickMs, afterTurn }: AdmissionQueueOptions): AdmissionQueue {
  let waiting: Waiting[] = [];
  /** Requests at the front of the queue that the last turn had no room for. */
  let passedOver = 0;
  let room = PER_TURN_MAX;
  let isTurnPlanned = false;

  function planTurn(last: Turn | undefined): void {
    isTurnPlanned = true;
    afterTurn(() => beginTurn(last));
  }

  /** The requests of the last turn have been served by now, or wait for an answer of somebody else. */
  function beginTurn(last: Turn | undefined): void {
    const startMs = tickMs();
    if (last !== undefined) room = roomAfter(last, startMs);
    isTurnPlanned = false;
    if (waiting.length === 0) return;
    const served = waiting.slice(0, room);
    waiting = waiting.slice(room);
    served.forEach(({ sinceMs, settle }, place) => {
      // A request that nobody was served before did not wait because of overload.
      const isLate = place < passedOver && startMs - sinceMs > WAIT_MS_MAX;
      settle(isLate ? 'overloaded' : 'serve');
    });
    passedOver = waiting.length;
    // A turn costs a system call, which a caller that sends one request after the other would pay for each.
    if (served.length > 1 || passedOver > 0) planTurn({ startMs, served: served.length });
  }

  return {
    enter() {
      if (waiting.length >= WAITING_MAX) return 'overloaded';
      if (!isTurnPlanned) planTurn(undefined);
      const sinceMs = tickMs();
      return new Promise((settle) => waiting.push({ sinceMs, settle }));
    },
  };
}

/** The requests that take `TURN_MS_MAX` if each takes as long as those of the last turn. */
function roomAfter({ startMs, served }: Turn, nowMs: number): number {
  const requests = Math.floor((served * TURN_MS_MAX) / Math.max(nowMs - startMs, Number.EPSILON));
  return Math.max(1, Math.min(requests, PER_TURN_MAX));
}
