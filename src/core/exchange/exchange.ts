import { createAfterwards } from '../../lib/afterwards.ts';
import { joined } from '../../lib/joined.ts';
import { perObject } from '../../lib/lookup.ts';
import type { Refusal } from '../../lib/refusal.ts';
import { isAiLabelled } from '../auction/ai-label.ts';
import type { AuctionResult } from '../auction/auction-result.ts';
import { award } from '../auction/award.ts';
import type { Judgement } from '../auction/check-bid.ts';
import type { Rates } from '../auction/currency.ts';
import type { FindSensitive } from '../auction/find-sensitive.ts';
import { hideSpecial } from '../auction/hide-special.ts';
import { judge, rejectionsBy } from '../auction/judge.ts';
import { lossesOf } from '../auction/losses.ts';
import { openImps } from '../auction/open-imps.ts';
import type { Exposure } from '../auction/partner.ts';
import type { AuctionType, Win } from '../auction/pick-winner.ts';
import type { PublisherRules } from '../auction/rules.ts';
import { type Asked, type ReadyPartner, solicit } from '../auction/solicit.ts';
import { solicitationsOf } from '../auction/solicitations.ts';
import type { Warning } from '../openrtb/bid-response.ts';
import { NoBid } from '../openrtb/no-bid.ts';
import { publisherIdOf } from '../openrtb/publisher-id.ts';
import type { ValidRequest } from '../openrtb/validate.ts';
import { conversationNameOf } from '../privacy/conversation-name.ts';
import { protect } from '../privacy/protect.ts';
import type { RenamedIds } from '../repairs/ids.ts';
import type { SaleContext, Sold } from '../sale/sell.ts';
import type { LimitState } from './limiter.ts';
import {
  type Arrival,
  type Endpoint,
  type ReceiveParts,
  type Refused,
  receive,
  type WithoutNative,
} from './receive.ts';
import { respond } from './respond.ts';
import { withSamples } from './test-mode.ts';
import { warnInTest } from './test-warnings.ts';
import { readTraceparent } from './trace.ts';

/** The outcome of a request, and the state of its limits. */
export type Settled = {
  /** The bid response as JSON, or why there is none. */
  readonly outcome: string | NoBid | Refusal;
  readonly limit: LimitState;
  /** `BidRequest.id` as the caller sent it; undefined where the request is refused. */
  readonly bidRequestId: string | undefined;
};

export type Exchange = (arrival: Arrival, endpoint: Endpoint) => Promise<Settled>;

/** A finished auction, as the record step gets it. */
export type HeldAuction = {
  readonly requestId: string;
  readonly request: ValidRequest;
  readonly warnings: readonly Warning[];
  readonly result: AuctionResult;
  readonly outcome: string | NoBid;
  readonly sold: readonly Sold[];
  readonly ids: RenamedIds;
  /** Of the request as it came. */
  readonly bytes: number;
  readonly times: {
    readonly tookMs: number;
    /** How long the caller waits, from the arrival of the request. */
    readonly deadlineMs: number;
  };
};

/** What is known of every request that ends before there is an auction. */
type Ending = {
  readonly requestId: string;
  readonly tookMs: number;
};

/** The record step, which gets every request. */
export type RequestRecorder = {
  /** Called after the reply is sent. */
  readonly auction: (held: HeldAuction) => void;
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
  readonly sell: (wins: readonly Win[], context: SaleContext) => readonly Sold[];
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
  readonly recordLater: (held: HeldAuction) => void;
};

/**
 * The spine: one bid request, from bytes to outcome. It reads like the line in ARCHITECTURE.
 *
 * It waits between steps, even for what is there already. The other requests of the batch (admission-queue.ts) take the
 * step meanwhile, so that its code is brought into the processor's caches once for all of them: 0.84 of the CPU with 64
 * callers, by alternating rounds of wrk.
 */
