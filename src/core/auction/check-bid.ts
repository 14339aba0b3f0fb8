import { fromMicros, raiseToMicros, toMicros } from '../../lib/money.ts';
import { preview } from '../../lib/preview.ts';
import { PRICE_CPM_MAX } from '../openrtb/fields.ts';
import { advertiserDomain } from '../openrtb/host-name.ts';
import type { ValidRequest } from '../openrtb/validate.ts';
import { findBlock } from './blocks.ts';
import { checkCreative, type SellableAd } from './check-creative.ts';
import { cut, type Rates, raised, responseCurrency, toUsdMicros, USD } from './currency.ts';
import { bidFloorMicros, type Deal, findDeal } from './deals.ts';
import { Drop, LOSS } from './drop.ts';
import type { OpenImp, PartnerBid, WithheldDeal } from './partner.ts';
import type { PublisherRules } from './rules.ts';

/** A bid whose price and advertiser the publisher takes, converted to USD, at or above its floor and not blocked. */
export type Contender = {
  readonly partner: string;
  readonly bid: PartnerBid;
  readonly imp: OpenImp;
  readonly priceMicros: number;
  readonly floorMicros: number;
  readonly deal: Deal | undefined;
  /** Its ad, made to fit, and the declared format that it meets; undefined: it may not be sold, or nobody has looked at it. */
  native: SellableAd['native'] | undefined;
  format: SellableAd['format'];
  /** Why it may not be sold: its ad, or a budget or cap that did not allow it when it had won. */
  fault: Drop | undefined;
};

/** A bid that may win: its ad may be sold too. */
export type Candidate = Contender & { native: SellableAd['native'] };

const NO_DEALS: readonly WithheldDeal[] = [];

/** What all bids of one auction are checked against. */
export type Judgement = {
  readonly request: ValidRequest;
  readonly imps: readonly OpenImp[];
  readonly rules: PublisherRules;
  readonly rates: Rates;
  /** Bids that passed while their partner chose between several ads (ruling 44). They are not checked again. */
  readonly passed: Candidate[];
};

/** Checks a bid of a partner that was offered all deals against every rule, the cheapest rules first. */
export function checkBid(
  partner: string,
  given: PartnerBid,
  judgement: Judgement,
): Candidate | Drop {
  const contender = checkTerms(partner, given, judgement);
  if (contender instanceof Drop) return contender;
  // One that may not be sold has a fault.
  return isSellable(contender, judgement.rules) ? contender : (contender.fault as Drop);
}

/** Looks at the ad, which costs more than all other checks together: it is read and fitted at most once. */
export function isSellable(
  contender: Contender,
  { appSchemes }: Pick<PublisherRules, 'appSchemes'>,
): contender is Candidate {
  if (contender.native !== undefined) return true;
  if (contender.fault !== undefined) return false;
  const ad = checkCreative(contender.bid, contender.imp, appSchemes);
  if (ad instanceof Drop) {
    contender.fault = ad;
    return false;
  }
  contender.native = ad.native;
  contender.format = ad.format;
  return true;
}

