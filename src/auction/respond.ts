import { fromMicros } from '../lib/money.ts';
import type { Bid, BidResponse } from '../openrtb/bid-response.ts';
import { markup } from '../openrtb/native-response.ts';
import { fillMacros, hasMacros, type MacroValues } from './macros.ts';
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
    // Ruling 32: the caller knows what it pays; `${AUCTION_PRICE}` is its to fill.
    const fill = (text: string) =>
      hasMacros(text)
        ? fillMacros(text, macroValues(win, requestId, bidid, nowMs), 'AUCTION_PRICE')
        : text;
    seat.bid.push(wonBid(win, newId(), fill));
  }
  return { id: requestId, bidid, cur: 'USD', seatbid: [...seats.values()] };
}

function wonBid({ candidate, clearingMicros }: Win, id: string, fill: (text: string) => string) {
  const { bid, imp, native, format, deal } = candidate;
  const won: Writable<Bid> = {
    id,
    impid: bid.impid,
    price: fromMicros(clearingMicros),
    adm: fill(markup(native, imp.isWrapped)),
    adomain: bid.adomain,
    mtype: 4,
  };
  if (bid.crid !== undefined) won.crid = bid.crid;
  if (bid.cid !== undefined) won.cid = bid.cid;
  if (bid.cat !== undefined) won.cat = bid.cat;
  if (bid.cattax !== undefined) won.cattax = bid.cattax;
  if (deal !== undefined) won.dealid = deal.id;
  if (bid.exp !== undefined) won.exp = bid.exp;
  if (bid.nurl !== undefined) won.nurl = fill(bid.nurl);
  if (bid.burl !== undefined) won.burl = fill(bid.burl);
  if (format !== undefined) {
    won.ext = { service: { format: { agent_url: format.agent_url, id: format.id } } };
  }
  return won;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

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
