import type { AuctionResult } from '../auction/auction-result.ts';
import { mostTelling, noBidReason } from '../auction/no-bid-reason.ts';
import { fromMicros } from '../lib/money.ts';
import type { Sold } from '../notices/sell.ts';
import type { Bid, BidResponse, Warning } from '../openrtb/bid-response.ts';
import { NoBid } from '../openrtb/no-bid.ts';
import type { ValidRequest } from '../openrtb/validate.ts';
import { testReport } from './test-mode.ts';

export type RespondContext = {
  readonly request: ValidRequest;
  readonly result: AuctionResult;
  readonly warnings: readonly Warning[];
  readonly bidResponseId: string;
  readonly newId: () => string;
};

/** The response with every sold bid, or the most telling reason why there is none. */
export function respond(sold: readonly Sold[], context: RespondContext): BidResponse | NoBid {
  const { request, result, warnings, bidResponseId, newId } = context;
  const { wire, imps } = request;
  if (sold.length === 0) {
    return new NoBid(mostTelling(imps.map(({ imp }) => noBidReason(imp.id, result))));
  }
  const response: BidResponse = {
    id: wire.id,
    bidid: bidResponseId,
    cur: 'USD',
    seatbid: bySeat(sold, newId),
  };
  return wire.test === 1 ? { ...response, ext: testReport(request, result, warnings) } : response;
}

/** Ruling 30: winners of one seat share a `seatbid`. */
function bySeat(sold: readonly Sold[], newId: () => string): BidResponse['seatbid'] {
  const seats = new Map<string, { seat: string; bid: Bid[] }>();
  for (const one of sold) {
    const { partner, bid } = one.win.candidate;
    const key = `${partner} ${bid.seat}`;
    const seat = seats.get(key) ?? { seat: bid.seat, bid: [] };
    seats.set(key, seat);
    seat.bid.push(responseBid(one, newId()));
  }
  return [...seats.values()];
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

function responseBid({ win, adm, nurl, burl, lurl, clientTrackers }: Sold, id: string): Bid {
  const { candidate, clearingMicros } = win;
  const { bid, format, deal } = candidate;
  const response: Writable<Bid> = {
    id,
    impid: bid.impid,
    price: fromMicros(clearingMicros),
    adm,
    adomain: bid.adomain,
    mtype: 4,
    nurl,
    lurl,
  };
  if (burl !== undefined) response.burl = burl;
  if (bid.crid !== undefined) response.crid = bid.crid;
  if (bid.cid !== undefined) response.cid = bid.cid;
  if (bid.cat !== undefined) response.cat = bid.cat;
  if (bid.cattax !== undefined) response.cattax = bid.cattax;
  if (deal !== undefined) response.dealid = deal.id;
  if (bid.exp !== undefined) response.exp = bid.exp;
  if (format !== undefined) {
    response.ext = { service: { format: { agent_url: format.agent_url, id: format.id } } };
  }
  if (clientTrackers !== undefined) {
    response.ext = { ...response.ext, eventtrackers: clientTrackers };
  }
  return response;
}
