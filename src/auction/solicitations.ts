import type { OpenImp, Solicitation } from '../demand/partner.ts';
import type { ValidRequest } from '../openrtb/validate.ts';
import type { View } from '../privacy/protect.ts';
import type { PublisherRules } from './rules.ts';
import { hasPrivateDeals, withholdDeals } from './withhold-deals.ts';

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
 * certain seats, each partner gets its own.
 */
export function solicitationsOf(
  views: readonly View[],
  { imps, seats, nowMs, rules: { onlyRelevant }, rejectionOf }: SolicitationTerms,
): readonly (Solicitation | undefined)[] {
  const isShared = !hasPrivateDeals(imps);
  const made: Solicitation[] = [];
  return views.map(({ request, permission }, i) => {
    if (permission.restriction.call === 1) return undefined;
    if (!isShared) {
      const own = withholdDeals(impsInView(imps, request), seats[i]);
      return { request, ...own, nowMs, onlyRelevant, rejectionOf };
    }
    const known = made.find((one) => one.request === request);
    if (known !== undefined) return known;
    const visible = impsInView(imps, request);
    const solicitation = { request, imps: visible, nowMs, onlyRelevant, rejectionOf };
    made.push(solicitation);
    return solicitation;
  });
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
