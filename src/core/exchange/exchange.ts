import { joined } from '../../lib/joined.ts';
import { perObject } from '../../lib/lookup.ts';
import type { Refusal } from '../../lib/refusal.ts';
import { createAfterwards } from '../../lib/repeat.ts';
import type { Auction, OpenAuction } from '../auction/auction.ts';
import { type AuctionType, award, lossesOf, type Win } from '../auction/award.ts';
import type { Rates } from '../auction/currency.ts';
import { type FindSensitive, hideSpecial } from '../auction/find-sensitive.ts';
import { judge, rejectionOf } from '../auction/judge.ts';
import { openImps } from '../auction/open-imps.ts';
import type { PublisherRules } from '../auction/rules.ts';
import { type ReadyPartner, solicit } from '../auction/solicit.ts';
import { solicitationsOf } from '../auction/solicitations.ts';
import { publisherIdOf } from '../openrtb/bid-request.ts';
import { NoBid } from '../openrtb/no-bid.ts';
import type { ValidRequest } from '../openrtb/validate.ts';
import { conversationNameOf } from '../privacy/conversation-name.ts';
import { protect } from '../privacy/protect.ts';
import { dimensionsOf, type NamedPlacements } from '../sale/dimensions.ts';
import type { Sold } from '../sale/sell.ts';
import type { LimitState } from './limiter.ts';
import {
  type Arrival,
  type Endpoint,
  type Received,
  type ReceiveParts,
  type Refused,
  readTraceparent,
  receive,
  type WithoutNative,
} from './receive.ts';
import { respond, wantsNonBids } from './respond.ts';
import { warnInTest, withSamples } from './test-mode.ts';

/** The outcome of a request, and the state of its limits. */
export type Settled = {
  /** The bid response as JSON, or why there is none. */
  readonly outcome: string | NoBid | Refusal;
  readonly limit: LimitState;
  /** `BidRequest.id` as the caller sent it; undefined where the request is refused. */
  readonly bidRequestId: string | undefined;
};

export type Exchange = (arrival: Arrival, endpoint: Endpoint) => Promise<Settled>;

/** What is known of every request that ends before there is an auction. */
type Ending = {
  readonly requestId: string;
  readonly tookMs: number;
};

/** The record step, which gets every request. */
export type RequestRecorder = {
  /** Called after the reply is sent. */
  readonly auction: (auction: Auction) => void;
  readonly refusal: (refused: Refused & Ending) => void;
  readonly withoutNative: (request: WithoutNative & Ending) => void;
};

export type ExchangeParts = ReceiveParts & {
  readonly auction: {
    /** Those of now. A change replaces the list; an auction goes on with the one that it began with. */
    readonly partners: () => readonly ReadyPartner[];
    readonly rulesOf: (publisherId: string | undefined) => PublisherRules;
    readonly rates: Rates;
    readonly defaultType: AuctionType;
    readonly timeoutMs: number;
    readonly findSensitive: FindSensitive;
  };
  /** A monotonic clock, for durations. */
  readonly tickMs: () => number;
  /** The wall clock. */
  readonly nowMs: () => number;
  readonly chance: () => number;
  readonly newId: () => string;
  /** Turns wins into sales: signed URLs, trackers in the ad, links through this exchange. */
  readonly sell: (wins: readonly Win[], auction: Auction) => readonly Sold[];
  /** Those that a publisher has named. */
  readonly placementsOf: (publisherId: string | undefined) => NamedPlacements;
  readonly recorder: RequestRecorder;
  /** Called when recording an auction throws. The reply has been sent, and the next auctions are still recorded. */
  readonly onRecordError: (error: unknown) => void;
};

/**
 * Ruling 28: the auction ends this long before the caller's time is up, so that the answer is there in time. It covers
 * the way of the request before it counts as arrived, a timer that is late because the worker serves others or
 * collects garbage, the work after it, and the way back.
 */
export const REPLY_MARGIN_MS = 30;

/** The partners of an auction, and what its steps need of each of them, in the same order. Made once for each list. */
const columnsOf = perObject((partners: readonly ReadyPartner[]) => {
  const standings = partners.map(({ standing }) => standing);
  return { partners, standings, seats: partners.map(({ seats }) => seats) };
});

/** An auction without an open impression asks no partner. */
const NO_PARTNERS = columnsOf([]);

export function createExchange(parts: ExchangeParts): Exchange {
  const recordLater = createAfterwards(parts.recorder.auction, parts.onRecordError);
  const spine = { ...parts, recordLater };
  return (arrival, endpoint) => serve(arrival, endpoint, spine);
}

type Spine = ExchangeParts & {
  readonly recordLater: (auction: Auction) => void;
};

