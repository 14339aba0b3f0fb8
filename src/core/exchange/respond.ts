import { fromMicros } from '../../lib/money.ts';
import type { Writable } from '../../lib/readonly.ts';
import { isObject } from '../../lib/schema-fault.ts';
import type { Auction } from '../auction/auction.ts';
import { LOSS } from '../auction/drop.ts';
import { mostSpecific, noBidReason } from '../auction/no-bid-reason.ts';
import type { BidExtension, PartnerBid } from '../auction/partner.ts';
import type { Answer } from '../auction/solicit.ts';
import { aiDisclosure, isAiLabelled, readAiUse } from '../openrtb/ai-use.ts';
import type { BidRequest } from '../openrtb/bid-request.ts';
import type { Bid, BidResponse } from '../openrtb/bid-response.ts';
import type { KnownFormat } from '../openrtb/known-formats.ts';
import { NoBid } from '../openrtb/no-bid.ts';
import { RESERVATION_MS } from '../sale/fact.ts';
import { quoted } from '../sale/mark-native.ts';
import type { Sold } from '../sale/sell.ts';
import { testReport } from './test-mode.ts';

type SoldAuction = Pick<
  Auction,
  | 'request'
  | 'ids'
  | 'rules'
  | 'inventory'
  | 'imps'
  | 'asked'
  | 'wins'
  | 'losses'
  | 'warnings'
  | 'bidResponseId'
  | 'sold'
>;

type RespondParts = { readonly newId: () => string; readonly nowMs: () => number };

/** The bid response with every sold bid, as JSON, or the most specific reason why there is none. */
export function respond(auction: SoldAuction, parts: RespondParts): string | NoBid {
  const { request, ids, sold, inventory, bidResponseId } = auction;
  const { wire, imps } = request;
  if (sold.length === 0) {
    return new NoBid(mostSpecific(imps.map(({ imp }) => noBidReason(imp.id, auction))));
  }
  pieces.length = 0;
  // The answer has the ids as the caller sent them.
  pieces.push('{"id":', quoted(ids.request.get(wire.id) ?? wire.id));
  pieces.push(',"bidid":"', bidResponseId, '","cur":"', inventory.currency.code, '","seatbid":[');
  writeSeats(auction, parts);
  const wantsAll = wantsNonBids(wire);
  if (request.isTest || wantsAll) {
    const ext: BidResponse['ext'] = {
      ...(request.isTest ? testReport(auction) : {}),
      ...(wantsAll ? { seatnonbid: seatNonBids(auction) } : {}),
    };
    pieces.push('],"ext":', JSON.stringify(ext), '}');
  } else pieces.push(']}');
  return pieces.join('');
}

/** The texts of the last answer, joined at its end: putting two together makes an object each time. */
const pieces: string[] = [];

/** Ruling 30: winners of one seat share a `seatbid`. */
function writeSeats(auction: SoldAuction, parts: RespondParts): void {
  const { sold } = auction;
  for (let at = 0; at < sold.length; at++) {
    const first = sold[at] as Sold; // at < length
    if (isOfSeatBefore(first, sold)) continue;
    pieces.push(at === 0 ? '{"seat":' : ',{"seat":', quoted(first.win.candidate.bid.seat));
    for (let next = at; next < sold.length; next++) {
      const one = sold[next] as Sold;
      if (!isOfSeat(one, first)) continue;
      pieces.push(next === at ? ',"bid":[' : ',');
      writeBid(one, auction, parts);
    }
    pieces.push(']}');
  }
}

function isOfSeat({ win: { candidate } }: Sold, other: Sold): boolean {
  const { partner, bid } = other.win.candidate;
  return candidate.partner === partner && candidate.bid.seat === bid.seat;
}

function isOfSeatBefore(one: Sold, sold: readonly Sold[]): boolean {
  for (const other of sold) if (isOfSeat(one, other)) return other !== one;
  return false;
}

