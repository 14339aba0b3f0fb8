import type { OpenImp } from '../demand/partner.ts';
import { fromMicros } from '../lib/money.ts';
import type { BidRequest } from '../openrtb/bid-request.ts';
import type { Warning } from '../openrtb/bid-response.ts';
import type { Rates } from './currency.ts';
import { type Deal, dealFloorMicros } from './deals.ts';

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
