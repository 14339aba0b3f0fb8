import { isListed } from '../../lib/lookup.ts';
import type { ValidRequest } from '../openrtb/validate.ts';
import type { View } from '../privacy/protect.ts';
import type { AuctionTerms, OpenImp, Solicitation, WithheldDeal } from './partner.ts';

const NONE: readonly never[] = [];

/**
 * What each partner is asked, in the order of the views; undefined where consent forbids asking it. Partners with the same
 * view share one object, so that it is serialised once. Where deals are meant for certain seats, those partners share one
 * that get the same deals.
 */
export function solicitationsOf(
  views: readonly View[],
  /** The seats that each partner bids for, in the order of the views; undefined: unknown. */
  seats: readonly (readonly string[] | undefined)[],
  imps: readonly OpenImp[],
  auction: AuctionTerms,
): readonly (Solicitation | undefined)[] {
  const named = namedSeats(imps);
  const solicitations: (Solicitation | undefined)[] = [];
  for (let i = 0; i < views.length; i++) {
    const { request, permission } = views[i] as View; // i < length
    let made: Solicitation | undefined;
    if (permission.restriction.call === 0) {
      for (let before = 0; before < i && made === undefined; before++) {
        const other = solicitations[before];
        const isEqual = other?.request === request && isSame(named, seats[before], seats[i]);
        if (isEqual) made = other;
      }
      made ??= solicitationFor(request, seats[i], named, imps, auction);
    }
    solicitations.push(made);
  }
  return solicitations;
}

/** Whether two partners have the same of the seats that deals are meant for. */
function isSame(
  named: ReadonlySet<string> | undefined,
  a: readonly string[] = NONE,
  b: readonly string[] = NONE,
): boolean {
  if (named === undefined) return true;
  for (const seat of named) if (isListed(a, seat) !== isListed(b, seat)) return false;
  return true;
}

function solicitationFor(
  request: ValidRequest,
  own: readonly string[] | undefined,
  named: ReadonlySet<string> | undefined,
  imps: readonly OpenImp[],
  auction: AuctionTerms,
): Solicitation {
  const visible = impsInView(imps, request);
  if (named === undefined) {
    return { request, imps: visible, withheldDeals: NONE, auction };
  }
  return { request, ...withoutDealsOfOthers(visible, own ?? NONE), auction };
}

/** The open impressions as the view shows them. */
function impsInView(imps: readonly OpenImp[], { imps: shown }: ValidRequest): readonly OpenImp[] {
  // Both in the order of the request; some of it may be closed.
  let at = 0;
  for (const { imp } of shown) if (imp === imps[at]?.imp) at++;
  if (at === imps.length) return imps;
  return imps.map((open) => {
    const view = shown.find(({ imp }) => imp.id === open.imp.id);
    // An unrestricted view holds the impression itself; a copy would cost partners their caches.
    if (view === undefined || view.imp === open.imp) return open;
    return { ...open, imp: view.imp, isWrapped: view.isWrapped };
  });
}

/** The seats that any deal is meant for; undefined where every deal is for all. */
function namedSeats(imps: readonly OpenImp[]): ReadonlySet<string> | undefined {
  let seats: Set<string> | undefined;
  for (const { imp } of imps) {
    for (const { wseat = NONE } of imp.pmp?.deals ?? NONE) {
      for (const seat of wseat) {
        seats ??= new Set();
        seats.add(seat);
      }
    }
  }
  return seats;
}

/** Ruling 54: without deals for the seats of others. Partners with unknown seats get only deals without `wseat`. */
function withoutDealsOfOthers(imps: readonly OpenImp[], own: readonly string[]) {
  const withheldDeals: WithheldDeal[] = [];
  const visible = imps.map((open): OpenImp => {
    const { pmp, ...rest } = open.imp;
    const kept = pmp?.deals?.filter(({ id: dealid, wseat = NONE }) => {
      const isOwn = wseat.length === 0 || wseat.some((seat) => isListed(own, seat));
      if (!isOwn) withheldDeals.push({ impid: open.imp.id, dealid });
      return isOwn;
    });
    if (pmp === undefined || kept?.length === pmp.deals?.length) return open;
    // An empty list says something only where there is no sale without a deal.
    const isTold = (kept?.length ?? 0) > 0 || pmp.private_auction === 1;
    return { ...open, imp: isTold && kept ? { ...rest, pmp: { ...pmp, deals: kept } } : rest };
  });
  return { imps: visible, withheldDeals };
}
