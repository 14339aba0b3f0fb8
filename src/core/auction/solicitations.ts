import { isListed } from '../../lib/lookup.ts';
import type { ValidRequest } from '../openrtb/validate.ts';
import type { View } from '../privacy/protect.ts';
import type { OpenImp, Solicitation, WithheldDeal } from './partner.ts';

const NONE: readonly never[] = [];

/** What all solicitations of an auction share. */
type SolicitationTerms = Omit<Solicitation, 'request' | 'imps' | 'withheldDeals'>;

/**
 * One solicitation per view, in the same order; undefined where consent forbids asking the partner. Partners
 * with the same view share one solicitation, so that it is serialised once. Where deals are meant for
 * certain seats, those partners share one that get the same deals.
 */
export function solicitationsOf(
  views: readonly View[],
  /** The seats that each partner bids for, in the order of the views; undefined: unknown. */
  seats: readonly (readonly string[] | undefined)[],
  imps: readonly OpenImp[],
  terms: SolicitationTerms,
): readonly (Solicitation | undefined)[] {
  const named = namedSeats(imps);
  const made: Made[] = [];
  const solicitations: (Solicitation | undefined)[] = [];
  for (let i = 0; i < views.length; i++) {
    const { request, permission } = views[i] as View; // i < length
    const own = named === undefined ? NONE : (seats[i] ?? NONE).filter((seat) => named.has(seat));
    solicitations.push(
      permission.restriction.call === 1
        ? undefined
        : (knownIn(made, request, own) ?? madeFor(request, own)),
    );
  }
  return solicitations;

  function madeFor(request: ValidRequest, own: readonly string[]) {
    const { nowMs, chance, onlyRelevant, rejectionOf, exposure } = terms;
    const visible = impsInView(imps, request);
    const common = { request, imps: visible, nowMs, chance, onlyRelevant, rejectionOf, exposure };
    const solicitation: Solicitation =
      named === undefined ? common : { ...common, ...withoutDealsOfOthers(visible, own) };
    made.push({ solicitation, own });
    return solicitation;
  }
}

/** A solicitation, and which of the seats that deals are meant for it was made for. */
type Made = { readonly solicitation: Solicitation; readonly own: readonly string[] };

function knownIn(
  made: readonly Made[],
  request: ValidRequest,
  own: readonly string[],
): Solicitation | undefined {
  for (const one of made) {
    if (one.solicitation.request === request && isSame(one.own, own)) return one.solicitation;
  }
  return undefined;
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
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
