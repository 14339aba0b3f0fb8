import type { Send } from '../demand/partner.ts';
import type { DueCall, Outbox } from '../ledger/outbox.ts';

export type PartnerCallerParts = {
  readonly outbox: Outbox;
  readonly send: Send;
  readonly nowMs: () => number;
  readonly onResult: (result: CallResult) => void;
  /** The outbox failed, and did not before; it is asked again after a while. */
  readonly onError: (error: unknown) => void;
};

export type CallResult = 'done' | 'failed' | 'given_up';

export type PartnerCaller = {
  /** Starts no more calls, and resolves when those under way have ended. */
  readonly stop: () => Promise<void>;
};

const UNDER_WAY_MAX = 50;
/** Taken at once; also when a partner has enough, so that one that hangs holds less than half of all. */
const BATCH_MAX = 12;
/** Calls that have to end before it is worth asking for more, where there may be more. */
const ENDED_MIN = 4;
const GIVE_UP_MS = 2000;
const RETRY_AFTER_MS = 10_000;
const RETRIES_MAX = 6;
const LEASE_MS = 30_000;
const IDLE_MS = 250;
const AFTER_ERROR_MS = 1000;

/** Calls what is due, for as long as it is not stopped. */
export function startPartnerCaller(parts: PartnerCallerParts): PartnerCaller {
  const { outbox, send, nowMs, onResult, onError } = parts;
  const underWay = new Map<Promise<void>, string>();
  let isStopping = false;
  let isFailing = false;
  let wake = () => {};
  let endedCount = 0;

  async function call({ id, url, failures }: DueCall): Promise<void> {
    const reply = await send({ method: 'GET', url, headers: {} }, GIVE_UP_MS);
    const isDone = 'status' in reply && reply.status >= 200 && reply.status < 300;
    const result = isDone ? 'done' : failures >= RETRIES_MAX ? 'given_up' : 'failed';
    onResult(result);
    if (result === 'done') await outbox.done(id);
    else await outbox.failed(id, result === 'given_up' ? 'give up' : nowMs() + RETRY_AFTER_MS);
  }

  function fail(error: unknown): void {
    if (!isFailing) onError(error);
    isFailing = true;
  }

  function start(due: DueCall): void {
    const ended = call(due)
      .catch(fail)
      .finally(() => {
        underWay.delete(ended);
        if (++endedCount >= ENDED_MIN) wake();
      });
    underWay.set(ended, due.partner);
  }

  /** How long to wait before there may be more to do. */
  async function startDue(): Promise<number> {
    const limit = Math.min(BATCH_MAX, UNDER_WAY_MAX - underWay.size);
    endedCount = 0;
    try {
      const taken = await outbox.due({ limit, except: busy(underWay), leaseMs: LEASE_MS });
      isFailing = false;
      for (const due of taken) start(due);
      return taken.length < limit ? IDLE_MS : 0;
    } catch (error) {
      fail(error);
      return AFTER_ERROR_MS;
    }
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function run(): Promise<void> {
    while (!isStopping) {
      if (underWay.size >= UNDER_WAY_MAX) {
        await Promise.race(underWay.keys());
        continue;
      }
      const waitMs = await startDue();
      if (waitMs > 0 && !isStopping && endedCount < ENDED_MIN) await pause(waitMs);
    }
    await Promise.all(underWay.keys());
  }

  const ended = run();
  return {
    stop() {
      isStopping = true;
      wake();
      return ended;
    },
  };
}

function busy(underWay: ReadonlyMap<unknown, string>): readonly string[] {
  const counts = new Map<string, number>();
  for (const partner of underWay.values()) counts.set(partner, (counts.get(partner) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= BATCH_MAX).map(([partner]) => partner);
}
