import type { OpenImp, WithheldDeal } from '../demand/partner.ts';
import { perObject } from '../lib/per-object.ts';
import type { Deal } from './deals.ts';

export type PartnerImps = {
  readonly imps: readonly OpenImp[];
  readonly withheldDeals: readonly WithheldDeal[];
};

/** The deals of a list that are meant for certain seats. */
type PrivateDeals = {
  readonly list: readonly Deal[];
  readonly set: ReadonlySet<Deal>;
  readonly bySeat: ReadonlyMap<string, readonly Deal[]>;
};

const NONE: readonly never[] = [];

/** However many partners and seats there are, the seats of a list of deals are read once (ruling 72). */
const privateDeals = perObject((deals: readonly Deal[]): PrivateDeals => {
  const list: Deal[] = [];
  const bySeat = new Map<string, Deal[]>();
  for (const deal of deals) {
    const { wseat = NONE } = deal;
    if (wseat.length > 0) list.push(deal);
    for (const seat of wseat) {
      const known = bySeat.get(seat);
      if (known === undefined) bySeat.set(seat, [deal]);
      else known.push(deal);
    }
  }
  return { list, set: new Set(list), bySeat };
});

/** The seats that any deal is meant for; undefined where every deal is for all. */
export function privateSeats(imps: readonly OpenImp[]): ReadonlySet<string> | undefined {
  let seats: Set<string> | undefined;
  for (const { imp } of imps) {
    if (imp.pmp?.deals === undefined) continue;
    for (const seat of privateDeals(imp.pmp.deals).bySeat.keys()) {
      seats ??= new Set();
      seats.add(seat);
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
  seats: readonly string[] = NONE,
): PartnerImps {
  const parts = imps.map((open) => partFor(open, seats));
  return {
    imps: parts.map(({ visible }) => visible),
    withheldDeals: parts.flatMap(({ withheld }) => withheld),
  };
}

/** What a partner gets of an impression, and what not. */
type Part = { readonly visible: OpenImp; readonly withheld: readonly WithheldDeal[] };

function partFor(open: OpenImp, seats: readonly string[]): Part {
  const deals = open.imp.pmp?.deals ?? NONE;
  const { list, set, bySeat } = privateDeals(deals);
  if (list.length === 0) return { visible: open, withheld: NONE };
  const own: ReadonlySet<unknown> = new Set(seats.flatMap((seat) => bySeat.get(seat) ?? NONE));
  if (own.size === list.length) return { visible: open, withheld: NONE };
  const ofStranger = partOfStranger(open);
  if (own.size === 0) return ofStranger;
  return {
    visible: withDeals(
      open,
      deals.filter((deal) => !set.has(deal) || own.has(deal)),
    ),
    withheld: ofStranger.withheld.filter((_, i) => !own.has(list[i])),
  };
}

/** Of a partner that no deal of the impression is meant for. Most are, and share it. */
const partOfStranger = perObject((open: OpenImp): Part => {
  const { id: impid, pmp } = open.imp;
  const deals = pmp?.deals ?? NONE;
  const { list, set } = privateDeals(deals);
  return {
    visible: withDeals(
      open,
      deals.filter((deal) => !set.has(deal)),
    ),
    withheld: list.map(({ id: dealid }) => ({ impid, dealid })),
  };
});

function withDeals(open: OpenImp, deals: Deal[]): OpenImp {
  const { pmp, ...rest } = open.imp;
  // An empty list says something only where there is no sale without a deal.
  const isKept = deals.length > 0 || pmp?.private_auction === 1;
  return { ...open, imp: isKept ? { ...rest, pmp: { ...pmp, deals } } : rest };
}
