import { cut } from '../../lib/text.ts';
import type { ValidRequest } from '../openrtb/validate.ts';
import type { ConsentProfile } from '../privacy/gdpr-rules.ts';
import type { SkipReason } from './answer-kinds.ts';
import type { Gate } from './gate.ts';
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
} from './partner.ts';

/** One partner's answer. A failure is a value too: it never fails the auction. */
export type Asked = {
  readonly partner: string;
  readonly latencyMs: number;
  readonly answer: Answer;
  /** Of what it sent, where it was called. */
  readonly answerBytes?: number;
  /** The beginning of what it sent, where that could not be read. */
  readonly answerStart?: string | undefined;
};

export type Answer =
  | PartnerReply
  | { readonly kind: 'timeout' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'skipped'; readonly reason: SkipReason };

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
  /** The caller's, for every partner that is asked over HTTP. */
  readonly traceparent: string | undefined;
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
  const asked: (Asked | OpenCalls | undefined)[] = [];
  let isWaiting = false;
  // Remote partners first: local partners are computed while the remote ones answer.
  for (let i = 0; i < partners.length; i++) {
    const ready = partners[i] as ReadyPartner; // i < length
    const solicitation = solicitations[i];
    const { name } = ready.partner;
    if (ready.isPaused()) asked.push(notAsked(name, 'paused'));
    else if (solicitation === undefined) asked.push(notAsked(name, 'no-consent'));
    else if ('gate' in ready) {
      const one = askHttp(ready, solicitation, asking);
      if (isOpen(one)) isWaiting = true;
      asked.push(one);
    } else asked.push(undefined);
  }
  for (let i = 0; i < asked.length; i++) {
    // Only those in this process have neither an answer nor calls yet.
    asked[i] ??= askLocal(
      partners[i]?.partner as LocalPartner,
      solicitations[i] as Solicitation,
      asking,
    );
  }
  // Local partners, and those that answer from a cache, have answered already.
  return isWaiting ? answersOf(asked as (Asked | OpenCalls)[], asking) : (asked as Asked[]);
}

/** Calls to a partner that are under way. */
type OpenCalls = {
  /** Told once of the answer: when all replies are there, or the partner's time is up. */
  onAnswer: (asked: Asked) => void;
  /** Its time is up. */
  readonly end: () => void;
};

function isOpen(one: Asked | OpenCalls): one is OpenCalls {
  return 'end' in one;
}

/** One promise and one timer for all partners of the auction, instead of several for each. */
function answersOf(
  asked: (Asked | OpenCalls)[],
  { endsMs, tickMs }: Asking,
): Promise<readonly Asked[]> {
  return new Promise((resolve) => {
    const open = asked.filter(isOpen);
    // On a machine without CPU, asking alone can take all the time. Bun warns of a negative wait on stderr.
    const leftMs = Math.max(0, endsMs - tickMs());
    const timer = setTimeout(() => {
      for (const calls of open) calls.end();
    }, leftMs);
    let left = open.length;
    asked.forEach((one, i) => {
      if (!isOpen(one)) return;
      one.onAnswer = (answered) => {
        asked[i] = answered;
        if (--left > 0) return;
        clearTimeout(timer);
        resolve(asked as Asked[]);
      };
    });
  });
}

function notAsked(partner: string, reason: 'paused' | 'no-consent'): Asked {
  return { partner, latencyMs: 0, answer: { kind: 'skipped', reason } };
}

function askLocal(partner: LocalPartner, solicitation: Solicitation, { tickMs }: Asking): Asked {
  const start = tickMs();
  let answer: Answer;
  try {
    answer = partner.bid(solicitation);
  } catch (error) {
    answer = thrown(error);
  }
  return { partner: partner.name, latencyMs: tickMs() - start, answer };
}

/** An adapter that throws counts as a failed partner and does not fail the auction. */
function thrown(error: unknown): Answer {
  return { kind: 'failed', reason: `the adapter threw: ${(error as Error).message}` };
}

type AskedByHttp = Extract<ReadyPartner, { gate: Gate }>;

