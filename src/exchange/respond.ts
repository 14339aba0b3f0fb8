import type { AuctionResult } from '../auction/auction-result.ts';
import { mostSpecific, noBidReason } from '../auction/no-bid-reason.ts';
import type { BidExtension, PartnerBid } from '../demand/partner.ts';
import { RESERVATION_MS } from '../ledger/budgets/slice-memory.ts';
import { fromMicros } from '../lib/money.ts';
import type { Writable } from '../lib/readonly.ts';
import type { Sold } from '../notices/sell.ts';
import { aiDisclosure, readAiUse } from '../openrtb/ai-use.ts';
import type { Bid, BidResponse, Warning } from '../openrtb/bid-response.ts';
import type { KnownFormat } from '../openrtb/known-formats.ts';
import { NoBid } from '../openrtb/no-bid.ts';
import type { ValidRequest } from '../openrtb/validate.ts';
import { testReport } from './test-mode.ts';

type RespondContext = {
  readonly request: ValidRequest;
  readonly result: AuctionResult;
  readonly warnings: readonly Warning[];
  readonly bidResponseId: string;
  readonly newId: () => string;
  /** Whether ads that AI had a part in have to be labelled. */
  readonly labelsAi: () => boolean;
};

/** The response with every sold bid, or the most specific reason why there is none. */
export function respond(sold: readonly Sold[], context: RespondContext): BidResponse | NoBid {
  const { request, result, warnings, bidResponseId } = context;
  const { wire, imps } = request;
  if (sold.length === 0) {
    return new NoBid(mostSpecific(imps.map(({ imp }) => noBidReason(imp.id, result))));
  }
  const response: BidResponse = {
    id: wire.id,
    bidid: bidResponseId,
    cur: result.inventory.currency.code,
    seatbid: bySeat(sold, context),
  };
  return request.isTest ? { ...response, ext: testReport(request, result, warnings) } : response;
}

/** Ruling 30: winners of one seat share a `seatbid`. */
function bySeat(sold: readonly Sold[], context: RespondContext): BidResponse['seatbid'] {
  const seatbids: { readonly seat: string; readonly bid: Bid[] }[] = [];
  const partners: string[] = [];
  for (const one of sold) {
    const { partner, bid } = one.win.candidate;
    const response = responseBid(one, context);
    const known = seatbids.find(({ seat }, i) => seat === bid.seat && partners[i] === partner);
    if (known !== undefined) {
      known.bid.push(response);
      continue;
    }
    seatbids.push({ seat: bid.seat, bid: [response] });
    partners.push(partner);
  }
  return seatbids;
}

function responseBid(sold: Sold, { newId, labelsAi }: RespondContext): Bid {
  const { win, responseMicros, adm, nurl, burl, lurl, clientTrackers } = sold;
  const { bid, format, deal } = win.candidate;
  const response: Writable<Bid> = {
    id: newId(),
    impid: bid.impid,
    price: fromMicros(responseMicros),
    adm,
    adomain: bid.adomain,
    mtype: 4,
    exp: expiryOf(bid),
    nurl,
  };
  if (lurl !== undefined) response.lurl = lurl;
  if (burl !== undefined) response.burl = burl;
  if (bid.crid !== undefined) response.crid = bid.crid;
  if (bid.cid !== undefined) response.cid = bid.cid;
  if (bid.cat !== undefined) response.cat = bid.cat;
  if (bid.cattax !== undefined) response.cattax = bid.cattax;
  if (bid.attr !== undefined) response.attr = bid.attr;
  if (bid.language !== undefined) response.language = bid.language;
  if (deal !== undefined) response.dealid = deal.id;
  const ext = responseExt(bid.ext, format, labelsAi);
  if (ext !== undefined) response.ext = ext;
  if (clientTrackers !== undefined) response.ext = withTrackers(ext, clientTrackers);
  return response;
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
  labelsAi: () => boolean,
): Bid['ext'] | undefined {
  const service = format && { format: { agent_url: format.agent_url, id: format.id } };
  if (own === undefined) return service && { service };
  const { service: _, parley: _p, ...others } = own;
  const ext: Writable<NonNullable<Bid['ext']>> & BidExtension = others;
  if (service !== undefined) ext.service = service;
  const ai = readAiUse(own);
  if (ai !== undefined) ext.parley = aiDisclosure(ai, labelsAi());
  return ext;
}
