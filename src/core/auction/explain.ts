import { fromMicros } from '../../lib/money.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import type { RefusalRecord } from '../exchange/recent-refusals.ts';
import type { AuctionRow } from '../exchange/request-rows.ts';
import { type BidRequest, publisherIdOf } from '../openrtb/bid-request.ts';
import type { Warning } from '../openrtb/bid-response.ts';
import { tellsOfPerson } from '../openrtb/without-person.ts';
import { leftOutSentence } from '../sale/plan-calls.ts';
import type { Auction } from './auction.ts';
import type { LostBid } from './award.ts';
import { fitWords } from './judge-fit.ts';
import { noBidReason } from './no-bid-reason.ts';
import type { PartnerBid, Passed, Solicitation } from './partner.ts';
import type { Answer } from './solicit.ts';

/** Of each partner: a request may have thousands, and the explanation would have them once for each partner (ruling 72). */
const WITHHELD_DEALS_SHOWN_MAX = 100;

/** Which partners were asked, what they answered, and the result of every bid. It has no personal data. */
export function explain(auction: Auction, nowMs: number) {
  const { requestId, request, warnings, deadlineMs, sold } = auction;
  const { wire, isTest } = request;
  const outcome: AuctionRow['outcome'] = auction.wins.length > 0 ? 'bid' : 'no-bid';
  const notCalled = new Map(
    sold.map(({ win, leftOut }) => [win.candidate.bid.impid, leftOut.map(leftOutSentence)]),
  );
  return {
    requestId,
    id: wire.id,
    time: new Date(nowMs).toISOString(),
    publisher: publisherIdOf(wire) ?? null,
    isTest,
    tookMs: rounded(auction.tookMs),
    deadlineMs,
    outcome,
    warnings: warnings.map(warningFacts),
    sensitive: sensitiveFacts(auction.inventory),
    partners: auction.asked.map(({ partner, latencyMs, answer, answerStart }, i) => ({
      name: partner,
      latencyMs: rounded(latencyMs),
      ...answerFacts(answer),
      ...bodyFacts(answerStart, auction.solicitations[i]),
      // The fields withheld from this partner, each with the rule that withheld it.
      withheld: auction.views[i]?.permission.decidedBy ?? {},
      // Deals whose `wseat` names none of the partner's seats (ruling 54).
      withheldDeals:
        auction.solicitations[i]?.withheldDeals?.slice(0, WITHHELD_DEALS_SHOWN_MAX) ?? [],
    })),
    imps: wire.imp.map((imp) => explainImp(imp.id, auction, notCalled.get(imp.id) ?? [])),
    strayBids: strayBids(wire, auction),
  };
}

/** Bids for an impression that the request does not have. */
function strayBids(wire: BidRequest, { losses }: Auction) {
  return losses
    .filter(({ bid }) => !wire.imp.some(({ id }) => id === bid.impid))
    .map((lost) => ({ ...lossFacts(lost), impid: lost.bid.impid }));
}

/** The reason of a warning can quote what the request says of the person, and is not kept. */
function warningFacts({ code, field, repair }: Warning) {
  return { code, field: field ?? null, repair: repair ?? null };
}

/** The class and the topic. The words are the person's own, and are not kept. */
function sensitiveFacts({ sensitive }: Auction['inventory']) {
  return sensitive === undefined ? null : { class: sensitive.class, topic: sensitive.topic };
}

function explainImp(impid: string, auction: Auction, notCalled: readonly string[]) {
  const open = auction.inventory.open.find(({ imp }) => imp.id === impid);
  const win = auction.wins.find(({ candidate }) => candidate.bid.impid === impid);
  const won =
    win === undefined ? [] : [bidFacts(win.candidate.partner, win.candidate.bid, 0, 'won')];
  const lost = auction.losses.filter(({ bid }) => bid.impid === impid).map(lossFacts);
  return {
    id: impid,
    floor: open === undefined ? null : fromMicros(open.floorMicros),
    winner:
      win === undefined
        ? null
        : {
            partner: win.candidate.partner,
            seat: win.candidate.bid.seat,
            price: fromMicros(win.clearingMicros),
            format: win.candidate.format?.id ?? null,
            // As the partner sent it: macros are filled in the bid response only.
            ad: win.candidate.native,
            notCalled,
          },
    noBidReason: win === undefined ? noBidReason(impid, auction) : null,
    bids: [...won, ...lost],
  };
}

function lossFacts({ partner, bid, loss }: LostBid) {
  return bidFacts(partner, bid, loss.code, loss.reason);
}

function bidFacts(partner: string, bid: PartnerBid, code: number, fate: string) {
  return {
    partner,
    seat: bid.seat,
    id: bid.id,
    price: fromMicros(bid.priceMicros),
    cur: bid.currency,
    adomain: bid.adomain,
    crid: bid.crid ?? null,
    code,
    fate,
    // How well an ad of our own, or an offer, fits the conversation, in a sentence.
    ...(bid.fit === undefined ? {} : { fit: fitWords(bid.fit) }),
  };
}

/** Without what is empty. */
function answerFacts(given: Answer) {
  const unreadable = 'unreadable' in given ? given.unreadable : [];
  const passed = 'passed' in given ? given.passed : [];
  return {
    answer: given.kind,
    ...('reason' in given ? { reason: given.reason } : {}),
    ...('bids' in given ? { bids: given.bids.length } : {}),
    ...(unreadable?.length ? { unreadable } : {}),
    ...(passed?.length ? { passed: passed.map(passedFacts) } : {}),
  };
}

/** Not of a partner that knew something of the person, which it could quote. On one line. */
function bodyFacts(answerStart: string | undefined, solicitation: Solicitation | undefined) {
  if (answerStart === undefined || solicitation === undefined) return {};
  if (tellsOfPerson(solicitation.request.wire)) return {};
  const body = answerStart.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
  return { body };
}

function passedFacts(passed: Passed) {
  if ('impid' in passed) return passed;
  const { priceMicros, ...facts } = passed;
  return { ...facts, price: fromMicros(priceMicros) };
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}

/** The explanation of an auction. */
export type AuctionRecord = DeepReadonly<ReturnType<typeof explain>>;

export type AskedPartner = AuctionRecord['partners'][number];

export type AuctionImp = AuctionRecord['imps'][number];

/** Of a request that ended before there was an auction. */
export type RefusedRecord = Omit<RefusalRecord, 'timeMs'> & {
  readonly time: string;
  readonly outcome: 'refused' | 'no-native';
  readonly status: number;
};
