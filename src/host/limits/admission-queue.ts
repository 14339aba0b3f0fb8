/**
 * Decides when a worker serves a request. Requests that arrive in one iteration of the event loop wait for its end, and
 * are then served together, as a batch.
 *
 * This takes a third less CPU than serving each request when it arrives: between the requests of a batch there is no
 * system call and no parsing of HTTP, so the code and the data of an auction stay in the caches of the processor. It
 * also keeps timers going. Bun serves new connections inside its accept loop. Callers that open a connection for each
 * request could keep it in that loop, and no timer would fire. A caller whose request waits here has no answer yet, so
 * it opens no other connection, and the loop ends.
 *
 * A batch has as many requests as take `BATCH_MS_MAX`. The others wait for the next batch. A request that has waited
 * too long is refused: the worker gets more requests than it can serve in time.
 *
 * An iteration without requests is the time to collect garbage. The collector stops the worker for some milliseconds.
 * Left to itself, it does so in the middle of a batch, and those that wait for the batch wait longer.
 */
export type AdmissionQueue = { readonly enter: () => Verdict | Promise<Verdict> };

export type Verdict = 'serve' | 'overloaded';

/** A batch takes about this long at most, and timers fire this late. */
export const BATCH_MS_MAX = 5;

/** More requests at once make no difference to the caches. */
export const BATCH_REQUESTS_MAX = 64;

/** A request that has waited longer is refused. The aim at overload is a p99 below 200 ms. */
export const WAIT_MS_MAX = 120;

/** Further requests are refused at once. A worker serves fewer than this within `WAIT_MS_MAX`. */
export const WAITING_MAX = 2000;

/** After so many requests the queue asks for a collection. They leave some 8 MB of garbage. */
const COLLECT_AFTER_REQUESTS = 256;

/**
 * At least this long after the last one. Soon after a collection of young objects the runtime may begin one of all
 * objects, beside the work of the worker and for a tenth of a second. A collection that is asked for meanwhile stops the
 * worker until it has ended.
 */
const COLLECT_EVERY_MS_MIN = 125;

type RequestBatch = { readonly startMs: number; readonly served: number };

export function createAdmissionQueue({
  waitMsMax,
  tickMs,
  afterIteration,
  collectGarbage,
}: {
  readonly waitMsMax: number;
  readonly tickMs: () => number;
  /** Calls back after the current iteration of the event loop. */
  readonly afterIteration: (callback: () => void) => void;
  /** Collects the objects made since the last collection. */
  readonly collectGarbage: () => void;
}): AdmissionQueue {
  let waiting: { readonly sinceMs: number; readonly settle: (verdict: Verdict) => void }[] = [];
  /** Requests at the front of the queue that the last batch had no room for. */
  let passedOver = 0;
  let room = BATCH_REQUESTS_MAX;
  let isPlanned = false;
  let servedSinceCollection = 0;
  let collectedMs = tickMs();

  function planBatch(last: RequestBatch | undefined): void {
    isPlanned = true;
    afterIteration(() => serveBatch(last));
  }

  /** By now the requests of the last batch have been served, or wait for an answer of somebody else. */
  function serveBatch(last: RequestBatch | undefined): void {
    const startMs = tickMs();
    if (last !== undefined) room = roomAfter(last, startMs);
    isPlanned = false;
    if (waiting.length === 0) {
      collectIfDue(startMs);
      return;
    }
    const served = waiting.slice(0, room);
    waiting = waiting.slice(room);
    served.forEach(({ sinceMs, settle }, index) => {
      // A request that no batch has passed over did not wait because of overload.
      const isLate = index < passedOver && startMs - sinceMs > waitMsMax;
      settle(isLate ? 'overloaded' : 'serve');
    });
    passedOver = waiting.length;
    servedSinceCollection += served.length;
    // Planning costs a system call. A caller that sends requests one by one would pay it for each.
    if (served.length > 1 || passedOver > 0 || isCollectionDue(startMs))
      planBatch({ startMs, served: served.length });
  }

  const isCollectionDue = (nowMs: number) =>
    servedSinceCollection >= COLLECT_AFTER_REQUESTS && nowMs - collectedMs >= COLLECT_EVERY_MS_MIN;

  function collectIfDue(nowMs: number): void {
    if (!isCollectionDue(nowMs)) return;
    servedSinceCollection = 0;
    collectedMs = nowMs;
    collectGarbage();
  }

  return {
    enter() {
      if (waiting.length >= WAITING_MAX) return 'overloaded';
      if (!isPlanned) planBatch(undefined);
      const sinceMs = tickMs();
      return new Promise((settle) => waiting.push({ sinceMs, settle }));
    },
  };
}

/** The requests that take `BATCH_MS_MAX` if each takes as long as those of the last batch. */
function roomAfter({ startMs, served }: RequestBatch, nowMs: number): number {
  const requests = Math.floor((served * BATCH_MS_MAX) / Math.max(nowMs - startMs, Number.EPSILON));
  return Math.max(1, Math.min(requests, BATCH_REQUESTS_MAX));
}