function askHttp(
  ready: AskedByHttp,
  solicitation: Solicitation,
  asking: Asking,
): Asked | OpenCalls {
  const { partner } = ready;
  const { endsMs, tickMs, traceparent } = asking;
  const startMs = tickMs();
  // Asking the partners before this one took some time of it.
  const remainingMs = endsMs - startMs;
  const waitMs = Math.min(remainingMs, partner.timeoutMs ?? remainingMs);
  const partnerMs = Math.floor(waitMs - NETWORK_MARGIN_MS);
  const inquiry = inquiryOf(ready, solicitation, partnerMs);
  if (!('calls' in inquiry)) {
    const latencyMs = tickMs() - startMs;
    return { partner: partner.name, latencyMs, answer: inquiry, answerBytes: 0 };
  }
  const ownMs = waitMs < remainingMs ? waitMs : undefined;
  const giveUpMs = waitMs + LATE_MS_MAX;
  return sendAll(inquiry, ready, { ownMs, giveUpMs, traceparent, startMs, tickMs });
}

function inquiryOf(
  { partner, wants }: AskedByHttp,
  solicitation: Solicitation,
  partnerMs: number,
): Inquiry | Answer {
  const { request, auction } = solicitation;
  if (request.isTest && !partner.acceptsTest) return { kind: 'skipped', reason: 'test-traffic' };
  if (wants?.(request, auction.nowMs) === false) return { kind: 'skipped', reason: 'not-wanted' };
  if (partnerMs < CALL_MS_MIN) return { kind: 'skipped', reason: 'no-time' };
  try {
    return partner.ask(solicitation, partnerMs);
  } catch (error) {
    return thrown(error);
  }
}

type Sending = Pick<Asking, 'traceparent' | 'tickMs'> & {
  /** The partner's time, where it has less than the auction. */
  readonly ownMs: number | undefined;
  readonly giveUpMs: number;
  readonly startMs: number;
};

function sendAll(
  { calls, read }: Inquiry,
  { partner, gate, send }: AskedByHttp,
  { ownMs, giveUpMs, traceparent, startMs, tickMs }: Sending,
): Asked | OpenCalls {
  const results: (HttpReply | CallFailure | undefined)[] = [];
  let refusal: SkipReason | undefined;
  let left = 0;
  let isOver = false;
  for (const call of calls) {
    refusal = gate.enter(partner.qpsMax);
    if (refusal !== undefined) break;
    const at = left++;
    results.push(undefined);
    send(traced(call, traceparent), giveUpMs).then((result) => {
      gate.leave();
      if (isOver) return;
      results[at] = result;
      if (--left === 0) open.end();
    });
  }
  if (left === 0) {
    const answer: Answer = { kind: 'skipped', reason: refusal ?? 'no-time' };
    return { partner: partner.name, latencyMs: tickMs() - startMs, answer, answerBytes: 0 };
  }
  const open: OpenCalls = {
    onAnswer() {},
    end() {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      for (const result of results) {
        gate.record(result !== undefined && 'status' in result && result.status < 500);
      }
      const replies = calls.map((_, i) => replyIn(results[i]));
      let answerBytes = 0;
      for (const reply of replies) answerBytes += reply?.text.length ?? 0;
      const answer = answerIn(results, replies, read);
      const latencyMs = tickMs() - startMs;
      const answerStart = startIn(answer, replies);
      open.onAnswer({ partner: partner.name, latencyMs, answer, answerBytes, answerStart });
    },
  };
  const timer = ownMs === undefined ? undefined : setTimeout(open.end, ownMs);
  return open;
}

function answerIn(
  results: readonly (HttpReply | CallFailure | undefined)[],
  replies: readonly (HttpReply | undefined)[],
  read: Inquiry['read'],
): Answer {
  if (replies.some((reply) => reply !== undefined)) {
    try {
      return read(replies);
    } catch (error) {
      return thrown(error);
    }
  }
  const failed = results.find((result) => result !== undefined);
  return failed && 'failure' in failed
    ? { kind: 'failed', reason: failed.failure }
    : { kind: 'timeout' };
}

/** Of an answer that could not be read, so much is kept for the explanation: errors of servers tell there what is wrong. */
export const START_UNITS_MAX = 500;

/** Of the first reply, which is the one that the reason is about. */
function startIn(
  { kind }: Answer,
  replies: readonly (HttpReply | undefined)[],
): string | undefined {
  const text = kind === 'malformed' ? replies.find((reply) => reply !== undefined)?.text : '';
  return text ? cut(text, START_UNITS_MAX) : undefined;
}

function replyIn(result: HttpReply | CallFailure | undefined): HttpReply | undefined {
  return result !== undefined && 'status' in result ? result : undefined;
}

function traced(call: HttpCall, traceparent: string | undefined): HttpCall {
  if (traceparent === undefined) return call;
  return { ...call, headers: { ...call.headers, traceparent } };
}
