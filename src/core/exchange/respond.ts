import { fromMicros } from '../../lib/money.ts';
import type { Writable } from '../../lib/readonly.ts';
import { isAiLabelled } from '../auction/ai-label.ts';
import type { Auction } from '../auction/auction.ts';
import { mostSpecific, noBidReason } from '../auction/no-bid-reason.ts';
import type { BidExtension, PartnerBid } from '../auction/partner.ts';
import type { Win } from '../auction/pick-winner.ts';
import { aiDisclosure, readAiUse } from '../openrtb/ai-use.ts';
import type { Bid } from '../openrtb/bid-response.ts';
import type { KnownFormat } from '../openrtb/known-formats.ts';
import type { NativeResponse } from '../openrtb/native-response.ts';
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
  // The answer has the ids as the caller sent them.
  const id = quoted(ids.request.get(wire.id) ?? wire.id);
  const head = `{"id":${id},"bidid":"${bidResponseId}","cur":"${inventory.currency.code}"`;
  const seatbid = `"seatbid":[${bySeat(auction, parts)}]`;
  if (!request.isTest) return `${head},${seatbid}}`;
  return `${head},${seatbid},"ext":${JSON.stringify(testReport(auction))}}`;
}

/** Ruling 30: winners of one seat share a `seatbid`. */
function bySeat(auction: SoldAuction, parts: RespondParts): string {
  const { sold } = auction;
  const [only] = sold;
  if (only !== undefined && sold.length === 1) {
    return seatText(only.win.candidate.bid.seat, bidText(only, auction, parts));
  }
  const seatbids: { readonly partner: string; readonly seat: string; bids: string }[] = [];
  for (const one of sold) {
    const { partner, bid } = one.win.candidate;
    const text = bidText(one, auction, parts);
    const known = seatbids.find((other) => other.seat === bid.seat && other.partner === partner);
    if (known === undefined) seatbids.push({ partner, seat: bid.seat, bids: text });
    else known.bids += `,${text}`;
  }
  return seatbids.map(({ seat, bids }) => seatText(seat, bids)).join();
}

function seatText(seat: string, bids: string): string {
  return `{"seat":${quoted(seat)},"bid":[${bids}]}`;
}

/** Put together of texts: escaping the ad, and all that is said of it, for every sale takes twice as long. */
function bidText(sold: Sold, auction: SoldAuction, { newId, nowMs }: RespondParts): string {
  const { ids } = auction;
  const { win, responseMicros, quotedAdm, nurl, burl, lurl } = sold;
  const { bid } = win.candidate;
  const { beforeUrls, afterUrls } = adTexts(sold, auction, nowMs);
  const impid = quoted(ids.imps.get(bid.impid) ?? bid.impid);
  const price = fromMicros(responseMicros);
  // URLs of notices have nothing to escape. Looking for it would make each of them one text, to be copied once more.
  let text = `{"id":"${newId()}","impid":${impid},"price":${price},"adm":${quotedAdm}`;
  text += `,${beforeUrls},"nurl":"${nurl}"`;
  if (lurl !== undefined) text += `,"lurl":"${lurl}"`;
  if (burl !== undefined) text += `,"burl":"${burl}"`;
  return `${text}${afterUrls}}`;
}

/** What a bid says of its ad, before and after the URLs of notices. */
type AdTexts = { readonly beforeUrls: string; readonly afterUrls: string };

/** By the ad, which is the same object for as long as a partner of this process keeps it. Nothing of a request is kept. */
const lastTexts = new WeakMap<NativeResponse, AdTexts & { readonly said: AdSaid }>();

type AdSaid = ReturnType<typeof saidOf>;

function saidOf({ bid, deal, format }: Win['candidate']) {
  const { adomain, exp, crid, cid, cat, cattax, attr, language } = bid;
  return { adomain, exp, crid, cid, cat, cattax, attr, language, dealid: deal?.id, format };
}

function isStill(said: AdSaid, { bid, deal, format }: Win['candidate']): boolean {
  return (
    said.adomain.length === 1 &&
    bid.adomain.length === 1 &&
    said.adomain[0] === bid.adomain[0] &&
    said.exp === bid.exp &&
    said.crid === bid.crid &&
    said.cid === bid.cid &&
    said.cat === bid.cat &&
    said.cattax === bid.cattax &&
    said.attr === bid.attr &&
    said.language === bid.language &&
    said.dealid === deal?.id &&
    said.format === format
  );
}

function adTexts(
  { win, clientTrackers }: Sold,
  auction: SoldAuction,
  nowMs: RespondParts['nowMs'],
): AdTexts {
  const { candidate } = win;
  const { bid, native, format } = candidate;
  const isKept = bid.creative.kind === 'composed' && bid.ext === undefined;
  if (!isKept || clientTrackers !== undefined) {
    const ext = responseExt(bid.ext, format, auction, nowMs);
    return textsOf(candidate, clientTrackers ? withTrackers(ext, clientTrackers) : ext);
  }
  const last = lastTexts.get(native);
  if (last !== undefined && isStill(last.said, candidate)) return last;
  const texts = textsOf(candidate, responseExt(undefined, format, auction, nowMs));
  lastTexts.set(native, { ...texts, said: saidOf(candidate) });
  return texts;
}

function textsOf({ bid, deal }: Win['candidate'], ext: Bid['ext']): AdTexts {
  const { adomain, crid, cid, cat, cattax, attr, language } = bid;
  const before = JSON.stringify({ adomain, mtype: 4, exp: expiryOf(bid) });
  const dealid = deal?.id;
  const after = JSON.stringify({ crid, cid, cat, cattax, attr, language, dealid, ext });
  const afterUrls = after === '{}' ? '' : `,${after.slice(1, -1)}`;
  return { beforeUrls: before.slice(1, -1), afterUrls };
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
