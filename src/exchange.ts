import { type AuctionResult, type AuctionTerms, holdAuction } from './auction/auction.ts';
import type { MacroValues } from './auction/macros.ts';
import { mostTelling, noBidReason } from './auction/no-bid-reason.ts';
import type { Win } from './auction/pick-winner.ts';
import { respond, type Sold } from './auction/respond.ts';
import { withSamples, withTestReport } from './auction/test-mode.ts';
import { createAfterwards } from './lib/afterwards.ts';
import { parseJson } from './lib/json.ts';
import { isObject } from './lib/schema-fault.ts';
import type { Limiter, LimitState } from './limits/limiter.ts';
import type { BeginTrace, RequestTrace } from './observe/trace.ts';
import type { BidRequest } from './openrtb/bid-request.ts';
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
  /** The header of that name. */
  readonly traceparent: string | null;
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
  readonly outcome: BidResponse | NoBid;
  readonly sold: readonly Sold[];
  readonly trace: RequestTrace | undefined;
  /** From the arrival to the moment partners were asked. */
  readonly askedAfterMs: number;
  readonly tookMs: number;
  readonly deadlineMs: number;
};

/** A request that was turned away, for whoever counts. */
export type TurnedAway = {
  readonly requestId: string;
  readonly refusal: Refusal;
  readonly limit: LimitState;
  /** As far as it was read. */
  readonly publisher: string | undefined;
  readonly trace: RequestTrace | undefined;
  readonly tookMs: number;
};

export type ExchangeParts = {
  readonly limiter: Limiter;
  /** Whether there is more to do than can be done: this request is then turned away unread. */
  readonly sheds: () => boolean;
  readonly auction: AuctionTerms;
  readonly timeoutMs: number;
  readonly newId: () => string;
  /** Gives a win the URLs that tell what becomes of it. */
  readonly sell: (win: Win, macros: () => MacroValues, buyer: Buyer) => Sold;
  readonly beginTrace: BeginTrace;
  /** Told of every auction, after the reply is on its way. */
  readonly record: (held: Held) => void;
  /** Told what kept an auction from being recorded: its reply is out, and others wait to be recorded. */
  readonly onRecordError: (error: unknown) => void;
  /** Told of every refusal. */
  readonly recordRefusal: (turnedAway: TurnedAway) => void;
};

/** Whose request a win answers. */
export type Buyer = { readonly auctionId: string; readonly wire: BidRequest };

/** Kept for making the answer and getting it out of the door. */
const REPLY_MARGIN_MS = 5;

/** The spine: one bid request, from bytes to outcome. */
export function createExchange(parts: ExchangeParts): Exchange {
  const { limiter, sheds, auction } = parts;
  const recordLater = createAfterwards(parts.record, parts.onRecordError);
  return async ({ caller, requestId, traceparent, readBody }) => {
    const startMs = auction.tickMs();
    const trace = parts.beginTrace(traceparent);
    const turnAway = (refusal: Refusal, limit: LimitState, publisher?: string): Settled => {
      const tookMs = auction.tickMs() - startMs;
      parts.recordRefusal({ requestId, refusal, limit, publisher, trace, tookMs });
      return { outcome: refusal, limit };
    };
    const admission = limiter.admit(caller);
    if (!admission.isAdmitted) return turnAway(tooMany(admission.state), admission.state);
    if (sheds()) return turnAway(OVERLOADED, admission.state);

    const body = await readBody();
    if (body instanceof Refusal) return turnAway(body, admission.state);

    const parsed = parseJson(body.text);
    const publisher = parsed.kind === 'json' ? publisherOf(parsed.value) : undefined;
    const asked = limiter.settle({ ip: caller, publisher, state: admission.state });
    const { isAdmitted, state: limit } = asked instanceof Promise ? await asked : asked;
    if (!isAdmitted) return turnAway(tooMany(limit), limit, publisher);
    if (parsed.kind === 'fault') return turnAway(refuse.invalidJson(parsed.reason), limit);

    const request = validate(parsed.value);
    if (request instanceof Refusal) return turnAway(request, limit, publisher);

    const deadlineMs = Math.min(request.wire.tmax ?? parts.timeoutMs, parts.timeoutMs);
    const askedAfterMs = auction.tickMs() - startMs;
    const remainingMs = deadlineMs - REPLY_MARGIN_MS - askedAfterMs;
    const auctioned = holdAuction(request, { remainingMs, trace }, auction);
    const result = auctioned instanceof Promise ? await auctioned : auctioned;

    const warnings = [...request.warnings, ...warnOfSize(body.bytes)];
    const settled = settle(request, result, { requestId, warnings, parts });
    const tookMs = auction.tickMs() - startMs;
    const times = { askedAfterMs, tookMs, deadlineMs };
    recordLater({ requestId, request, warnings, result, trace, ...settled, ...times });
    return { outcome: settled.outcome, limit };
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
    readonly requestId: string;
    readonly warnings: readonly Warning[];
    readonly parts: ExchangeParts;
  },
): Pick<Held, 'outcome' | 'sold'> {
  const { wire, imps } = request;
  const { requestId, warnings, parts } = context;
  const isTest = wire.test === 1;
  if (result.wins.length === 0 && !isTest) {
    const reason = mostTelling(imps.map(({ imp }) => noBidReason(imp.id, result)));
    return { outcome: new NoBid(reason), sold: [] };
  }
  const { response, sold } = respond(isTest ? withSamples(result.wins, request) : result.wins, {
    requestId: wire.id,
    newId: parts.newId,
    nowMs: parts.auction.nowMs(),
    sell: (win, macros) => parts.sell(win, macros, { auctionId: requestId, wire }),
  });
  const outcome = isTest ? withTestReport(response, request, { warnings, result }) : response;
  return { outcome, sold };
}
