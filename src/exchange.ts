import { type AuctionResult, type AuctionTerms, holdAuction } from './auction/auction.ts';
import { mostTelling, noBidReason } from './auction/no-bid-reason.ts';
import { respond } from './auction/respond.ts';
import { withTestReport } from './auction/test-mode.ts';
import { createAfterwards } from './lib/afterwards.ts';
import { parseJson } from './lib/json.ts';
import { isObject } from './lib/schema-fault.ts';
import type { Limiter, LimitState } from './limits/limiter.ts';
import type { BidResponse, Warning } from './openrtb/bid-response.ts';
import { NoBid } from './openrtb/no-bid.ts';
import { Refusal, refuse } from './openrtb/refusal.ts';
import { type ValidRequest, validate } from './openrtb/validate.ts';
import { warnOfSize } from './openrtb/warnings.ts';

/** A call to `/openrtb2` whose body has not been read yet. */
export type Arrival = {
  /** What the IP limit counts by. */
  readonly caller: string;
  readonly requestId: string;
  readonly readBody: () => Promise<Body | Refusal>;
};

export type Body = { readonly text: string; readonly bytes: number };

/** What becomes of a request, and where its limits stand. */
export type Settled = {
  readonly outcome: BidResponse | NoBid | Refusal;
  readonly limit: LimitState;
};

export type Exchange = (arrival: Arrival) => Promise<Settled>;

/** An auction that is over, for whoever keeps records. */
export type Held = {
  readonly requestId: string;
  readonly request: ValidRequest;
  readonly warnings: readonly Warning[];
  readonly result: AuctionResult;
  readonly tookMs: number;
  readonly deadlineMs: number;
};

export type ExchangeParts = {
  readonly limiter: Limiter;
  /** Whether there is more to do than can be done: this request is then turned away unread. */
  readonly sheds: () => boolean;
  readonly auction: AuctionTerms;
  readonly timeoutMs: number;
  readonly newId: () => string;
  /** Told of every auction, after the reply is on its way. */
  readonly record: (held: Held) => void;
};

/** Kept for making the answer and getting it out of the door. */
const REPLY_MARGIN_MS = 5;

/** The spine: one bid request, from bytes to outcome. */
export function createExchange(parts: ExchangeParts): Exchange {
  const { limiter, sheds, auction, newId } = parts;
  const recordLater = createAfterwards(parts.record);
  return async ({ caller, requestId, readBody }) => {
    const startMs = auction.tickMs();
    const admission = limiter.admit(caller);
    if (!admission.isAdmitted) return { outcome: tooMany(admission.state), limit: admission.state };
    if (sheds()) return { outcome: OVERLOADED, limit: admission.state };

    const body = await readBody();
    if (body instanceof Refusal) return { outcome: body, limit: admission.state };

    const parsed = parseJson(body.text);
    const { isAdmitted, state: limit } = await limiter.settle({
      ip: caller,
      publisher: parsed.kind === 'json' ? publisherOf(parsed.value) : undefined,
      state: admission.state,
    });
    if (!isAdmitted) return { outcome: tooMany(limit), limit };
    if (parsed.kind === 'fault') return { outcome: refuse.invalidJson(parsed.reason), limit };

    const request = validate(parsed.value);
    if (request instanceof Refusal) return { outcome: request, limit };

    const deadlineMs = Math.min(request.wire.tmax ?? parts.timeoutMs, parts.timeoutMs);
    const remainingMs = deadlineMs - REPLY_MARGIN_MS - (auction.tickMs() - startMs);
    const result = await holdAuction(request, remainingMs, auction);

    const warnings = [...request.warnings, ...warnOfSize(body.bytes)];
    const outcome = settle(request, result, { warnings, newId, nowMs: auction.nowMs() });
    const tookMs = auction.tickMs() - startMs;
    recordLater({ requestId, request, warnings, result, tookMs, deadlineMs });
    return { outcome, limit };
  };
}

const OVERLOADED = refuse.unavailable('there are more requests than can be served in time');

function tooMany({ scope, limit }: LimitState): Refusal {
  return refuse.rateLimited(`more than ${limit} requests in this second (${scope} limit)`);
}

/** Ruling 39, read before validation so that invalid requests count too (ruling 41). */
function publisherOf(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  for (const channel of [body.site, body.app]) {
    const publisher = isObject(channel) ? channel.publisher : undefined;
    const id = isObject(publisher) ? publisher.id : undefined;
    if (typeof id === 'string') return id;
  }
  return undefined;
}

function settle(
  request: ValidRequest,
  result: AuctionResult,
  context: {
    readonly warnings: readonly Warning[];
    readonly newId: () => string;
    readonly nowMs: number;
  },
): BidResponse | NoBid {
  const { wire, imps } = request;
  const { newId, nowMs, warnings } = context;
  if (result.wins.length === 0 && wire.test !== 1) {
    return new NoBid(mostTelling(imps.map(({ imp }) => noBidReason(imp.id, result))));
  }
  const response = respond(result.wins, { requestId: wire.id, newId, nowMs });
  return wire.test === 1
    ? withTestReport(response, request, { warnings, result, newId })
    : response;
}
