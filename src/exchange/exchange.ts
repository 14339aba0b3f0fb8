import type { AuctionResult } from '../auction/auction-result.ts';
import { award } from '../auction/award.ts';
import type { FindSensitive } from '../auction/find-sensitive.ts';
import { judge } from '../auction/judge.ts';
import { lossesOf } from '../auction/losses.ts';
import { openImps } from '../auction/open-imps.ts';
import type { AuctionType, Win } from '../auction/pick-winner.ts';
import type { PublisherRules, Rates } from '../auction/rules.ts';
import { type ReadyPartner, solicit } from '../auction/solicit.ts';
import { solicitationsOf } from '../auction/solicitations.ts';
import { createAfterwards } from '../lib/afterwards.ts';
import type { LimitState } from '../limits/limiter.ts';
import type { Buyer } from '../notices/buyer.ts';
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

/** A finished auction, for the record. */
export type HeldAuction = {
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
  readonly ids: RenamedIds;
};

/** What is known of every request that ends before there is an auction. */
type Ending = {
  readonly requestId: string;
  readonly trace: RequestTrace | undefined;
  readonly tookMs: number;
};

/** A refused request, for the record. */
export type RefusedRequest = Refused & Ending;

/** A request without a native impression, for the record. */
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
  /** A clock that only goes forward, for durations. */
  readonly tickMs: () => number;
  /** The wall clock. */
  readonly nowMs: () => number;
  readonly chance: () => number;
  readonly newId: () => string;
  /** Turns wins into sales: signed URLs, trackers in the ad, links through this exchange. */
  readonly sell: (wins: readonly Win[], buyer: Buyer) => readonly Sold[];
  readonly beginTrace: BeginTrace;
  /** Called for every auction, after the reply is sent. */
  readonly record: (held: HeldAuction) => void;
  /** Called when `record` throws. The reply is sent by then, and other auctions wait for their turn. */
  readonly onRecordError: (error: unknown) => void;
  readonly recordRefusal: (refused: RefusedRequest) => void;
  readonly recordWithoutNative: (request: RequestWithoutNative) => void;
};

/** Reserved for building the reply and sending it. */
const REPLY_MARGIN_MS = 5;

function withStandings(partners: readonly ReadyPartner[]) {
  return { partners, standings: partners.map(({ standing }) => standing) };
}

/** An auction without an open impression asks nobody. */
const NOBODY = withStandings([]);

/**
 * The spine: one bid request, from bytes to outcome. It reads like the line in ARCHITECTURE: `receive` has
 * the first four steps, this function the others.
 */
export function createExchange(parts: ExchangeParts): Exchange {
  const { auction, tickMs, nowMs, chance, newId } = parts;
  const { rates, timeoutMs, findSensitive } = auction;
  const everybody = withStandings(auction.partners);
  const recordLater = createAfterwards(parts.record, parts.onRecordError);

  return async (arrival) => {
    const startMs = tickMs();
    const { requestId } = arrival;
    const trace = parts.beginTrace(arrival.traceparent);

    // admit, read, parse, validate
    const received = await receive(arrival, parts);
    if (received.kind !== 'received') {
      return endEarly(received, { requestId, trace, tookMs: tickMs() - startMs }, parts);
    }
    const { request, warnings, limit, ids } = received;
    const { wire } = request;
    const isTest = wire.test === 1;

    // open
    const rules = auction.rulesOf(publisherIdOf(wire));
    const inventory = openImps(request, { rules, rates, findSensitive });
    const { partners, standings } = inventory.open.length === 0 ? NOBODY : everybody;

    // protect
    const views = protect(request, standings);
    const solicitations = solicitationsOf(views, inventory.open, nowMs());

    // solicit
    const deadlineMs = Math.min(received.deadlineMs ?? wire.tmax ?? timeoutMs, timeoutMs);
    const askedAfterMs = tickMs() - startMs;
    const remainingMs = deadlineMs - REPLY_MARGIN_MS - askedAfterMs;
    const answers = solicit({ partners, solicitations, remainingMs, trace, tickMs });
    const asked = answers instanceof Promise ? await answers : answers;

    // judge
    const { candidates, dropped } = judge(asked, { request, imps: inventory.open, rules, rates });

    // award
    const type = wire.at ?? auction.defaultType;
    const awarded = award(inventory.open, candidates, { type, isTest, chance });
    const losses = [...dropped, ...lossesOf(candidates, awarded)];
    const result: AuctionResult = { inventory, views, asked, wins: awarded.wins, losses };

    // sell
    const bidResponseId = newId();
    const fires = arrival.door === 'strict' ? 'what-it-offers' : 'trackers-alone';
    const wins = isTest ? withSamples(result, request, { rules, rates }) : result.wins;
    const sold = parts.sell(wins, { auctionId: requestId, bidResponseId, request, fires });

    // respond
    const outcome = respond(sold, { request, result, warnings, bidResponseId, newId });

    // record
    const times = { askedAfterMs, tookMs: tickMs() - startMs, deadlineMs };
    recordLater({ requestId, request, warnings, result, outcome, sold, trace, ids, ...times });
    return { ...restoreOutcome(outcome, wire.id, ids), limit };
  };
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

/** With the ids that the caller sent. */
function restoreOutcome(outcome: BidResponse | NoBid, id: string, ids: RenamedIds) {
  return {
    outcome: outcome instanceof NoBid ? outcome : restoreIds(outcome, ids),
    bidRequestId: ids.request.get(id) ?? id,
  };
}
