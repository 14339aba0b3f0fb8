import { fromMicros } from '../lib/money.ts';
import type { Bid, BidResponse } from '../openrtb/bid-response.ts';
import { markup } from '../openrtb/native-response.ts';
import { fillMacros, type MacroValues } from './macros.ts';
import type { Win } from './pick-winner.ts';

export type Responding = {
  readonly requestId: string;
  readonly newId: () => string;
  readonly nowMs: number;
};

/** The winners as the publisher gets them; those of one seat share a `seatbid` (ruling 30). */
export function respond(
  wins: readonly Win[],
  { requestId, newId, nowMs }: Responding,
): BidResponse {
  const bidid = newId();
  const seats = new Map<string, { seat: string; bid: Bid[] }>();
  for (const win of wins) {
    const { partner, bid } = win.candidate;
    const key = `${partner} ${bid.seat}`;
    const seat = seats.get(key) ?? { seat: bid.seat, bid: [] };
    seats.set(key, seat);
    seat.bid.push(wonBid(win, newId(), macroValues(win, requestId, bidid, nowMs)));
  }
  return { id: requestId, bidid, cur: 'USD', seatbid: [...seats.values()] };
}

function wonBid({ candidate, clearingMicros }: Win, id: string, values: MacroValues): Bid {
  const { bid, imp, native, format, deal } = candidate;
  // Ruling 32: the caller knows what it pays; `${AUCTION_PRICE}` is its to fill.
  const fill = (text: string) => fillMacros(text, values, 'AUCTION_PRICE');
  return {
    id,
    impid: bid.impid,
    price: fromMicros(clearingMicros),
    adm: fill(markup(native, imp.isWrapped)),
    adomain: bid.adomain,
    mtype: 4,
    ...(bid.crid === undefined ? {} : { crid: bid.crid }),
    ...(bid.cid === undefined ? {} : { cid: bid.cid }),
    ...(bid.cat === undefined ? {} : { cat: bid.cat }),
    ...(bid.cattax === undefined ? {} : { cattax: bid.cattax }),
    ...(deal === undefined ? {} : { dealid: deal.id }),
    ...(bid.exp === undefined ? {} : { exp: bid.exp }),
    ...(bid.nurl === undefined ? {} : { nurl: fill(bid.nurl) }),
    ...(bid.burl === undefined ? {} : { burl: fill(bid.burl) }),
    ...(format === undefined
      ? {}
      : { ext: { service: { format: { agent_url: format.agent_url, id: format.id } } } }),
  };
}

function macroValues(win: Win, requestId: string, bidid: string, nowMs: number): MacroValues {
  const { candidate, clearingMicros, minToWinMicros } = win;
  const { bid, priceMicros } = candidate;
  return {
    AUCTION_ID: requestId,
    AUCTION_BID_ID: bidid,
    AUCTION_IMP_ID: bid.impid,
    AUCTION_SEAT_ID: bid.seat,
    AUCTION_AD_ID: bid.adid ?? '',
    AUCTION_CURRENCY: 'USD',
    AUCTION_MBR: (clearingMicros / priceMicros).toFixed(4),
    AUCTION_LOSS: '0',
    AUCTION_MIN_TO_WIN: String(fromMicros(minToWinMicros)),
    AUCTION_MULTIPLIER: '1',
    AUCTION_IMP_TS: String(Math.floor(nowMs)),
  };
}
