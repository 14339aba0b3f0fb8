import type { OpenImp, WithheldDeal } from '../demand/partner.ts';
import { isListed } from '../lib/lookup.ts';
import type { Deal } from './deals.ts';

export type PartnerImps = {
  readonly imps: readonly OpenImp[];
  readonly withheldDeals: readonly WithheldDeal[];
};

/** The seats that any deal is meant for; undefined where every deal is for all. */
export function privateSeats(imps: readonly OpenImp[]): ReadonlySet<string> | undefined {
  let seats: Set<string> | undefined;
  for (const { imp } of imps) {
    if (imp.pmp?.deals === undefined) continue;
    for (const { wseat } of imp.pmp.deals) {
      if (wseat === undefined || wseat.length === 0) continue;
      seats ??= new Set();
      for (const seat of wseat) seats.add(seat);
    }
  }
  return seats;
}

/**
 * Ruling 54: the impressions without the deals that are meant for the seats of others. A partner whose
 * seats are unknown gets only deals without `wseat`.
 */
export function withholdDeals(
  imps: readonly OpenImp[],
  seats: readonly string[] = [],
): PartnerImps {
  const withheldDeals: WithheldDeal[] = [];
  const visible = imps.map((open): OpenImp => {
    const { pmp, ...rest } = open.imp;
    if (pmp?.deals === undefined) return open;
    const deals: Deal[] = [];
    for (const deal of pmp.deals) {
      if (isFor(deal, seats)) deals.push(deal);
      else withheldDeals.push({ impid: rest.id, dealid: deal.id });
    }
    if (deals.length === pmp.deals.length) return open;
    // An empty list says something only where there is no sale without a deal.
    const isKept = deals.length > 0 || pmp.private_auction === 1;
    return { ...open, imp: isKept ? { ...rest, pmp: { ...pmp, deals } } : rest };
  });
  return { imps: visible, withheldDeals };
}

function isFor({ wseat = [] }: Deal, seats: readonly string[]): boolean {
  return wseat.length === 0 || seats.some((seat) => isListed(wseat, seat));
}
