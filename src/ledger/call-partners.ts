import type { DueCall, EndedCall, Outbox } from './outbox.ts';

/** Calls a URL on behalf of a partner. Resolves always: a call that failed is a value too. */
export type SendCall = (
  call: {
    readonly method: 'GET';
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
  },
  giveUpMs: number,
  partner: string,
) => Promise<{ readonly status: number } | { readonly failure: string }>;

export type PartnerCallerParts = {
  readonly outbox: Outbox;
  readonly send: SendCall;
  readonly onResult: (result: CallResult, partner: string) => void;
  /** The outbox failed, and did not before; it is asked again after a while. */
  readonly onError: (error: unknown) => void;
};

export type CallResult = 'done' | 'failed' | 'given_up';

export type PartnerCaller = {
  /** Starts no more calls, and resolves when those under way have ended. */
  readonly stop: () => Promise<void>;
};

const UNDER_WAY_MAX = 100;
/** Taken at once; also when a partner has enough, so that one that hangs holds less than half of all. */
const BATCH_MAX = 24;
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
  const { outbox, send, onResult, onError } = parts;
  const underWay = new Map<Promise<void>, string>();
  /** What the outbox does not know yet. While it fails nothing is taken, so that there are never more of both. */
  let ended: EndedCall[] = [];
  let isStopping = false;
  let isFailing = false;
  let wake = () => {};

  async function call({ id, partner, url, failures }: DueCall): Promise<void> {
    const reply = await send({ method: 'GET', url, headers: {} }, GIVE_UP_MS, partner);
    const isDone = 'status' in reply && reply.status >= 200 && reply.status < 300;
    const result = isDone ? 'done' : failures >= RETRIES_MAX ? 'given_up' : 'failed';
    ended.push({ id, next: result === 'failed' ? 'again' : 'never' });
    onResult(result, partner);
  }

  function fail(error: unknown): void {
    if (!isFailing) onError(error);
    isFailing = true;
  }

  function start(due: DueCall): void {
    const settled = call(due)
      .catch(fail)
      .finally(() => {
        underWay.delete(settled);
        if (ended.length >= ENDED_MIN) wake();
      });
    underWay.set(settled, due.partner);
  }

  async function take(limit: number): Promise<readonly DueCall[]> {
    const told = ended;
    ended = [];
    const again = { ended: told, againAfterMs: RETRY_AFTER_MS };
    try {
      return await outbox.due({ ...again, limit, except: busy(underWay), leaseMs: LEASE_MS });
    } catch (error) {
      ended = [...told, ...ended];
      throw error;
    }
  }

  /** How long to wait before there may be more to do. */
  async function startDue(): Promise<number> {
    const limit = Math.min(BATCH_MAX, UNDER_WAY_MAX - underWay.size);
    try {
      const taken = await take(limit);
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
      if (isStopping || waitMs === 0) continue;
      if (isFailing || ended.length < ENDED_MIN) await pause(waitMs);
    }
    await Promise.all(underWay.keys());
    await take(0).catch(fail);
  }

  const over = run();
  return {
    stop() {
      isStopping = true;
      wake();
      return over;
    },
  };
}

function busy(underWay: ReadonlyMap<unknown, string>): readonly string[] {
  const counts = new Map<string, number>();
  for (const partner of underWay.values()) counts.set(partner, (counts.get(partner) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= BATCH_MAX).map(([partner]) => partner);
}
