import type { OpenImp, Solicitation } from '../demand/partner.ts';
import type { ValidRequest } from '../openrtb/validate.ts';
import type { View } from '../privacy/protect.ts';
import type { PublisherRules } from './rules.ts';
import { privateSeats, withholdDeals } from './withhold-deals.ts';

export type SolicitationTerms = {
  readonly imps: readonly OpenImp[];
  /** The seats that each partner bids for, in the order of the views; undefined: unknown. */
  readonly seats: readonly (readonly string[] | undefined)[];
  readonly nowMs: number;
  readonly rules: Pick<PublisherRules, 'onlyRelevant'>;
  readonly rejectionOf: Solicitation['rejectionOf'];
};

/**
 * One solicitation per view, in the same order; undefined where consent forbids asking the partner. Partners
 * with the same view share one solicitation, so that it is serialised once. Where deals are meant for
 * certain seats, those partners share one that get the same deals.
 */
export function solicitationsOf(
  views: readonly View[],
  { imps, seats, nowMs, rules: { onlyRelevant }, rejectionOf }: SolicitationTerms,
): readonly (Solicitation | undefined)[] {
  const named = privateSeats(imps);
  const made: Made[] = [];
  return views.map(({ request, permission }, i) => {
    if (permission.restriction.call === 1) return undefined;
    const own = named === undefined ? NO_SEATS : (seats[i] ?? NO_SEATS).filter((s) => named.has(s));
    const known = made.find((one) => one.solicitation.request === request && isSame(one.own, own));
    if (known !== undefined) return known.solicitation;
    const visible = impsInView(imps, request);
    const solicitation =
      named === undefined
        ? { request, imps: visible, nowMs, onlyRelevant, rejectionOf }
        : { request, ...withholdDeals(visible, own), nowMs, onlyRelevant, rejectionOf };
    made.push({ solicitation, own });
    return solicitation;
  });
}

/** A solicitation, and which of the seats that deals are meant for it was made for. */
type Made = { readonly solicitation: Solicitation; readonly own: readonly string[] };

const NO_SEATS: readonly string[] = [];

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((seat, i) => seat === b[i]);
}

/** The open impressions as the view shows them. */
function impsInView(imps: readonly OpenImp[], { imps: shown }: ValidRequest): readonly OpenImp[] {
  if (imps.every((open) => shown.some(({ imp }) => imp === open.imp))) return imps;
  return imps.map((open) => {
    const view = shown.find(({ imp }) => imp.id === open.imp.id);
    // An unrestricted view holds the impression itself; a copy would cost partners their caches.
    if (view === undefined || view.imp === open.imp) return open;
    return { ...open, imp: view.imp, isWrapped: view.isWrapped };
  });
}
