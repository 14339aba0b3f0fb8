import type { OpenImp, Solicitation } from '../demand/partner.ts';
import type { ValidRequest } from '../openrtb/validate.ts';
import type { View } from '../privacy/protect.ts';

/**
 * What each partner is asked, in the order of the views; undefined where it may not be asked. Partners with
 * the same view share one solicitation, so that it is serialised once.
 */
export function solicitationsOf(
  views: readonly View[],
  imps: readonly OpenImp[],
  nowMs: number,
): readonly (Solicitation | undefined)[] {
  const byRequest = new Map<ValidRequest, Solicitation>();
  return views.map(({ request, permission }) => {
    if (permission.restriction.call === 1) return undefined;
    const solicitation = byRequest.get(request) ?? {
      request,
      imps: impsInView(imps, request),
      nowMs,
    };
    byRequest.set(request, solicitation);
    return solicitation;
  });
}

/** The open impressions as the view shows them. */
function impsInView(imps: readonly OpenImp[], { imps: shown }: ValidRequest): readonly OpenImp[] {
  return imps.map((open) => {
    const view = shown.find(({ imp }) => imp.id === open.imp.id);
    // An unrestricted view holds the impression itself; a copy would cost partners their caches.
    if (view === undefined || view.imp === open.imp) return open;
    return { ...open, imp: view.imp, isWrapped: view.isWrapped };
  });
}
