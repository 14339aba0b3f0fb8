import type { OpenImp, Solicitation } from '../demand/partner.ts';
import type { ValidRequest } from '../openrtb/validate.ts';
import type { View } from '../privacy/protect.ts';

/**
 * One solicitation per view, in the same order; undefined where consent forbids asking the partner. Partners
 * with the same view share one solicitation, so that it is serialised once.
 */
export function solicitationsOf(
  views: readonly View[],
  imps: readonly OpenImp[],
  nowMs: number,
): readonly (Solicitation | undefined)[] {
  const byRequest = new Map<ValidRequest, Solicitation>();
  return views.map(({ request, permission }) => {
    if (permission.restriction.call === 1) return undefined;
    const solicitation = byRequest.get(request) ?? { request, imps, nowMs };
    byRequest.set(request, solicitation);
    return solicitation;
  });
}