/**
 * The spine: one bid request, from bytes to outcome. It reads like the line in ARCHITECTURE.
 *
 * It waits between steps, even for what is there already. The other requests of the batch (admission-queue.ts) take the
 * step meanwhile, so that its code is brought into the processor's caches once for all of them: 0.84 of the CPU with 64
 * callers, by alternating rounds of wrk.
 */
async function serve(arrival: Arrival, endpoint: Endpoint, spine: Spine): Promise<Settled> {
  const { tickMs } = spine;
  const { requestId, arrivedMs } = arrival;

  // admit, read, parse, authorize, validate
  const received = await receive(arrival, endpoint, spine);
  if (received.kind !== 'received') {
    return endEarly(received, { requestId, tookMs: tickMs() - arrivedMs }, spine);
  }
  const { request, limit, ids } = received;

  // open, protect
  const { auction, partners } = open(received, requestId, endpoint, spine);

  // solicit
  await null;
  const { solicitations, deadlineMs } = auction;
  const endsMs = arrivedMs + deadlineMs - REPLY_MARGIN_MS;
  const traceparent = readTraceparent(arrival.headers.get('traceparent'));
  auction.asked = await solicit({ partners, solicitations, endsMs, traceparent, tickMs });

  // judge, award
  decide(auction, spine);

  // sell
  await null;
  auction.bidResponseId = spine.newId();
  const winners = request.isTest ? withSamples(auction) : auction.wins;
  auction.sold = spine.sell(winners, auction);

  // respond
  const outcome = respond(auction, spine);
  auction.outcome = outcome;

  // record
  auction.tookMs = tickMs() - arrivedMs;
  spine.recordLater(auction);
  return { outcome, limit, bidRequestId: ids.request.get(request.wire.id) ?? request.wire.id };
}

const NONE: readonly never[] = [];
const NOT_YET = '';

/** Open and protect: what is for sale, and the question to each partner. */
function open(received: Received, requestId: string, endpoint: Endpoint, spine: Spine) {
  const { request, ids, bytes } = received;
  const { wire, isTest } = request;
  const { timeoutMs, rates } = spine.auction;
  const publisher = publisherIdOf(wire);
  const rules = spine.auction.rulesOf(publisher);
  const placements = spine.placementsOf(publisher);
  const inventory = openImps(request, rules, spine.auction);
  const imps = inventory.open;
  const { partners, standings, seats } =
    imps.length === 0 ? NO_PARTNERS : columnsOf(spine.auction.partners());
  const views = hideSpecial(protect(request, standings), partners, inventory.isSpecial);
  const warnings = joined(received.warnings, inventory.warnings);
  const { shown = NONE, onlyRelevant } = wire.ext?.parley ?? NO_PARLEY;
  const auction: OpenAuction = {
    requestId,
    request,
    ids,
    bytes,
    warnings: isTest ? joined(warnings, warnInTest(request)) : warnings,
    deadlineMs: Math.min(received.deadlineMs ?? wire.tmax ?? timeoutMs, timeoutMs),
    noticeUrls: endpoint === 'strict' ? 'all' : 'trackers-only',
    rules,
    rates,
    placements,
    dimensions: dimensionsOf(request, placements),
    inventory,
    imps,
    views,
    solicitations: NONE,
    nowMs: spine.nowMs(),
    chance: spine.chance,
    onlyRelevant: rules.onlyRelevant || onlyRelevant === true,
    rejectionOf,
    // From the request itself: no view has it (ruling 76).
    conversation: conversationNameOf(wire),
    shown,
    capCounts: undefined,
    passed: [],
    asked: NONE,
    wins: NONE,
    losses: NONE,
    bidResponseId: NOT_YET,
    sold: NONE,
    outcome: NOT_YET,
    tookMs: 0,
  };
  auction.solicitations = solicitationsOf(views, seats, imps, auction);
  return { auction, partners };
}

const NO_PARLEY: NonNullable<NonNullable<ValidRequest['wire']['ext']>['parley']> = {};

/** Judge and award: the winner of each impression, and why each other bid lost. */
function decide(auction: OpenAuction, { auction: { defaultType }, chance }: Spine): void {
  const { wire, isTest } = auction.request;
  const { imps, rules } = auction;
  const { contenders, dropped } = judge(auction, isTest || wantsNonBids(wire));
  const type = wire.at ?? defaultType;
  auction.wins = award(imps, contenders, { type, isTest, chance, rules });
  auction.losses = joined(dropped, lossesOf(contenders, auction.wins, auction));
}

function endEarly(received: Refused | WithoutNative, ending: Ending, { recorder }: Spine): Settled {
  const { limit } = received;
  if (received.kind === 'refused') {
    recorder.refusal({ ...received, ...ending });
    return { outcome: received.refusal, limit, bidRequestId: undefined };
  }
  recorder.withoutNative({ ...received, ...ending });
  return { outcome: new NoBid('no-native'), limit, bidRequestId: received.bidRequestId };
}
