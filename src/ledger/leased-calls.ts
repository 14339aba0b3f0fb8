import type { DueCall, EndedCall } from './outbox.ts';

/** The leased calls of this machine: those that wait for a free slot, those in flight, and those that have ended. */
export type LeasedCalls = {
  /** Starts as many as there are free slots. The others wait until `startUntilMs` of `performance.now`. */
  readonly add: (calls: readonly DueCall[], startUntilMs: number) => void;
  /** Calls that wait or are in flight. */
  readonly count: () => number;
  /** Partners with as many calls as they will need until the next round. */
  readonly busyPartners: () => readonly string[];
  /** Begins a round. Returns the calls that have ended and that the outbox does not know of yet. */
  readonly takeEnded: () => readonly EndedCall[];
  readonly putBackEnded: (ended: readonly EndedCall[]) => void;
  /** Ends the calls that wait, unstarted. */
  readonly giveBack: () => void;
  readonly allEnded: () => Promise<unknown>;
};

export type LeasedCallsParts = {
  /** Resolves to whether the call is made again. */
  readonly make: (call: DueCall) => Promise<'never' | 'again'>;
  readonly onError: (error: unknown) => void;
};

const IN_FLIGHT_MAX = 100;
/** A partner that hangs occupies less than half of all slots. */
const PARTNER_IN_FLIGHT_MAX = 48;

type Waiting = { readonly call: DueCall; readonly startUntilMs: number };
type PartnerCalls = { readonly waiting: Waiting[]; inFlight: number; endedInRound: number };

const leasedOf = ({ waiting, inFlight }: PartnerCalls) => waiting.length + inFlight;

const isBusy = (calls: PartnerCalls) =>
  leasedOf(calls) >= Math.max(PARTNER_IN_FLIGHT_MAX, calls.endedInRound);

export function createLeasedCalls({ make, onError }: LeasedCallsParts): LeasedCalls {
  /** The partner that was served last is the last. */
  const partners = new Map<string, PartnerCalls>();
  const inFlight = new Set<Promise<void>>();
  let ended: EndedCall[] = [];

  function end({ id, leaseUntilMs }: DueCall, next: EndedCall['next']): void {
    ended.push({ id, leaseUntilMs, next });
  }

  function startFree(): void {
    while (inFlight.size < IN_FLIGHT_MAX) {
      const next = nextOf(partners);
      if (next === undefined) return;
      // By the time that it has ended, another machine may have leased it.
      if (performance.now() > next.startUntilMs) end(next.call, 'unstarted');
      else start(next.call);
    }
  }

  function start(call: DueCall): void {
    const own = callsOf(partners, call.partner);
    own.inFlight++;
    const finished = make(call)
      .then((next) => end(call, next))
      .catch(onError)
      .finally(() => {
        inFlight.delete(finished);
        own.inFlight--;
        own.endedInRound++;
        startFree();
      });
    inFlight.add(finished);
  }

  return {
    add(calls, startUntilMs) {
      for (const call of calls)
        callsOf(partners, call.partner).waiting.push({ call, startUntilMs });
      startFree();
    },
    count: () => [...partners.values()].reduce((sum, calls) => sum + leasedOf(calls), 0),
    busyPartners: () => [...partners.keys()].filter((name) => isBusy(callsOf(partners, name))),
    takeEnded() {
      beginRound(partners);
      const taken = ended;
      ended = [];
      return taken;
    },
    putBackEnded(taken) {
      ended = [...taken, ...ended];
    },
    giveBack() {
      for (const { waiting } of partners.values()) {
        for (const { call } of waiting.splice(0)) end(call, 'unstarted');
      }
    },
    allEnded: () => Promise.all(inFlight),
  };
}

function beginRound(partners: Map<string, PartnerCalls>): void {
  for (const [partner, calls] of partners) {
    calls.endedInRound = 0;
    if (leasedOf(calls) === 0) partners.delete(partner);
  }
}

function callsOf(partners: Map<string, PartnerCalls>, partner: string): PartnerCalls {
  const known = partners.get(partner);
  if (known !== undefined) return known;
  const calls = { waiting: [], inFlight: 0, endedInRound: 0 };
  partners.set(partner, calls);
  return calls;
}

/** Partners take turns. */
function nextOf(partners: Map<string, PartnerCalls>): Waiting | undefined {
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