/** Put together of texts: escaping the ad for every sale takes twice as long. */
function writeBid(sold: Sold, auction: SoldAuction, { newId, nowMs }: RespondParts): void {
  const { ids } = auction;
  const { win, responseMicros, quotedAdm, nurl, burl, lurl, clientTrackers } = sold;
  const { bid, deal, format } = win.candidate;
  const { adomain, crid, cid, cat, cattax, attr, language } = bid;
  pieces.push('{"id":"', newId(), '","impid":', quoted(ids.imps.get(bid.impid) ?? bid.impid));
  // URLs of notices have nothing to escape.
  pieces.push(',"price":', String(fromMicros(responseMicros)), ',"adm":', quotedAdm);
  pieces.push(',"nurl":"', nurl);
  if (lurl !== undefined) pieces.push('","lurl":"', lurl);
  if (burl !== undefined) pieces.push('","burl":"', burl);
  const own = responseExt(bid.ext, format, auction, nowMs);
  const ext = clientTrackers ? withTrackers(own, clientTrackers) : own;
  const dealid = deal?.id;
  const exp = expiryOf(bid);
  const rest = { adomain, mtype: 4, exp, crid, cid, cat, cattax, attr, language, dealid, ext };
  pieces.push('",', JSON.stringify(rest).slice(1));
}

const RESERVED_SECONDS = RESERVATION_MS / 1000;

/** Ruling 68: the seconds for which the price is reserved, or those of the partner where they are fewer. */
function expiryOf({ exp = RESERVED_SECONDS }: PartnerBid): number {
  return exp >= 1 && exp < RESERVED_SECONDS ? exp : RESERVED_SECONDS;
}

/** Beside those that the partner has there for its own client, if any. */
function withTrackers(ext: Bid['ext'], trackers: NonNullable<Sold['clientTrackers']>) {
  const own: unknown = ext?.eventtrackers;
  return { ...ext, eventtrackers: [...(Array.isArray(own) ? own : []), ...trackers] };
}

/** Ruling 51: the partner's `ext` as it came, except `service` and `parley`, which are ours. */
function responseExt(
  own: BidExtension | undefined,
  format: KnownFormat | undefined,
  { rules, request }: SoldAuction,
  nowMs: RespondParts['nowMs'],
): Bid['ext'] | undefined {
  const service = format && { format: { agent_url: format.agent_url, id: format.id } };
  if (own === undefined) return service && { service };
  const { service: _, parley: _p, ...others } = own;
  const ext: Writable<NonNullable<Bid['ext']>> & BidExtension = others;
  if (service !== undefined) ext.service = service;
  const ai = readAiUse(own);
  if (ai !== undefined)
    ext.parley = aiDisclosure(ai, isAiLabelled(rules, request.country, nowMs()));
  return ext;
}

type SeatNonBids = NonNullable<NonNullable<BidResponse['ext']>['seatnonbid']>;

/** Whether the caller wants to know what became of each seat, as Prebid asks for it. */
export function wantsNonBids({ ext }: BidRequest): boolean {
  const prebid: unknown = ext !== undefined && 'prebid' in ext ? ext.prebid : undefined;
  return isObject(prebid) && prebid.returnallbidstatus === true;
}

/** The status codes of OpenRTB's community extension Seat Non Bid. */
const NO_BID = 0;
const ERROR = { timeout: 101, malformed: 102, failed: 103 } as const;
const BLOCKED = 200;
const PRIVACY = 204;
const REJECTED = 300;
const REJECTED_BY_LOSS: Readonly<Record<number, number>> = {
  [LOSS.belowFloor.code]: 301,
  [LOSS.belowDealFloor.code]: 304,
  [LOSS.sizeNotAllowed.code]: 351,
  [LOSS.notSecure.code]: 352,
  [LOSS.wrongFormat.code]: 353,
};

function statusOf(answer: Exclude<Answer, { kind: 'bids' }>): number {
  if (answer.kind === 'no-bid') return NO_BID;
  if (answer.kind !== 'skipped') return ERROR[answer.kind];
  return answer.reason === 'no-consent' ? PRIVACY : BLOCKED;
}

/** `ext.seatnonbid` of the answer: each bid that was not sold, and each partner that made none, for every impression. */
export function seatNonBids({
  asked,
  losses,
  imps,
  ids,
}: Pick<Auction, 'asked' | 'losses' | 'imps' | 'ids'>): SeatNonBids {
  const seats = new Map<string, { impid: string; statuscode: number }[]>();
  const add = (seat: string, id: string, statuscode: number) => {
    const known = seats.get(seat) ?? [];
    seats.set(seat, known);
    known.push({ impid: ids.imps.get(id) ?? id, statuscode });
  };
  for (const { partner, answer } of asked) {
    if (answer.kind === 'bids') continue;
    for (const { imp } of imps) add(partner, imp.id, statusOf(answer));
  }
  for (const { bid, loss } of losses) {
    add(bid.seat, bid.impid, REJECTED_BY_LOSS[loss.code] ?? REJECTED);
  }
  return Array.from(seats, ([seat, nonbid]) => ({ seat, nonbid }));
}
