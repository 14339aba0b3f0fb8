/**
 * Decides when a worker serves a request. Most requests are served at once. When the current turn of the event
 * loop has lasted too long, later requests wait in a queue for one of the next turns.
 *
 * The queue exists because Bun serves new connections inside its accept loop: callers that open a connection per
 * request can keep that loop busy, and then no timer fires. A request that waits here is not answered, so its caller
 * does not come back, and the loop turns. A request that waited too long for its turn is refused: the worker has more
 * requests than it can serve in time.
 */
export type AdmissionQueue = {
  readonly enter: () => Verdict | Promise<Verdict>;
};

export type Verdict = 'serve' | 'overloaded';

/** After this time requests wait for the next turn of the event loop, and timers fire this late at most. */
export const TURN_MS_MAX = 5;

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

export function createAdmissionQueue({ tickMs, afterTurn }: AdmissionQueueOptions): AdmissionQueue {
  const waiting: Waiting[] = [];
  /** undefined: no request came in this turn yet. */
  let turnStartMs: number | undefined;

  function beginTurn(nowMs: number): number {
    turnStartMs = nowMs;
    afterTurn(endTurn);
    return nowMs;
  }

  function endTurn(): void {
    turnStartMs = undefined;
    if (waiting.length > 0) admitNext(beginTurn(tickMs()));
  }

  /** A microtask per request: the request that was admitted is served before the clock is read again. */
  function admitNext(startMs: number): void {
    const nowMs = tickMs();
    if (nowMs - startMs > TURN_MS_MAX) return;
    const next = waiting.shift();
    if (next === undefined) return;
    next.settle(nowMs - next.sinceMs > WAIT_MS_MAX ? 'overloaded' : 'serve');
    queueMicrotask(() => admitNext(startMs));
  }

  return {
    enter() {
      const nowMs = tickMs();
      const startMs = turnStartMs ?? beginTurn(nowMs);
      if (waiting.length === 0 && nowMs - startMs <= TURN_MS_MAX) return 'serve';
      if (waiting.length >= WAITING_MAX) return 'overloaded';
      return new Promise((settle) => waiting.push({ sinceMs: nowMs, settle }));
    },
  };
}
