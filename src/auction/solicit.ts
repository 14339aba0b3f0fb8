import type {
  CallFailure,
  HttpCall,
  HttpPartner,
  HttpReply,
  Inquiry,
  LocalPartner,
  PartnerReply,
  Send,
  Solicitation,
} from '../demand/partner.ts';
import { partnerTraceparent, type RequestTrace } from '../observe/trace.ts';
import type { Standing } from '../privacy/gdpr-rules.ts';
import type { Gate, GateRefusal } from './gate.ts';

/** What came of asking one partner. A failure is data: it never fails the auction. */
export type Asked = {
  readonly partner: string;
  readonly latencyMs: number;
  readonly answer: Answer;
};

export type Answer =
  | PartnerReply
  | { readonly kind: 'timeout' }
  | { readonly kind: 'failed'; readonly reason: string }
  | {
      readonly kind: 'skipped';
      readonly reason: GateRefusal | 'no-consent' | 'test-traffic' | 'no-time' | 'paused';
    };

/** A partner with all that it takes to ask it. */
export type ReadyPartner = {
  readonly standing: Standing;
  /** Whether an operator wants it left alone for now. */
  readonly isPaused: () => boolean;
} & (
  | { readonly partner: LocalPartner }
  | {
      readonly partner: HttpPartner;
      readonly gate: Gate;
      readonly send: Send;
      /** Open to it now. */
      readonly connections: () => number;
    }
);

export type Asking = {
  readonly partners: readonly ReadyPartner[];
  /** What each partner is asked, at the partner's place; undefined: it may not be asked. */
  readonly solicitations: readonly (Solicitation | undefined)[];
  /** Until the auction's answers have to be in. */
  readonly remainingMs: number;
  readonly trace: RequestTrace | undefined;
  readonly tickMs: () => number;
};

/** Kept for the way to the partner and back. */
const NETWORK_MARGIN_MS = 5;
/** With less time than this a call is not worth making. */
const CALL_MS_MIN = 10;
/** A late answer may still come in, so that its connection can be used again; then it is cut off. */
const LATE_MS_MAX = 500;

/** Asks every partner at the same moment and takes what has come by the deadline. */
export function solicit(asking: Asking): readonly Asked[] | Promise<readonly Asked[]> {
  const { partners, solicitations } = asking;
  // Those far away first: while they think, those in this process do.
  const remote = partners.map((ready, i) => {
    const solicitation = solicitations[i];
    return 'gate' in ready && solicitation !== undefined && !ready.isPaused()
      ? askHttp(ready, solicitation, asking, i)
      : undefined;
  });
  const asked: (Asked | Promise<Asked>)[] = partners.map((ready, i) => {
    const solicitation = solicitations[i];
    const { name } = ready.partner;
    if (ready.isPaused()) return notAsked(name, 'paused');
    if (solicitation === undefined) return notAsked(name, 'no-consent');
    return remote[i] ?? askLocal(ready.partner as LocalPartner, solicitation, asking);
  });
  // Often everyone has answered already: those in this process, and those whose answer is still known.
  return asked.every((one) => !(one instanceof Promise)) ? (asked as Asked[]) : Promise.all(asked);
}

function notAsked(partner: string, reason: 'paused' | 'no-consent'): Asked {
  return { partner, latencyMs: 0, answer: { kind: 'skipped', reason } };
}

function askLocal(partner: LocalPartner, solicitation: Solicitation, { tickMs }: Asking): Asked {
  const start = tickMs();
  const answer = guarded(() => partner.bid(solicitation));
  return { partner: partner.name, latencyMs: tickMs() - start, answer };
}

function askHttp(
  { partner, gate, send }: Extract<ReadyPartner, { gate: Gate }>,
  solicitation: Solicitation,
  { remainingMs, trace, tickMs }: Asking,
  place: number,
): Asked | Promise<Asked> {
  const start = tickMs();
  const waitMs = Math.min(remainingMs, partner.timeoutMs ?? remainingMs);
  const asked = (answer: Answer): Asked => ({
    partner: partner.name,
    latencyMs: tickMs() - start,
    answer,
  });
  if (solicitation.request.wire.test === 1 && !partner.acceptsTest) {
    return asked({ kind: 'skipped', reason: 'test-traffic' });
  }
  const partnerMs = Math.floor(waitMs - NETWORK_MARGIN_MS);
  if (partnerMs < CALL_MS_MIN) return asked({ kind: 'skipped', reason: 'no-time' });
  const inquiry = guarded(() => partner.ask(solicitation, partnerMs));
  return 'calls' in inquiry ? sendAll(inquiry).then(asked) : asked(inquiry);

  async function sendAll({ calls, read }: Inquiry): Promise<Answer> {
    let refusal: GateRefusal | undefined;
    const sent: Promise<HttpReply | CallFailure | undefined>[] = [];
    for (const call of calls) {
      refusal = gate.enter();
      if (refusal !== undefined) break;
      sent.push(sendOne(call));
    }
    if (sent.length === 0) return { kind: 'skipped', reason: refusal ?? 'no-time' };

    const results = await repliesByDeadline(sent, waitMs);
    for (const result of results) {
      gate.record(result !== undefined && 'status' in result && result.status < 500);
    }
    const replies = calls.map((_, i) => {
      const result = results[i];
      return result !== undefined && 'status' in result ? result : undefined;
    });
    if (replies.some((reply) => reply !== undefined)) return guarded(() => read(replies));
    const failed = results.find((result) => result !== undefined);
    return failed && 'failure' in failed
      ? { kind: 'failed', reason: failed.failure }
      : { kind: 'timeout' };
  }

  async function sendOne(call: HttpCall): Promise<HttpReply | CallFailure> {
    try {
      return await send(traced(call, trace, place), waitMs + LATE_MS_MAX);
    } finally {
      gate.leave();
    }
  }
}

function traced(call: HttpCall, trace: RequestTrace | undefined, place: number): HttpCall {
  if (trace === undefined) return call;
  return {
    ...call,
    headers: { ...call.headers, traceparent: partnerTraceparent(trace, place) },
  };
}

/** The results that came in time, at their places; as soon as all are there, or when time is up. */
function repliesByDeadline<T>(
  promises: readonly Promise<T>[],
  waitMs: number,
): Promise<readonly (T | undefined)[]> {
  const results: (T | undefined)[] = promises.map(() => undefined);
  return new Promise((resolve) => {
    let open = promises.length;
    const timer = setTimeout(() => resolve([...results]), waitMs);
    for (const [index, promise] of promises.entries()) {
      promise.then((result) => {
        results[index] = result;
        if (--open > 0) return;
        clearTimeout(timer);
        resolve(results);
      });
    }
  });
}

/** An adapter that throws is a partner that fails, not an exchange that does. */
function guarded<T>(work: () => T): T | { readonly kind: 'failed'; readonly reason: string } {
  try {
    return work();
  } catch (error) {
    return { kind: 'failed', reason: `the adapter threw: ${(error as Error).message}` };
  }
}
