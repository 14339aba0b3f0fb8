import type { AuctionResult } from '../auction/auction-result.ts';
import { award } from '../auction/award.ts';
import type { Rates } from '../auction/currency.ts';
import type { FindSensitive } from '../auction/find-sensitive.ts';
import { hideSpecial } from '../auction/hide-special.ts';
import { judge, rejectionsBy } from '../auction/judge.ts';
import { lossesOf } from '../auction/losses.ts';
import { openImps } from '../auction/open-imps.ts';
import type { AuctionType, Win } from '../auction/pick-winner.ts';
import type { PublisherRules } from '../auction/rules.ts';
import { type ReadyPartner, solicit } from '../auction/solicit.ts';
import { solicitationsOf } from '../auction/solicitations.ts';
import { createAfterwards } from '../lib/afterwards.ts';
import { joined } from '../lib/joined.ts';
import type { LimitState } from '../limits/limiter.ts';
import type { SaleContext } from '../notices/sale-context.ts';
import type { Sold } from '../notices/sell.ts';
import type { BeginTrace, RequestTrace } from '../observe/trace.ts';
import type { BidResponse, Warning } from '../openrtb/bid-response.ts';
import { NoBid } from '../openrtb/no-bid.ts';
import { publisherIdOf } from '../openrtb/publisher-id.ts';
import type { Refusal } from '../openrtb/refusal.ts';
import type { ValidRequest } from '../openrtb/validate.ts';
import { protect } from '../privacy/protect.ts';
import { type RenamedIds, restoreIds } from '../repairs/ids.ts';
import {
  type Arrival,
  type ReceiveParts,
  type Refused,
  receive,
  type WithoutNative,
} from './receive.ts';
import { respond } from './respond.ts';
import { withSamples } from './test-mode.ts';

/** The outcome of a request, and the state of its limits. */
export type Settled = {
  readonly outcome: BidResponse | NoBid | Refusal;
  readonly limit: LimitState;
  /** `BidRequest.id` as the caller sent it; undefined where the request is refused. */
  readonly bidRequestId: string | undefined;
};

export type Exchange = (arrival: Arrival) => Promise<Settled>;

/** A finished auction, as the record step gets it. */
export type HeldAuction = {
  readonly requestId: string;
  readonly request: ValidRequest;
  readonly warnings: readonly Warning[];
  readonly result: AuctionResult;
  readonly outcome: BidResponse | NoBid;
  readonly sold: readonly Sold[];
  readonly trace: RequestTrace | undefined;
  readonly ids: RenamedIds;
  /** Of the request as it came. */
  readonly bytes: number;
  readonly times: {
    /** From the arrival of the request until partners were asked. */
    readonly askedAfterMs: number;
    readonly tookMs: number;
    /** How long the caller waits, from the arrival of the request. */
    readonly deadlineMs: number;
  };
};

/** What is known of every request that ends before there is an auction. */
type Ending = {
  readonly requestId: string;
  readonly trace: RequestTrace | undefined;
  readonly tookMs: number;
};

/** A refused request, as the record step gets it. */
export type RefusedRequest = Refused & Ending;

/** A request without a native impression, as the record step gets it. */
export type RequestWithoutNative = WithoutNative & Ending;

export type AuctionTerms = {
  readonly partners: readonly ReadyPartner[];
  readonly rulesOf: (publisherId: string | undefined) => PublisherRules;
  readonly rates: Rates;
  readonly defaultType: AuctionType;
  readonly timeoutMs: number;
  readonly findSensitive: FindSensitive;
};

export type ExchangeParts = ReceiveParts & {
  readonly auction: AuctionTerms;
  /** A monotonic clock, for durations. */
  readonly tickMs: () => number;
  /** The wall clock. */
  readonly nowMs: () => number;
  readonly chance: () => number;
  readonly newId: () => string;
  /** Turns wins into sales: signed URLs, trackers in the ad, links through this exchange. */
  readonly sell: (wins: readonly Win[], context: SaleContext) => readonly Sold[];
  readonly beginTrace: BeginTrace;
  /** Called for every auction, after the reply is sent. */
  readonly record: (held: HeldAuction) => void;
  /** Called when `record` throws. The reply has been sent, and the next auctions are still recorded. */
  readonly onRecordError: (error: unknown) => void;
  readonly recordRefusal: (refused: RefusedRequest) => void;
  readonly recordWithoutNative: (request: RequestWithoutNative) => void;
};

/**
 * Ruling 28: the auction ends this long before the caller's time is up, so that the answer is there in time. It covers
 * the way of the request before it counts as arrived, a timer that is late because the worker serves others or
 * collects garbage, the work after it, and the way back. bench/parts/deadline.ts measures it.
 */
