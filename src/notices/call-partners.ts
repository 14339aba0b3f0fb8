import type { Send } from '../demand/partner.ts';

/** A call that a partner is owed. */
export type DueCall = {
  readonly id: string;
  readonly partner: string;
  /** Ready to be called, see `callUrl`. */
  readonly url: string;
  /** How often it has failed. */
  readonly failures: number;
};

export type DueQuery = {
  readonly limit: number;
  /** Partners that have enough calls under way. */
  readonly except: readonly string[];
  /**
   * For this long what is handed out is handed to nobody else. A call that was under way when its process
   * died comes again after it: better twice than never, and partners know calls by their URLs.
   */
  readonly leaseMs: number;
};

/** Where calls wait, and survive a restart. */
export type Outbox = {
  /** Hands out calls whose time has come, the longest due first. */
  readonly due: (query: DueQuery) => Promise<readonly DueCall[]>;
  readonly done: (id: string) => Promise<void>;
  /** To be called again at that time, or never. */
  readonly failed: (id: string, next: number | 'give up') => Promise<void>;
};

export type PartnerCallerParts = {
  readonly outbox: Outbox;
  readonly send: Send;
  readonly nowMs: () => number;
  /** The outbox failed; it is asked again after a while. */
  readonly onError: (error: unknown) => void;
};

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
  const { outbox, send, nowMs, onError } = parts;
  const underWay = new Map<Promise<void>, string>();
  let isStopping = false;
  let wake = () => {};
  let endedCount = 0;

  async function call({ id, url, failures }: DueCall): Promise<void> {
    const reply = await send({ method: 'GET', url, headers: {} }, GIVE_UP_MS);
    if ('status' in reply && reply.status >= 200 && reply.status < 300) await outbox.done(id);
    else if (failures >= RETRIES_MAX) await outbox.failed(id, 'give up');
    else await outbox.failed(id, nowMs() + RETRY_AFTER_MS);
  }

  function start(due: DueCall): void {
    const ended = call(due)
      .catch(onError)
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
      for (const due of taken) start(due);
      return taken.length < limit ? IDLE_MS : 0;
    } catch (error) {
      onError(error);
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