async function serve(arrival: Arrival, endpoint: Endpoint, spine: Spine): Promise<Settled> {
  const { auction, tickMs } = spine;
  const { requestId, arrivedMs } = arrival;

  // admit, read, parse, authorize, validate
  const received = await receive(arrival, endpoint, spine);
  if (received.kind !== 'received') {
    return endEarly(received, { requestId, tookMs: tickMs() - arrivedMs }, spine);
  }
  const { request, limit, ids, bytes } = received;
  const { wire, isTest } = request;

  // open, protect
  const opened = openAuction(request, spine);
  const { partners, solicitations, judgement, inventory } = opened;
  const warnings = joined(received.warnings, joined(inventory.warnings, warnInTest(request)));

  // solicit
  await null;
  const callerMs = received.deadlineMs ?? wire.tmax ?? auction.timeoutMs;
  const deadlineMs = Math.min(callerMs, auction.timeoutMs);
  const endsMs = arrivedMs + deadlineMs - REPLY_MARGIN_MS;
  const traceparent = readTraceparent(arrival.headers.get('traceparent'));
  const asked = await solicit({ partners, solicitations, endsMs, traceparent, tickMs });

  // judge, award
  const result = decide(asked, opened, spine);

  // sell
  await null;
  const bidResponseId = spine.newId();
  const noticeUrls = endpoint === 'strict' ? 'all' : 'trackers-only';
  const winners = isTest ? withSamples(result, request, judgement) : result.wins;
  const context = {
    auctionId: requestId,
    bidResponseId,
    request,
    currency: inventory.currency,
    noticeUrls,
  } as const;
  const sold = spine.sell(winners, context);

  // respond
  const outcome = respond(sold, {
    request,
    result,
    warnings,
    bidResponseId,
    ids,
    newId: spine.newId,
    labelsAi: () => isAiLabelled(judgement.rules, request.country, spine.nowMs()),
  });

  // record
  const times = { tookMs: tickMs() - arrivedMs, deadlineMs };
  const held = { requestId, request, warnings, result, outcome, sold, ids, bytes, times };
  spine.recordLater(held);
  const bidRequestId = ids.request.get(wire.id) ?? wire.id;
  return { outcome, limit, bidRequestId };
}

/** Open and protect: what is for sale, and the question to each partner. */
function openAuction(request: ValidRequest, { auction, nowMs, chance }: Spine) {
  const { rates, findSensitive } = auction;
  const rules = auction.rulesOf(publisherIdOf(request.wire));
  const inventory = openImps(request, { rules, rates, findSensitive });
  const { open: imps } = inventory;
  const { partners, standings, seats } =
    imps.length === 0 ? NO_PARTNERS : columnsOf(auction.partners());
  const views = hideSpecial(protect(request, standings), partners, inventory.isSpecial);
  const judgement: Judgement = { request, imps, rules, rates, passed: new Map() };
  const rejectionOf = rejectionsBy(judgement);
  const exposure = exposureOf(request);
  const onlyRelevant = rules.onlyRelevant || request.wire.ext?.parley?.onlyRelevant === true;
  const terms = { imps, seats, nowMs: nowMs(), chance, onlyRelevant, rejectionOf, exposure };
  const solicitations = solicitationsOf(views, terms);
  return { inventory, partners, views, judgement, solicitations };
}

const NOTHING_SHOWN: Exposure['shown'] = [];

/** From the request itself: no view has it (ruling 76). */
function exposureOf({ wire }: ValidRequest): Exposure {
  const { shown = NOTHING_SHOWN } = wire.ext?.parley ?? {};
  return { conversation: conversationNameOf(wire), shown, sold: undefined };
}

/** Judge and award: the winner of each impression, and why each other bid lost. */
function decide(
  asked: readonly Asked[],
  { inventory, views, judgement, solicitations }: ReturnType<typeof openAuction>,
  { auction, chance }: Spine,
): AuctionResult {
  const { wire, isTest } = judgement.request;
  const { candidates, dropped } = judge(asked, judgement, solicitations);
  const type = wire.at ?? auction.defaultType;
  const { wins, unpaid } = award(judgement.imps, candidates, { type, isTest, chance });
  const losses = joined(dropped, lossesOf(candidates, { wins, unpaid }, judgement));
  return { inventory, views, solicitations, asked, wins, losses };
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
