import type { OpenImp, WithheldDeal } from '../demand/partner.ts';
import type { Deal } from './deals.ts';

export type PartnerImps = {
  readonly imps: readonly OpenImp[];
  readonly withheldDeals: readonly WithheldDeal[];
};

export function hasPrivateDeals(imps: readonly OpenImp[]): boolean {
  return imps.some(({ imp }) => imp.pmp?.deals?.some(isPrivate));
}

/**
 * Ruling 54: the impressions without the deals that are meant for the seats of others. A partner whose
 * seats are unknown gets only deals without `wseat`.
 */
export function withholdDeals(
  imps: readonly OpenImp[],
  seats: readonly string[] | undefined,
): PartnerImps {
  const withheldDeals: WithheldDeal[] = [];
  const visible = imps.map((open): OpenImp => {
    const { pmp, ...rest } = open.imp;
    if (pmp?.deals === undefined) return open;
    const deals = pmp.deals.filter((deal) => isFor(deal, seats));
    if (deals.length === pmp.deals.length) return open;
    for (const { id } of pmp.deals.filter((deal) => !isFor(deal, seats))) {
      withheldDeals.push({ impid: rest.id, dealid: id });
    }
    // An empty list says something only where there is no sale without a deal.
    const isKept = deals.length > 0 || pmp.private_auction === 1;
    return { ...open, imp: isKept ? { ...rest, pmp: { ...pmp, deals } } : rest };
  });
  return { imps: visible, withheldDeals };
}

function isPrivate({ wseat }: Deal): boolean {
  return wseat !== undefined && wseat.length > 0;
}

function isFor(deal: Deal, seats: readonly string[] = []): boolean {
  return !isPrivate(deal) || seats.some((seat) => deal.wseat?.includes(seat));
}
