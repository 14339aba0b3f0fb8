import { repeat } from '../lib/repeat.ts';
import type { FaultLog } from './fault-log.ts';
import type { DueCall, EndedCall, Outbox } from './outbox.ts';

/** Calls a URL for a partner, or posts a body to a webhook. Never rejects: a failed call is a value. */
export type SendCall = (
  call: {
    readonly method: 'GET' | 'POST';
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  },
  timeoutMs: number,
  partner: string,
) => Promise<
  ({ readonly status: number } | { readonly failure: string }) & {
    /** Whether the same call would end the same way again. */
    readonly isFinal?: boolean;
  }
>;

type PartnerCallerParts = {
  readonly outbox: Outbox;
  readonly send: SendCall;
  /** Told of every call that ended, and of what came of it: a status, or why there is none. */
  readonly onResult: (result: CallResult, partner: string, outcome: string) => void;
  /** Of the outbox. The caller retries by itself. */
  readonly faults: Pick<FaultLog, 'failed' | 'recovered'>;
};

export type CallResult = 'done' | 'failed' | 'given_up';

/** One transaction a round tells the outbox of the ended calls and takes new ones. */
const ROUND_MS = 500;
const AFTER_ERROR_MS = 1000;
/** Calls taken in a round. */
const TAKE_MAX = 1500;
/** Calls that wait or are in flight. A partner that hangs has less than half of them. */
const TAKEN_MAX = 3200;
const TAKEN_MS = 30_000;
/** A call that is not started by then is given back. The rest is for the call, and for a clock that is ahead. */
const START_MS_MAX = 20_000;
const RETRY_AFTER_MS = 10_000;
const URL_CALL = { timeoutMs: 2000, retriesMax: 6 };
/** A service for messages may be gone for a quarter of an hour, and there are few of these calls. */
const WEBHOOK_CALL = { timeoutMs: 5000, retriesMax: 90 };

const IN_FLIGHT_MAX = 100;
/** A partner that hangs has less than half of all calls in flight. */
const PARTNER_IN_FLIGHT_MAX = 48;

type WaitingCall = { readonly call: DueCall; readonly startUntilMs: number };
type CallsOfPartner = { readonly waiting: WaitingCall[]; inFlight: number; endedInRound: number };

const takenOf = ({ waiting, inFlight }: CallsOfPartner) => waiting.length + inFlight;

/** Makes the calls that are due in the outbox, until it is stopped. */
export function startPartnerCaller(parts: PartnerCallerParts) {
  const { outbox, faults } = parts;
  /** The calls that this machine has taken. The partner that was served last is the last. */
  const partners = new Map<string, CallsOfPartner>();
  const inFlight = new Set<Promise<void>>();
  /** How calls have ended, as far as the outbox does not know it. */
  let ended: EndedCall[] = [];
  let isFailing = false;

  function fail(error: unknown): void {
    faults.failed(error);
    isFailing = true;
  }

  function end({ id, takenUntilMs }: DueCall, next: EndedCall['next']): void {
    ended.push({ id, takenUntilMs, next });
  }

  function callsOf(partner: string): CallsOfPartner {
    const calls = partners.get(partner) ?? { waiting: [], inFlight: 0, endedInRound: 0 };
    partners.set(partner, calls);
    return calls;
  }

  function start(call: DueCall): void {
    const own = callsOf(call.partner);
    own.inFlight++;
    const finished = makeCall(call, parts)
      .then((next) => end(call, next))
      .catch(fail)
      .finally(() => {
        inFlight.delete(finished);
        own.inFlight--;
        own.endedInRound++;
        startWaiting();
      });
    inFlight.add(finished);
  }

  /** One call of each partner after the other, as many as may be in flight. */
  function startWaiting(): void {
    while (inFlight.size < IN_FLIGHT_MAX) {
      const next = nextOf(partners);
      if (next === undefined) return;
      // By the time that it has ended, another machine may have taken it.
      if (performance.now() > next.startUntilMs) end(next.call, 'unstarted');
      else start(next.call);
    }
  }

  /** Tells the outbox of the ended calls and takes new ones. What it could not be told is told again later. */
  async function exchange(limit: number): Promise<readonly DueCall[]> {
    // A partner has enough with as many calls as it will need until the next round.
    const enough = (calls: CallsOfPartner) => Math.max(PARTNER_IN_FLIGHT_MAX, calls.endedInRound);
    const busy = [...partners].filter(([, calls]) => takenOf(calls) >= enough(calls));
    for (const [partner, calls] of partners) {
      calls.endedInRound = 0;
      if (takenOf(calls) === 0) partners.delete(partner);
    }
    const told = ended;
    ended = [];
    if (told.length === 0 && limit === 0) return [];
    const except = busy.map(([partner]) => partner);
    const round = { ended: told, limit, except, againAfterMs: RETRY_AFTER_MS, takenMs: TAKEN_MS };
    try {
      return await outbox.due(round);
    } catch (error) {
      ended = [...told, ...ended];
      throw error;
    }
  }

  const stopTaking = repeat(async () => {
    const startedMs = performance.now();
    try {
      const taken = [...partners.values()].reduce((sum, calls) => sum + takenOf(calls), 0);
      for (const call of await exchange(Math.min(TAKE_MAX, TAKEN_MAX - taken))) {
        callsOf(call.partner).waiting.push({ call, startUntilMs: startedMs + START_MS_MAX });
      }
      startWaiting();
      isFailing = false;
      faults.recovered();
    } catch (error) {
      fail(error);
    }
    const nextMs = startedMs + (isFailing ? AFTER_ERROR_MS : ROUND_MS);
    return Math.max(0, nextMs - performance.now());
  });

  return {
    /** Starts no more calls, gives back those that wait, and resolves when those in flight have ended. */
    async stop(): Promise<void> {
      await stopTaking();
      for (const { waiting } of partners.values()) {
        for (const { call } of waiting.splice(0)) end(call, 'unstarted');
      }
      await exchange(0).catch(fail);
      await Promise.all(inFlight);
      await exchange(0).catch(fail);
    },
  };
}

async function makeCall(
  { partner, url, body, failures }: DueCall,
  { send, onResult }: PartnerCallerParts,
): Promise<'never' | 'again'> {
  const { timeoutMs, retriesMax } = body === undefined ? URL_CALL : WEBHOOK_CALL;
  const call =
    body === undefined
      ? { method: 'GET' as const, url, headers: {} }
      : { method: 'POST' as const, url, headers: {}, body };
  const reply = await send(call, timeoutMs, partner);
  const isDone = 'status' in reply && reply.status >= 200 && reply.status < 300;
  const isLast = reply.isFinal === true || failures >= retriesMax;
  const result = isDone ? 'done' : isLast ? 'given_up' : 'failed';
  onResult(result, partner, 'failure' in reply ? reply.failure : `status ${reply.status}`);
  return result === 'failed' ? 'again' : 'never';
}

/** The next call, of the partner that was served the longest ago. */
function nextOf(partners: Map<string, CallsOfPartner>): WaitingCall | undefined {
  for (const [partner, calls] of partners) {
    if (calls.inFlight >= PARTNER_IN_FLIGHT_MAX) continue;
    const next = calls.waiting.shift();
    if (next === undefined) continue;
    partners.delete(partner);
    partners.set(partner, calls);
    return next;
  }
  return undefined;
}
