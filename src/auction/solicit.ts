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
import type { ValidRequest } from '../openrtb/validate.ts';
import type { ConsentProfile } from '../privacy/gdpr-rules.ts';
import type { Gate, GateRefusal } from './gate.ts';

/** One partner's answer. A failure is a value too: it never fails the auction. */
export type Asked = {
  readonly partner: string;
  readonly latencyMs: number;
  readonly answer: Answer;
  /** Of what it sent, where it was called. */
  readonly answerBytes?: number;
};

export type Answer =
  | PartnerReply
  | { readonly kind: 'timeout' }
  | { readonly kind: 'failed'; readonly reason: string }
  | {
      readonly kind: 'skipped';
      readonly reason:
        | GateRefusal
        | 'no-consent'
        | 'test-traffic'
        | 'not-wanted'
        | 'no-time'
        | 'paused';
    };

/** A partner with everything that is needed to ask it. */
export type ReadyPartner = {
  readonly standing: ConsentProfile;
  /** Whether an operator has paused it. */
  readonly isPaused: () => boolean;
  /** The seats that it bids for; undefined: unknown. */
  readonly seats?: readonly string[] | undefined;
} & (
  | { readonly partner: LocalPartner }
  | {
      readonly partner: HttpPartner;
      readonly gate: Gate;
      readonly send: Send;
      /** Which requests, as it may see them, it wants; undefined: all. */
      readonly wants?: ((request: ValidRequest, nowMs: number) => boolean) | undefined;
      /** Open connections to it. */
      readonly connections: () => number;
      /** It is asked no more: closes its connections once they are idle. */
      readonly retire: () => void;
    }
);

export type Asking = {
  readonly partners: readonly ReadyPartner[];
  /** In the order of `partners`; undefined where consent forbids asking the partner. */
  readonly solicitations: readonly (Solicitation | undefined)[];
  /** When the auction ends, on the clock of `tickMs`: no partner is waited for any longer. */
  readonly endsMs: number;
  readonly trace: RequestTrace | undefined;
  readonly tickMs: () => number;
};

/** Subtracted from a partner's time for the network. */
const NETWORK_MARGIN_MS = 5;
/** With less time than this no call is made. */
const CALL_MS_MIN = 10;
/** How long after the deadline a late call may still finish, so that its connection can be reused. */
const LATE_MS_MAX = 500;

/** Asks all partners at the same time and returns the answers that arrived before the deadline. */
export function solicit(asking: Asking): readonly Asked[] | Promise<readonly Asked[]> {
  const { partners, solicitations } = asking;
  // Remote partners first: local partners are computed while the remote ones answer.
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
  // Local partners, and those that answer from a cache, have answered already.
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
  { partner, gate, send, wants }: Extract<ReadyPartner, { gate: Gate }>,
  solicitation: Solicitation,
  { endsMs, trace, tickMs }: Asking,
  index: number,
): Asked | Promise<Asked> {
  const start = tickMs();
  // Asking the partners before this one took some time of it.
  const remainingMs = endsMs - start;
  const waitMs = Math.min(remainingMs, partner.timeoutMs ?? remainingMs);
  let answerBytes = 0;
  const asked = (answer: Answer): Asked => ({
    partner: partner.name,
    latencyMs: tickMs() - start,
    answer,
    answerBytes,
  });
  if (solicitation.request.isTest && !partner.acceptsTest) {
    return asked({ kind: 'skipped', reason: 'test-traffic' });
  }
  if (wants?.(solicitation.request, solicitation.nowMs) === false) {
    return asked({ kind: 'skipped', reason: 'not-wanted' });
  }
  const partnerMs = Math.floor(waitMs - NETWORK_MARGIN_MS);
  if (partnerMs < CALL_MS_MIN) return asked({ kind: 'skipped', reason: 'no-time' });
  const inquiry = guarded(() => partner.ask(solicitation, partnerMs));
  return 'calls' in inquiry ? sendAll(inquiry).then(asked) : asked(inquiry);

  async function sendAll({ calls, read }: Inquiry): Promise<Answer> {
    let refusal: GateRefusal | undefined;
    const sent: Promise<HttpReply | CallFailure | undefined>[] = [];
    for (const call of calls) {
      refusal = gate.enter(partner.qpsMax);
      if (refusal !== undefined) break;
      sent.push(sendOne(call));
    }
    if (sent.length === 0) return { kind: 'skipped', reason: refusal ?? 'no-time' };

    const results = await repliesByDeadline(sent, waitMs);
    for (const result of results) {
      const isAnswered = result !== undefined && 'status' in result && result.status < 500;
      gate.record(isAnswered ? 'success' : 'failure');
    }
    const replies = calls.map((_, i) => replyIn(results[i]));
    for (const reply of replies) answerBytes += reply?.text.length ?? 0;
    if (replies.some((reply) => reply !== undefined)) return guarded(() => read(replies));
    const failed = results.find((result) => result !== undefined);
    return failed && 'failure' in failed
      ? { kind: 'failed', reason: failed.failure }
      : { kind: 'timeout' };
  }

  async function sendOne(call: HttpCall): Promise<HttpReply | CallFailure> {
    try {
      return await send(traced(call, trace, index), waitMs + LATE_MS_MAX);
    } finally {
      gate.leave();
    }
  }
}

function replyIn(result: HttpReply | CallFailure | undefined): HttpReply | undefined {
  return result !== undefined && 'status' in result ? result : undefined;
}

function traced(call: HttpCall, trace: RequestTrace | undefined, index: number): HttpCall {
  if (trace === undefined) return call;
  return { ...call, headers: { ...call.headers, traceparent: partnerTraceparent(trace, index) } };
}

/** Resolves once every promise has, or at the deadline: then with `undefined` for each that has not. */
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

/** An adapter that throws counts as a failed partner and does not fail the auction. */
function guarded<T>(work: () => T): T | { readonly kind: 'failed'; readonly reason: string } {
  try {
    return work();
  } catch (error) {
    return { kind: 'failed', reason: `the adapter threw: ${(error as Error).message}` };
  }
}
