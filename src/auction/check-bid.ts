import type { OpenImp, PartnerBid } from '../demand/partner.ts';
import { fromMicros, toMicros } from '../lib/money.ts';
import type { Imp } from '../openrtb/bid-request.ts';
import { PRICE_CPM_MAX } from '../openrtb/fields.ts';
import { type KnownFormat, meetsFormat } from '../openrtb/formats.ts';
import { type NativeResponse, readMarkup } from '../openrtb/native-response.ts';
import type { ValidRequest } from '../openrtb/validate.ts';
import { findBlock } from './blocks.ts';
import { Drop, LOSS } from './drop.ts';
import { fitNative } from './fit-native.ts';
import { type PublisherRules, type Rates, toUsdMicros } from './rules.ts';
import { findInsecureUrl, hintFor } from './secure.ts';

export type Deal = NonNullable<NonNullable<Imp['pmp']>['deals']>[number];

/** A bid that may win: in USD, at or above its floor, allowed, and drawable. */
export type Candidate = {
  readonly partner: string;
  readonly bid: PartnerBid;
  readonly imp: OpenImp;
  readonly priceMicros: number;
  readonly floorMicros: number;
  readonly deal: Deal | undefined;
  readonly native: NativeResponse;
  readonly format: KnownFormat | undefined;
};

export type Judgement = {
  readonly request: ValidRequest;
  readonly imps: ReadonlyMap<string, OpenImp>;
  readonly rules: PublisherRules;
  readonly rates: Rates;
};

/** Every rule an exchange has to hold a bid to, the cheap ones first. */
export function checkBid(partner: string, bid: PartnerBid, judgement: Judgement): Candidate | Drop {
  const { request, imps, rules, rates } = judgement;
  const imp = imps.get(bid.impid);
  if (imp === undefined)
    return new Drop(LOSS.invalidResponse, `impression "${bid.impid}" is not up for auction`);
  if (!Number.isFinite(bid.priceMicros) || bid.priceMicros <= 0) {
    return new Drop(LOSS.missingPrice, 'the price is not a number above zero');
  }
  const priceMicros = toUsdMicros(bid.priceMicros, bid.currency, rates);
  if (priceMicros === undefined) {
    return new Drop(LOSS.invalidResponse, `no rate is configured for ${bid.currency}`, 'currency');
  }
  if (priceMicros > PRICE_MICROS_MAX) {
    return new Drop(LOSS.invalidResponse, `a CPM of more than ${PRICE_CPM_MAX} USD is a mistake`);
  }
  const deal = findDeal(bid, imp.imp);
  if (deal instanceof Drop) return deal;
  const floorMicros = dealFloorMicros(deal, rates) ?? imp.floorMicros;
  if (priceMicros < floorMicros) {
    return new Drop(
      deal === undefined ? LOSS.belowFloor : LOSS.belowDealFloor,
      `${fromMicros(priceMicros)} is below the floor of ${fromMicros(floorMicros)} USD`,
    );
  }
  if (bid.mtype !== undefined && bid.mtype !== NATIVE_MARKUP) {
    return new Drop(LOSS.wrongFormat, `markup type ${bid.mtype} is not native`);
  }
  const block = findBlock(bid, request.wire, imp.imp, rules);
  if (block !== undefined) return block;
  const creative = checkCreative(bid, imp);
  if (creative instanceof Drop) return creative;
  const { native, format } = creative;
  return { partner, bid, imp, priceMicros, floorMicros, deal, native, format };
}

const NATIVE_MARKUP = 4;
const PRICE_MICROS_MAX = toMicros(PRICE_CPM_MAX);

function findDeal({ dealid, seat, adomain }: PartnerBid, { pmp }: Imp): Deal | Drop | undefined {
  if (dealid === undefined) {
    return pmp?.private_auction === 1
      ? new Drop(LOSS.invalidDeal, 'the impression is sold by deals only')
      : undefined;
  }
  const deal = pmp?.deals?.find(({ id }) => id === dealid);
  if (deal === undefined) return new Drop(LOSS.invalidDeal, `deal "${dealid}" was not offered`);
  const { wseat = [], wadomain = [] } = deal;
  if (wseat.length > 0 && !wseat.includes(seat)) {
    return new Drop(LOSS.seatBlocked, `seat "${seat}" has no part in deal "${dealid}"`);
  }
  if (wadomain.length > 0 && !adomain.some((domain) => wadomain.includes(domain))) {
    return new Drop(LOSS.notAllowedInDeal, `the advertiser has no part in deal "${dealid}"`);
  }
  return deal;
}

/** A deal's floor never inherits the impression's currency; without one of its own the impression's floor holds. */
function dealFloorMicros(deal: Deal | undefined, rates: Rates): number | undefined {
  if (deal?.bidfloor === undefined) return undefined;
  const micros = toUsdMicros(toMicros(deal.bidfloor), deal.bidfloorcur ?? 'USD', rates);
  return micros ?? Number.POSITIVE_INFINITY;
}

function checkCreative(
  { creative, nurl, burl }: PartnerBid,
  imp: OpenImp,
): Pick<Candidate, 'native' | 'format'> | Drop {
  const native = creative.kind === 'composed' ? creative.native : fitMarkup(creative.adm, imp);
  if (native instanceof Drop) return native;
  if (imp.imp.secure === 1) {
    const insecure = findInsecureUrl(native, [nurl, burl]);
    if (insecure !== undefined) {
      return new Drop(
        LOSS.notSecure,
        `the impression takes https only, and this is not: ${insecure}${hintFor(insecure)}`,
      );
    }
  }
  if (imp.acceptedFormats === undefined) return { native, format: undefined };
  const format = imp.acceptedFormats.find((accepted) => meetsFormat(native, imp.native, accepted));
  return format === undefined
    ? new Drop(LOSS.wrongFormat, 'the ad meets none of the declared formats', 'no-format-match')
    : { native, format };
}

function fitMarkup(adm: string, { native }: OpenImp): NativeResponse | Drop {
  if (adm === '') return new Drop(LOSS.missingMarkup, 'the bid has no markup');
  const answer = readMarkup(adm);
  if (typeof answer === 'string') return new Drop(LOSS.wrongFormat, answer, 'invalid-bid');
  return fitNative(native, answer);
}
