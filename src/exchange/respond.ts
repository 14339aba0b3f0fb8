import type { AuctionResult } from '../auction/auction-result.ts';
import { mostSpecific, noBidReason } from '../auction/no-bid-reason.ts';
import type { BidExtension, PartnerBid } from '../demand/partner.ts';
import { RESERVATION_MS } from '../ledger/budgets/slice-memory.ts';
import { perObject } from '../lib/lookup.ts';
import { fromMicros } from '../lib/money.ts';
import { quoted, quotedList } from '../lib/quoted.ts';
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
  /** Answers have the ids as the caller sent them. */
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
  const cur = quoted(result.inventory.currency.code);
  const response = `{"id":${id},"bidid":${quoted(bidResponseId)},"cur":${cur},"seatbid":[${bySeat(sold, context)}]`;
  if (!request.isTest) return `${response}}`;
  return `${response},"ext":${JSON.stringify(testReport(request, result, warnings, ids.imps))}}`;
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
  let all = '';
  for (const { seat, bids } of seatbids) {
    all += `${all === '' ? '' : ','}{"seat":${quoted(seat)},"bid":[${bids}]}`;
  }
  return all;
}

/**
 * Written part by part, in the order of the schema: an object of them that is then written as a whole takes twice as long,
 * since the ad in it is escaped anew for every sale.
 */
function bidText(sold: Sold, { newId, labelsAi, ids }: RespondContext): string {
  const { win, responseMicros, quotedAdm, nurl, burl, lurl } = sold;
  const { bid, deal } = win.candidate;
  let text = `{"id":${quoted(newId())},"impid":${quoted(ids.imps.get(bid.impid) ?? bid.impid)}`;
  text += `,"price":${fromMicros(responseMicros)},"adm":${quotedAdm}`;
  text += `,"adomain":${quotedList(bid.adomain)},"mtype":4,"exp":${expiryOf(bid)}`;
  text += `,"nurl":${quoted(nurl)}`;
  if (lurl !== undefined) text += `,"lurl":${quoted(lurl)}`;
  if (burl !== undefined) text += `,"burl":${quoted(burl)}`;
  if (bid.crid !== undefined) text += `,"crid":${quoted(bid.crid)}`;
  if (bid.cid !== undefined) text += `,"cid":${quoted(bid.cid)}`;
  if (bid.cat !== undefined) text += `,"cat":${quotedList(bid.cat)}`;
  if (bid.cattax !== undefined) text += `,"cattax":${JSON.stringify(bid.cattax)}`;
  if (bid.attr !== undefined) text += `,"attr":${JSON.stringify(bid.attr)}`;
  if (bid.language !== undefined) text += `,"language":${quoted(bid.language)}`;
  if (deal !== undefined) text += `,"dealid":${quoted(deal.id)}`;
  const ext = extText(sold, labelsAi);
  return ext === undefined ? `${text}}` : `${text},"ext":${ext}}`;
}

const RESERVED_SECONDS = RESERVATION_MS / 1000;

/** Ruling 68: the seconds for which the price is reserved, or those of the partner where they are fewer. */
function expiryOf({ exp = RESERVED_SECONDS }: PartnerBid): number {
  return exp >= 1 && exp < RESERVED_SECONDS ? exp : RESERVED_SECONDS;
}

const formatText = perObject(({ agent_url, id }: KnownFormat) =>
  JSON.stringify({ service: { format: { agent_url, id } } }),
);

function extText({ win, clientTrackers }: Sold, labelsAi: () => boolean): string | undefined {
  const { bid, format } = win.candidate;
  if (bid.ext === undefined && clientTrackers === undefined) return format && formatText(format);
  const ext = responseExt(bid.ext, format, labelsAi);
  if (clientTrackers === undefined) return JSON.stringify(ext);
  // Beside those that the partner has there for its own client, if any.
  const own: unknown = ext?.eventtrackers;
  const eventtrackers = [...(Array.isArray(own) ? own : []), ...clientTrackers];
  return JSON.stringify({ ...ext, eventtrackers });
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
