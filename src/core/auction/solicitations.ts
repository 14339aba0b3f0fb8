import { perObject } from '../../lib/lookup.ts';
import type { ValidRequest } from '../openrtb/validate.ts';
import type { View } from '../privacy/protect.ts';
import type { Deal } from './deals.ts';
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
  const named = privateSeats(imps);
  const made: Made[] = [];
  const solicitations: (Solicitation | undefined)[] = [];
  for (let i = 0; i < views.length; i++) {
    const { request, permission } = views[i] as View; // i < length
    const own = named === undefined ? NONE : (seats[i] ?? NONE).filter((s) => named.has(s));
    solicitations.push(
      permission.restriction.call === 1
        ? undefined
        : (knownIn(made, request, own) ?? madeFor(request, own, named !== undefined)),
    );
  }
  return solicitations;

  function madeFor(request: ValidRequest, own: readonly string[], isWithheld: boolean) {
    const { nowMs, chance, onlyRelevant, rejectionOf, exposure } = terms;
    const visible = impsInView(imps, request);
    const common = { request, imps: visible, nowMs, chance, onlyRelevant, rejectionOf, exposure };
    const solicitation: Solicitation = isWithheld
      ? { ...common, ...withholdDeals(visible, own) }
      : common;
    made.push({ solicitation, own });
    return solicitation;
  }
}

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

/** A solicitation, and which of the seats that deals are meant for it was made for. */
type Made = { readonly solicitation: Solicitation; readonly own: readonly string[] };

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

/** The deals of a list that are for certain seats. It is read once, however many partners and seats there are (ruling 72). */
const privateDeals = perObject((deals: readonly Deal[]) => {
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
function privateSeats(imps: readonly OpenImp[]): ReadonlySet<string> | undefined {
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

/** Ruling 54: without deals for the seats of others. Partners with unknown seats get only deals without `wseat`. */
function withholdDeals(imps: readonly OpenImp[], seats: readonly string[] = NONE) {
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
