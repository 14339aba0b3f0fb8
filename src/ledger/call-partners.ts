import { createInterruptibleSleep } from './interruptible-sleep.ts';
import type { DueCall, EndedCall, Outbox } from './outbox.ts';

/** Calls a URL for a partner. Never rejects: a failed call is a value. */
export type SendCall = (
  call: {
    readonly method: 'GET';
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
  },
  timeoutMs: number,
  partner: string,
) => Promise<{ readonly status: number } | { readonly failure: string }>;

export type PartnerCallerParts = {
  readonly outbox: Outbox;
  readonly send: SendCall;
  /** Told of every call that ended, and of what came of it: a status, or why there is none. */
  readonly onResult: (result: CallResult, partner: string, outcome: string) => void;
  /** Called for the first of several failures of the outbox. The caller retries by itself. */
  readonly onError: (error: unknown) => void;
};

export type CallResult = 'done' | 'failed' | 'given_up';

export type PartnerCaller = {
  /** Starts no more calls, and resolves when those in flight have ended. */
  readonly stop: () => Promise<void>;
};

const IN_FLIGHT_MAX = 100;
/**
 * Calls leased at once. A partner with this many in flight gets no new ones, so a partner that hangs occupies less
 * than half of all.
 */
const BATCH_MAX = 24;
/** While the outbox may have more, it is asked again once this many calls have ended. */
const ENDED_MIN = 4;
const TIMEOUT_MS = 2000;
const RETRY_AFTER_MS = 10_000;
const RETRIES_MAX = 6;
const LEASE_MS = 30_000;
const IDLE_MS = 250;
const AFTER_ERROR_MS = 1000;

/** Calls the URLs that are due in the outbox, until it is stopped. */
export function startPartnerCaller(parts: PartnerCallerParts): PartnerCaller {
  const { sleep, wake } = createInterruptibleSleep();
  const inFlight = createCallsInFlight({ ...parts, onError: fail }, wake);
  let isStopping = false;
  let isFailing = false;

  function fail(error: unknown): void {
    if (!isFailing) parts.onError(error);
    isFailing = true;
  }

  /** Leases and starts calls that are due. Resolves to how long to wait before the next attempt. */
  async function startDue(): Promise<number> {
    const limit = Math.min(BATCH_MAX, IN_FLIGHT_MAX - inFlight.count());
    try {
      const due = await lease(parts.outbox, inFlight, limit);
      isFailing = false;
      for (const call of due) inFlight.start(call);
      return due.length < limit ? IDLE_MS : 0;
    } catch (error) {
      fail(error);
      return AFTER_ERROR_MS;
    }
  }

  async function run(): Promise<void> {
    while (!isStopping) {
      if (inFlight.count() >= IN_FLIGHT_MAX) {
        await inFlight.oneEnded();
        continue;
      }
      const waitMs = await startDue();
      if (isStopping || waitMs === 0) continue;
      if (isFailing || inFlight.endedCount() < ENDED_MIN) await sleep(waitMs);
    }
    await inFlight.allEnded();
    await lease(parts.outbox, inFlight, 0).catch(fail);
  }

  const finished = run();
  return {
    stop() {
      isStopping = true;
      wake();
      return finished;
    },
  };
}

/** Reports ended calls to the outbox and leases new ones. What the outbox did not take is reported again later. */
async function lease(
  outbox: Outbox,
  inFlight: CallsInFlight,
  limit: number,
): Promise<readonly DueCall[]> {
  const ended = inFlight.takeEnded();
  try {
    return await outbox.due({
      ended,
      againAfterMs: RETRY_AFTER_MS,
      limit,
      except: inFlight.busyPartners(),
      leaseMs: LEASE_MS,
    });
  } catch (error) {
    inFlight.putBackEnded(ended);
    throw error;
  }
}

type CallsInFlight = {
  readonly start: (call: DueCall) => void;
  readonly count: () => number;
  readonly oneEnded: () => Promise<void>;
  readonly allEnded: () => Promise<unknown>;
  /** Calls that have ended and that the outbox does not know of yet. */
  readonly endedCount: () => number;
  readonly takeEnded: () => readonly EndedCall[];
  readonly putBackEnded: (ended: readonly EndedCall[]) => void;
  /** Partners with as many calls in flight as they may have. */
  readonly busyPartners: () => readonly string[];
};

function createCallsInFlight(
  { send, onResult, onError }: PartnerCallerParts,
  onManyEnded: () => void,
): CallsInFlight {
  const partnerByCall = new Map<Promise<void>, string>();
  let ended: EndedCall[] = [];

  async function call({ id, partner, url, failures }: DueCall): Promise<void> {
    const reply = await send({ method: 'GET', url, headers: {} }, TIMEOUT_MS, partner);
    const isDone = 'status' in reply && reply.status >= 200 && reply.status < 300;
    const result = isDone ? 'done' : failures >= RETRIES_MAX ? 'given_up' : 'failed';
    ended.push({ id, next: result === 'failed' ? 'again' : 'never' });
    onResult(result, partner, 'failure' in reply ? reply.failure : `status ${reply.status}`);
  }

  return {
    start(due) {
      const finished = call(due)
        .catch(onError)
        .finally(() => {
          partnerByCall.delete(finished);
          if (ended.length >= ENDED_MIN) onManyEnded();
        });
      partnerByCall.set(finished, due.partner);
    },
    count: () => partnerByCall.size,
    oneEnded: () => Promise.race(partnerByCall.keys()),
    allEnded: () => Promise.all(partnerByCall.keys()),
    endedCount: () => ended.length,
    takeEnded() {
      const taken = ended;
      ended = [];
      return taken;
    },
    putBackEnded(taken) {
      ended = [...taken, ...ended];
    },
    busyPartners() {
      const counts = new Map<string, number>();
      for (const partner of partnerByCall.values()) {
        counts.set(partner, (counts.get(partner) ?? 0) + 1);
      }
      return [...counts].filter(([, count]) => count >= BATCH_MAX).map(([partner]) => partner);
    },
  };
}
