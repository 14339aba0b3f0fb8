import type { DueCall, EndedCall } from './outbox.ts';

export type TakenCalls = ReturnType<typeof createTakenCalls>;

const IN_FLIGHT_MAX = 100;
/** A partner that hangs has less than half of all calls in flight. */
const PARTNER_IN_FLIGHT_MAX = 48;

type WaitingCall = { readonly call: DueCall; readonly startUntilMs: number };
type CallsOfPartner = { readonly waiting: WaitingCall[]; inFlight: number; endedInRound: number };

const takenOf = ({ waiting, inFlight }: CallsOfPartner) => waiting.length + inFlight;

/** The calls that this machine has taken from the outbox. `make` resolves to whether the call is made again. */
export function createTakenCalls(
  make: (call: DueCall) => Promise<'never' | 'again'>,
  onError: (error: unknown) => void,
) {
  /** The partner that was served last is the last. */
  const partners = new Map<string, CallsOfPartner>();
  const inFlight = new Set<Promise<void>>();
  let ended: EndedCall[] = [];

  function end({ id, takenUntilMs }: DueCall, next: EndedCall['next']): void {
    ended.push({ id, takenUntilMs, next });
  }

  function callsOf(partner: string): CallsOfPartner {
    const known = partners.get(partner);
    if (known !== undefined) return known;
    const calls = { waiting: [], inFlight: 0, endedInRound: 0 };
    partners.set(partner, calls);
    return calls;
  }

  function startWaiting(): void {
    while (inFlight.size < IN_FLIGHT_MAX) {
      const next = nextOf(partners);
      if (next === undefined) return;
      // By the time that it has ended, another machine may have taken it.
      if (performance.now() > next.startUntilMs) end(next.call, 'unstarted');
      else start(next.call);
    }
  }

  function start(call: DueCall): void {
    const own = callsOf(call.partner);
    own.inFlight++;
    const finished = make(call)
      .then((next) => end(call, next))
      .catch(onError)
      .finally(() => {
        inFlight.delete(finished);
        own.inFlight--;
        own.endedInRound++;
        startWaiting();
      });
    inFlight.add(finished);
  }

  return {
    /** Starts as many as may be in flight. The others wait until `startUntilMs` of `performance.now`. */
    add(calls: readonly DueCall[], startUntilMs: number): void {
      for (const call of calls) callsOf(call.partner).waiting.push({ call, startUntilMs });
      startWaiting();
    },
    /** Calls that wait or are in flight. */
    count: () => [...partners.values()].reduce((sum, calls) => sum + takenOf(calls), 0),
    /** Partners with as many calls as they will need until the next round. */
    busyPartners(): readonly string[] {
      const enough = (calls: CallsOfPartner) => Math.max(PARTNER_IN_FLIGHT_MAX, calls.endedInRound);
      const busy = [...partners].filter(([, calls]) => takenOf(calls) >= enough(calls));
      return busy.map(([partner]) => partner);
    },
    /** Begins a round. Returns the calls that have ended and that the outbox does not know of yet. */
    takeEnded(): readonly EndedCall[] {
      for (const [partner, calls] of partners) {
        calls.endedInRound = 0;
        if (takenOf(calls) === 0) partners.delete(partner);
      }
      const taken = ended;
      ended = [];
      return taken;
    },
    putBackEnded(taken: readonly EndedCall[]): void {
      ended = [...taken, ...ended];
    },
    /** Ends the calls that wait, unstarted. */
    giveBack(): void {
      for (const { waiting } of partners.values()) {
        for (const { call } of waiting.splice(0)) end(call, 'unstarted');
      }
    },
    allEnded: () => Promise.all(inFlight),
  };
}

/** One call of each partner after the other. */
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
