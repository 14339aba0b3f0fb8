import type { Auction } from '../../core/auction/auction.ts';
import { cut, type Rates, toUsdMicros } from '../../core/auction/currency.ts';
import { LOSS } from '../../core/auction/drop.ts';
import { noBidReason } from '../../core/auction/no-bid-reason.ts';
import type { PartnerBid } from '../../core/auction/partner.ts';
import type { FormatReference } from '../../core/openrtb/formats.ts';
import { NativeRequestSchema } from '../../core/openrtb/native-request.ts';
import type { ValidRequest } from '../../core/openrtb/validate.ts';
import { declaredOnly } from '../../lib/declared-only.ts';
import {
  isAgent,
  isCategory,
  isHost,
  isLanguage,
  isMediaType,
  isName,
  listOf,
  NOBODY,
  sampledContext,
} from './sampled-context.ts';

/** An auction that may be kept as a sample. */
export type AuctionToSample = Pick<
  Auction,
  'request' | 'inventory' | 'asked' | 'solicitations' | 'wins' | 'losses'
>;

/** Of one auction, the dearest. An auction has hardly ever more that could win. */
const BIDS_MAX = 40;
const DOMAINS_MAX = 5;
const CATEGORIES_MAX = 10;
/** So finely that a replay ranks as the auction did. */
const FIT_PARTS = 1e6;

/** Neither of test mode nor of a conversation that word lists speak of, and with something for sale. */
export function isSampled({ request, inventory }: Pick<Auction, 'request' | 'inventory'>): boolean {
  const isPrivate = inventory.sensitive !== undefined || inventory.isSpecial !== undefined;
  return !request.isTest && !isPrivate && inventory.open.length > 0;
}

/** What is kept of an auction, as JSON. Only what is named here is in it: nothing about the person. */
export function sampleText(auction: AuctionToSample, rates: Rates): string {
  const { request, wins, asked, solicitations } = auction;
  const names = new Map(request.imps.map(({ imp }, index) => [imp.id, String(index + 1)]));
  const bidders = biddersOf(auction);
  const unsold = request.imps.filter(
    ({ imp }) => !wins.some(({ candidate }) => candidate.bid.impid === imp.id),
  );
  const dealIds = new Set(bidders.flatMap(({ bid }) => bid.dealid ?? []));
  const deals = new Map([...dealIds].map((id, index) => [id, String(index + 1)]));
  const bids = bidders
    .flatMap((one) => sampledBid(one, { names, deals, rates }))
    .sort((a, b) => b.usdMicros - a.usdMicros)
    .slice(0, BIDS_MAX);
  const notAsked = asked.flatMap(({ partner }, index) =>
    solicitations[index] === undefined ? partner : [],
  );
  const imp = request.imps.map((valid) => {
    return { ...sampledImp(valid, deals), id: names.get(valid.imp.id) };
  });
  return JSON.stringify({
    request: { id: SAMPLE_ID, imp, ...sampledContext(request) },
    bids,
    notAsked,
    reasons: [...new Set(unsold.map(({ imp }) => noBidReason(imp.id, auction)))],
  });
}

const SAMPLE_ID = 'sample';

type ValidImpOf = ValidRequest['imps'][number];

/** The number of each impression or deal, by its id. */
type Numbers = ReadonlyMap<string, string>;

/** The floor, the formats and the native request. Of deals, only those that were bid on. */
function sampledImp({ imp, native, formats }: ValidImpOf, numbers: Numbers) {
  const { bidfloor, bidfloorcur, secure, pmp } = imp;
  const deals = pmp?.deals
    ?.filter(({ id }) => numbers.has(id))
    .map(({ id, bidfloor, bidfloorcur, at }) => {
      return { id: numbers.get(id), bidfloor, bidfloorcur, at };
    });
  return {
    native: { request: JSON.stringify(sampledNative(native)), battr: imp.native.battr },
    bidfloor,
    bidfloorcur,
    secure,
    pmp: pmp && { private_auction: pmp.private_auction, deals },
    ext: formats && { service: { adcpFormats: formats.map(sampledFormat) } },
  };
}

/** Assets are numbered anew. */
function sampledNative(native: ValidImpOf['native']) {
  const declared = declaredOnly(NativeRequestSchema, native) as ValidImpOf['native'];
  const assets = declared.assets.map((asset, index) => {
    const { img, video } = asset;
    return {
      ...asset,
      id: index + 1,
      img: img && { ...img, mimes: listOf(img.mimes, isMediaType) },
      video: video && { ...video, mimes: listOf(video.mimes, isMediaType) },
    };
  });
  return { ...declared, assets };
}

/** One that cannot be the name of a format is one that nobody knows. */
function sampledFormat({ agent_url, id }: FormatReference): FormatReference {
  return isAgent(agent_url) && isName(id) ? { agent_url, id } : UNKNOWN_FORMAT;
}

const UNKNOWN_FORMAT: FormatReference = { agent_url: `https://${NOBODY}`, id: NOBODY };

export type SampledBidder = { readonly partner: string; readonly bid: PartnerBid };

/** What the bid came to: 0, or the code of its loss. */
type JudgedBidder = SampledBidder & { readonly code: number };

/** Bids that won, were beaten, or were below a floor. Others had a fault, or could not pay. */
function biddersOf({ wins, losses }: Pick<Auction, 'wins' | 'losses'>): readonly JudgedBidder[] {
  const won = wins.map(({ candidate: { partner, bid } }) => ({ partner, bid, code: 0 }));
  const beaten = losses
    .filter(({ loss }) => KEPT_LOSSES.has(loss.code))
    .map(({ partner, bid, loss }) => ({ partner, bid, code: loss.code }));
  return [...won, ...beaten];
}

const KEPT_LOSSES: ReadonlySet<number> = new Set(
  [LOSS.outbid, LOSS.lostToDeal, LOSS.belowFloor, LOSS.belowDealFloor].map(({ code }) => code),
);

type SamplingTerms = { readonly names: Numbers; readonly deals: Numbers; readonly rates: Rates };

function sampledBid({ partner, bid, code }: JudgedBidder, { names, deals, rates }: SamplingTerms) {
  const isOwn = bid.creative.kind === 'composed';
  const { seat, cat, cattax, attr, language, bundle, dealid, cid, worthMicros, ext, fit } = bid;
  const usdMicros = toUsdMicros(bid.priceMicros, bid.currency, rates, cut);
  const impid = names.get(bid.impid);
  if (usdMicros === undefined || impid === undefined) return [];
  return [
    {
      partner,
      impid,
      usdMicros,
      worthMicros,
      seat: isOwn || isName(seat) ? seat : NOBODY,
      adomain: bid.adomain.filter(isHost).slice(0, DOMAINS_MAX),
      cat: cat?.filter(isCategory).slice(0, CATEGORIES_MAX),
      cattax,
      attr,
      language: language !== undefined && isLanguage(language) ? language : undefined,
      bundle: bundle !== undefined && isName(bundle) ? bundle : undefined,
      dealid: dealid && deals.get(dealid),
      // Of a partner outside it may be anything, and nothing depends on it.
      cid: isOwn ? cid : undefined,
      fit: fit && Math.round(FIT_PARTS * fit.score) / FIT_PARTS,
      dsa: ext?.dsa === undefined ? undefined : true,
      code,
    },
  ];
}

export type SampledBid = ReturnType<typeof sampledBid>[number];