export const REPLY_MARGIN_MS = 30;

function withTerms(partners: readonly ReadyPartner[]) {
  const standings = partners.map(({ standing }) => standing);
  return { partners, standings, seats: partners.map(({ seats }) => seats) };
}

/** An auction without an open impression asks no partner. */
const NO_PARTNERS = withTerms([]);

export function createExchange(parts: ExchangeParts): Exchange {
  const allPartners = withTerms(parts.auction.partners);
  const recordLater = createAfterwards(parts.record, parts.onRecordError);
  const spine = { ...parts, allPartners, recordLater };
  return (arrival) => serve(arrival, spine);
}

type SpineParts = ExchangeParts & {
  readonly allPartners: ReturnType<typeof withTerms>;
  readonly recordLater: (held: HeldAuction) => void;
};

/**
 * The spine: one bid request, from bytes to outcome. It reads like the line in ARCHITECTURE: `receive` has
 * the first five steps, this function the others.
 */
async function serve(arrival: Arrival, parts: SpineParts): Promise<Settled> {
  const { auction, allPartners, tickMs, nowMs, chance, newId } = parts;
  const { rates, timeoutMs, findSensitive } = auction;
  const { requestId, traceparent, arrivedMs } = arrival;
  const trace = parts.beginTrace(traceparent);

  // admit, read, parse, authorize, validate
  const received = await receive(arrival, parts);
  if (received.kind !== 'received') {
    return endEarly(received, { requestId, trace, tookMs: tickMs() - arrivedMs }, parts);
  }
  const { request, limit, ids, bytes } = received;
  const { wire, isTest } = request;

  // open
  const rules = auction.rulesOf(publisherIdOf(wire));
  const inventory = openImps(request, { rules, rates, findSensitive });
  const { open: imps, currency } = inventory;
  const warnings = joined(received.warnings, inventory.warnings);
  const { partners, standings, seats } = imps.length === 0 ? NO_PARTNERS : allPartners;

  // protect
  const views = hideSpecial(protect(request, standings), partners, inventory.isSpecial);
  const judgement = { request, imps, rules, rates };
  const rejectionOf = rejectionsBy(judgement);
  const solicitations = solicitationsOf(views, { imps, seats, nowMs: nowMs(), rules, rejectionOf });

  // solicit
  const deadlineMs = Math.min(received.deadlineMs ?? wire.tmax ?? timeoutMs, timeoutMs);
  const askedAfterMs = tickMs() - arrivedMs;
  const endsMs = arrivedMs + deadlineMs - REPLY_MARGIN_MS;
  const answers = solicit({ partners, solicitations, endsMs, trace, tickMs });
  const asked = answers instanceof Promise ? await answers : answers;

  // judge
  const { candidates, dropped } = judge(asked, judgement, solicitations);

  // award
  const type = wire.at ?? auction.defaultType;
  const { wins, unpaid } = award(imps, candidates, { type, isTest, chance });
  const losses = joined(dropped, lossesOf(candidates, { wins, unpaid }, { rules, rates }));
  const result: AuctionResult = { inventory, views, solicitations, asked, wins, losses };

  // sell
  const bidResponseId = newId();
  const winners = isTest ? withSamples(result, request, { rules, rates }) : wins;
  const noticeUrls = arrival.endpoint === 'strict' ? 'all' : 'trackers-only';
  const context = { auctionId: requestId, bidResponseId, request, currency, noticeUrls } as const;
  const sold = parts.sell(winners, context);

  // respond
  const outcome = respond(sold, { request, result, warnings, bidResponseId, newId });

  // record
  const times = { askedAfterMs, tookMs: tickMs() - arrivedMs, deadlineMs };
  const held = { requestId, request, warnings, result, outcome, sold, trace, ids, bytes, times };
  parts.recordLater(held);
  return { outcome: restoreIds(outcome, ids), limit, bidRequestId: sentId(wire.id, ids) };
}

/** The id of the request as the caller sent it. */
function sentId(id: string, { request }: RenamedIds): string {
  return request.get(id) ?? id;
}

function endEarly(
  received: Refused | WithoutNative,
  ending: Ending,
  { recordRefusal, recordWithoutNative }: ExchangeParts,
): Settled {
  const { limit } = received;
  if (received.kind === 'refused') {
    recordRefusal({ ...received, ...ending });
    return { outcome: received.refusal, limit, bidRequestId: undefined };
  }
  recordWithoutNative({ ...received, ...ending });
  return { outcome: new NoBid('no-native'), limit, bidRequestId: received.bidRequestId };
}
