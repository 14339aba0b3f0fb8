import { isListed, perObject } from '../../lib/lookup.ts';
import { fromMicros, raiseToMicros } from '../../lib/money.ts';
import type { BidRequest, Imp } from '../openrtb/bid-request.ts';
import type { Warning } from '../openrtb/bid-response.ts';
import { hasDomain } from '../openrtb/host-name.ts';
import type { ValidRequest } from '../openrtb/validate.ts';
import {
  answerableMicros,
  type Rates,
  raised,
  responseCurrency,
  toUsdMicros,
  USD,
} from './currency.ts';
import { Drop, LOSS } from './drop.ts';
import type { OpenImp, PartnerBid, WithheldDeal } from './partner.ts';

export type Deal = NonNullable<NonNullable<Imp['pmp']>['deals']>[number];

/** The deal that a bid is made on, undefined for an open bid, or why the bid may not use its deal. */
export function findDeal(
  { dealid, seat, adomain }: PartnerBid,
  { id: impid, pmp }: Imp,
  withheld: readonly WithheldDeal[],
): Deal | Drop | undefined {
  if (dealid === undefined) {
    return pmp?.private_auction === 1
      ? new Drop(
          LOSS.invalidDeal,
          'the impression is sold through deals only, and the bid names none',
        )
      : undefined;
  }
  const deal = pmp?.deals && dealsById(pmp.deals).get(dealid);
  if (deal === undefined || isWithheld(withheld, impid, dealid)) {
    return new Drop(LOSS.invalidDeal, `deal "${dealid}" was not offered to this partner`);
  }
  const { wseat = [], wadomain = [] } = deal;
  if (wseat.length > 0 && !isListed(wseat, seat)) {
    return new Drop(LOSS.seatBlocked, `seat "${seat}" is not allowed in deal "${dealid}"`);
  }
  if (wadomain.length > 0 && !adomain.some((domain) => hasDomain(wadomain, domain))) {
    return new Drop(LOSS.notAllowedInDeal, `the advertiser is not allowed in deal "${dealid}"`);
  }
  return deal;
}

/** Of several with one id, the first. */
const dealsById = perObject((deals: readonly Deal[]): ReadonlyMap<string, Deal> => {
  const byId = new Map<string, Deal>();
  for (const deal of deals) if (!byId.has(deal.id)) byId.set(deal.id, deal);
  return byId;
});

const withheldByImp = perObject((withheld: readonly WithheldDeal[]) => {
  const byImp = new Map<string, Set<string>>();
  for (const { impid, dealid } of withheld) {
    const known = byImp.get(impid) ?? new Set();
    byImp.set(impid, known.add(dealid));
  }
  return byImp;
});

function isWithheld(withheld: readonly WithheldDeal[], impid: string, dealid: string): boolean {
  return withheld.length > 0 && (withheldByImp(withheld).get(impid)?.has(dealid) ?? false);
}

/** Ruling 42: the higher of the impression's and its deal's, which is in a currency of its own, USD by default. */
export function bidFloorMicros(
  { floorMicros }: OpenImp,
  deal: Deal | undefined,
  { request, rates }: { readonly request: ValidRequest; readonly rates: Rates },
): number | Drop {
  if (deal?.bidfloor === undefined) return floorMicros;
  const dealMicros = dealFloorMicros(deal, rates);
  if (dealMicros !== undefined) {
    const currency = responseCurrency(request.wire.cur, rates) ?? USD;
    return Math.max(floorMicros, answerableMicros(dealMicros, currency));
  }
  const { id, bidfloorcur } = deal;
  const reason = `deal "${id}" has its floor in ${bidfloorcur}, for which no rate is configured`;
  return new Drop(LOSS.invalidDeal, reason, 'currency');
}

/** In USD; undefined where no rate is configured. */
function dealFloorMicros(
  { bidfloor = 0, bidfloorcur = 'USD' }: Deal,
  rates: Rates,
): number | undefined {
  return toUsdMicros(raiseToMicros(bidfloor), bidfloorcur, rates, raised);
}

/** Deals whose floor does not do what its author may expect (ruling 42). For test mode. */
export function warnOfDealFloors(
  wire: BidRequest,
  imps: readonly OpenImp[],
  rates: Rates,
): readonly Warning[] {
  return wire.imp.flatMap(({ id, pmp }, i) => {
    const open = imps.find(({ imp }) => imp.id === id);
    if (open === undefined) return [];
    return (pmp?.deals ?? []).flatMap((deal, k): readonly Warning[] => {
      const reason = faultOfFloor(deal, open.floorMicros, rates);
      const field = `imp[${i}].pmp.deals[${k}].bidfloor`;
      return reason === undefined ? [] : [{ code: 'DEAL_FLOOR_INEFFECTIVE', field, reason }];
    });
  });
}

function faultOfFloor(deal: Deal, impMicros: number, rates: Rates): string | undefined {
  if (deal.bidfloor === undefined) return undefined;
  const dealMicros = dealFloorMicros(deal, rates);
  if (dealMicros === undefined) {
    return `no rate is configured for ${deal.bidfloorcur}, so there is no bid on this deal`;
  }
  return dealMicros < impMicros
    ? `${fromMicros(dealMicros)} USD is below the impression's floor of ${fromMicros(impMicros)} USD, which holds`
    : undefined;
}