/** Every rule but those about the ad itself: impression, price, deal, floor and blocks. */
export function checkTerms(
  partner: string,
  given: PartnerBid,
  judgement: Judgement,
  withheldDeals: readonly WithheldDeal[] = NO_DEALS,
): Contender | Drop {
  const { request, imps, rules, rates } = judgement;
  const bid = withHostNames(given);
  if (bid instanceof Drop) return bid;
  const imp = impOf(bid, imps);
  if (imp === undefined)
    return new Drop(LOSS.invalidResponse, `impression "${bid.impid}" is not in this auction`);
  const priceMicros = usdPriceMicros(bid, rates);
  if (priceMicros instanceof Drop) return priceMicros;
  const deal = findDeal(bid, imp.imp, withheldDeals);
  if (deal instanceof Drop) return deal;
  const floorMicros = bidFloorMicros(imp, deal, judgement);
  if (floorMicros instanceof Drop) return floorMicros;
  if (priceMicros < floorMicros && !meetsOwnFloors(bid, priceMicros, [imp.imp, deal], judgement)) {
    const loss = deal === undefined ? LOSS.belowFloor : LOSS.belowDealFloor;
    const reason = `${fromMicros(priceMicros)} is below the floor of ${fromMicros(floorMicros)} USD`;
    return new Drop(loss, reason, loss.slug, floorMicros);
  }
  if (bid.mtype !== undefined && bid.mtype !== NATIVE_MARKUP) {
    return new Drop(LOSS.assetMismatch, `markup type ${bid.mtype} is not native`);
  }
  const block = findBlock(bid, request.wire, imp.imp, rules);
  if (block !== undefined) return block;
  return {
    partner,
    bid,
    imp,
    priceMicros,
    floorMicros: Math.min(floorMicros, priceMicros),
    deal,
    native: undefined,
    format: undefined,
    fault: undefined,
  };
}

function impOf({ impid }: PartnerBid, imps: readonly OpenImp[]): OpenImp | undefined {
  for (const open of imps) if (open.imp.id === impid) return open;
  return undefined;
}

type AskedFloor = { readonly bidfloor?: number; readonly bidfloorcur?: string };

/**
 * Whether the bid reaches every floor, those of its own currency in that currency: in USD, where the bid was cut and the
 * floor raised, a bid at the floor is below it. Only where the response has this currency too, and so the same price.
 */
function meetsOwnFloors(
  bid: PartnerBid,
  priceMicros: number,
  floors: readonly (AskedFloor | undefined)[],
  { request, rules, rates }: Judgement,
): boolean {
  if (bid.currency !== responseCurrency(request.wire.cur, rates)?.code) return false;
  return (
    priceMicros >= rules.floorMicros &&
    floors.every((floor) => {
      if (floor?.bidfloor === undefined) return true;
      const { bidfloor, bidfloorcur = USD.code } = floor;
      const floorMicros = raiseToMicros(bidfloor);
      if (bidfloorcur === bid.currency) return bid.priceMicros >= floorMicros;
      const usdMicros = toUsdMicros(floorMicros, bidfloorcur, rates, raised);
      return usdMicros !== undefined && priceMicros >= usdMicros;
    })
  );
}

const NATIVE_MARKUP = 4;
const PRICE_MICROS_MAX = toMicros(PRICE_CPM_MAX);

function usdPriceMicros(
  { priceMicros: given, currency }: PartnerBid,
  rates: Judgement['rates'],
): number | Drop {
  const priceMicros = Number.isFinite(given) ? toUsdMicros(given, currency, rates, cut) : 0;
  if (priceMicros === undefined) {
    return new Drop(LOSS.invalidResponse, `no rate is configured for ${currency}`, 'currency');
  }
  if (priceMicros <= 0) {
    return new Drop(
      LOSS.missingPrice,
      'the price is not a number of at least a millionth of a USD',
    );
  }
  if (priceMicros <= PRICE_MICROS_MAX) return priceMicros;
  const reason = `a CPM above ${PRICE_CPM_MAX} USD is taken for a mistake`;
  return new Drop(LOSS.invalidResponse, reason);
}

/** With advertiser domains as host names (ruling 71). What cannot be read cannot be blocked, and is dropped. */
function withHostNames(bid: PartnerBid): PartnerBid | Drop {
  const { adomain } = bid;
  // Nearly all are written as host names; those bids are not copied.
  let names: string[] | undefined;
  for (let i = 0; i < adomain.length; i++) {
    const given = adomain[i] ?? '';
    const name = advertiserDomain(given);
    if (name === undefined) {
      const reason = `expected advertiser domains to be host names, but got ${preview(given)}`;
      return new Drop(LOSS.invalidAdvertiser, reason, 'invalid-bid');
    }
    if (name !== given) names ??= adomain.slice(0, i);
    names?.push(name);
  }
  return names === undefined ? bid : { ...bid, adomain: names };
}
