import type { AuctionResult } from '../auction/auction-result.ts';
import { mostSpecific, noBidReason } from '../auction/no-bid-reason.ts';
import type { BidExtension, PartnerBid } from '../demand/partner.ts';
import { RESERVATION_MS } from '../ledger/budgets/slice-memory.ts';
import { fromMicros } from '../lib/money.ts';
import { quoted } from '../lib/quoted.ts';
import type { Writable } from '../lib/readonly.ts';
import type { Sold } from '../notices/sell.ts';
import { aiDisclosure, readAiUse } from '../openrtb/ai-use.ts';
import type { Bid, Warning } from '../openrtb/bid-response.ts';
import type { KnownFormat } from '../openrtb/known-formats.ts';
import { NoBid } from '../openrtb/no-bid.ts';
import type { ValidRequest } from '../openrtb/validate.ts';
import type { RenamedIds } from '../repairs/ids.ts';
import { testReport } from './test-mode.ts';

type RespondContext = {
  readonly request: ValidRequest;
  readonly result: AuctionResult;
  readonly warnings: readonly Warning[];
  readonly bidResponseId: string;
  readonly newId: () => string;
  /** The answer has the ids as the caller sent them. */
  readonly ids: RenamedIds;
  /** Whether ads that AI had a part in have to be labelled. */
  readonly labelsAi: () => boolean;
};

/** The bid response with every sold bid, as JSON, or the most specific reason why there is none. */
export function respond(sold: readonly Sold[], context: RespondContext): string | NoBid {
  const { request, result, warnings, bidResponseId, ids } = context;
  const { wire, imps } = request;
  if (sold.length === 0) {
    return new NoBid(mostSpecific(imps.map(({ imp }) => noBidReason(imp.id, result))));
  }
  const id = quoted(ids.request.get(wire.id) ?? wire.id);
  const head = `{"id":${id},"bidid":"${bidResponseId}","cur":"${result.inventory.currency.code}"`;
  const seatbid = `"seatbid":[${bySeat(sold, context)}]`;
  if (!request.isTest) return `${head},${seatbid}}`;
  const ext = JSON.stringify(testReport(request, result, warnings, ids.imps));
  return `${head},${seatbid},"ext":${ext}}`;
}

/** Ruling 30: winners of one seat share a `seatbid`. */
function bySeat(sold: readonly Sold[], context: RespondContext): string {
  const seatbids: { readonly partner: string; readonly seat: string; bids: string }[] = [];
  for (const one of sold) {
    const { partner, bid } = one.win.candidate;
    const text = bidText(one, context);
    const known = seatbids.find((other) => other.seat === bid.seat && other.partner === partner);
    if (known === undefined) seatbids.push({ partner, seat: bid.seat, bids: text });
    else known.bids += `,${text}`;
  }
  return seatbids.map(({ seat, bids }) => `{"seat":${quoted(seat)},"bid":[${bids}]}`).join();
}

const NO_ADM = '"adm":""';
const ADM_AT = NO_ADM.length - '""'.length;

/** The ad is put in as the text that it is: escaping it takes two thirds of the time of writing a bid. */
function bidText(sold: Sold, context: RespondContext): string {
  const text = JSON.stringify(responseBid(sold, context));
  // Only ids and the price stand before it, and quotes in them are escaped.
  const at = text.indexOf(NO_ADM) + ADM_AT;
  return text.slice(0, at) + sold.quotedAdm + text.slice(at + '""'.length);
}

/** With an empty ad. */
function responseBid(sold: Sold, { newId, labelsAi, ids }: RespondContext): Bid {
  const { win, responseMicros, nurl, burl, lurl, clientTrackers } = sold;
  const { bid, format, deal } = win.candidate;
  const response: Writable<Bid> = {
    id: newId(),
    impid: ids.imps.get(bid.impid) ?? bid.impid,
    price: fromMicros(responseMicros),
    adm: '',
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
