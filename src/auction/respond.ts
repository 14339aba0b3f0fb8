import type { PartnerCalls } from '../ledger/entry.ts';
import type { Sale } from '../ledger/fact.ts';
import { fromMicros } from '../lib/money.ts';
import type { Bid, BidResponse } from '../openrtb/bid-response.ts';
import { markup, type NativeResponse } from '../openrtb/native-response.ts';
import { fillMacros, type MacroValues } from './macros.ts';
import type { Win } from './pick-winner.ts';

/** A win as it is sold: the ad with our trackers in it, and where to tell what becomes of it. */
export type Sold = {
  readonly sale: Sale;
  readonly native: NativeResponse;
  readonly nurl: string;
  readonly burl: string | undefined;
  readonly lurl: string;
  /** What the partner wants called by us. */
  readonly calls: PartnerCalls | undefined;
};

/** The macros are those of the win, without the price; few ads have any. */
export type Sell = (win: Win, macros: () => MacroValues) => Sold;

export type Responding = {
  readonly requestId: string;
  readonly newId: () => string;
  readonly nowMs: number;
  readonly sell: Sell;
};

export type Response = { readonly response: BidResponse; readonly sold: readonly Sold[] };

/** The winners as the publisher gets them; those of one seat share a `seatbid` (ruling 30). */
export function respond(wins: readonly Win[], responding: Responding): Response {
  const { requestId, newId, nowMs, sell } = responding;
  const bidid = newId();
  const seats = new Map<string, { seat: string; bid: Bid[] }>();
  const sold: Sold[] = [];
  for (const win of wins) {
    const { partner, bid } = win.candidate;
    const key = `${partner} ${bid.seat}`;
    const seat = seats.get(key) ?? { seat: bid.seat, bid: [] };
    seats.set(key, seat);
    const macros = () => macroValues(win, requestId, bidid, nowMs);
    const one = sell(win, macros);
    sold.push(one);
    // Ruling 32: the caller knows what it pays; `${AUCTION_PRICE}` is its to fill.
    const adm = fillMacros(
      markup(one.native, win.candidate.imp.isWrapped),
      macros,
      'AUCTION_PRICE',
    );
    seat.bid.push(wonBid(win, one, { id: newId(), adm }));
  }
  const response: BidResponse = { id: requestId, bidid, cur: 'USD', seatbid: [...seats.values()] };
  return { response, sold };
}

function wonBid(
  { candidate, clearingMicros }: Win,
  { nurl, burl, lurl }: Sold,
  { id, adm }: { readonly id: string; readonly adm: string },
): Bid {
  const { bid, format, deal } = candidate;
  const won: Writable<Bid> = {
    id,
    impid: bid.impid,
    price: fromMicros(clearingMicros),
    adm,
    adomain: bid.adomain,
    mtype: 4,
    nurl,
    lurl,
  };
  if (burl !== undefined) won.burl = burl;
  if (bid.crid !== undefined) won.crid = bid.crid;
  if (bid.cid !== undefined) won.cid = bid.cid;
  if (bid.cat !== undefined) won.cat = bid.cat;
  if (bid.cattax !== undefined) won.cattax = bid.cattax;
  if (deal !== undefined) won.dealid = deal.id;
  if (bid.exp !== undefined) won.exp = bid.exp;
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
