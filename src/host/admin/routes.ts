import { refuse } from '../../lib/refusal.ts';
import { accountRoutes } from '../../parts/accounts/api/account-routes.ts';
import { advertiserRoutes } from '../../parts/accounts/api/advertiser-routes.ts';
import { buyerRoutes } from '../../parts/buyers/api/buyer-routes.ts';
import { approvalRoutes } from '../../parts/campaigns/api/approvals.ts';
import { campaignQuestion } from '../../parts/campaigns/api/campaign-question.ts';
import { changeMaker, whileReachable } from '../../parts/campaigns/api/store-call.ts';
import { storeRoutes } from '../../parts/campaigns/api/store-routes.ts';
import { portalRoutes } from '../../parts/portal/api/portal-routes.ts';
import type { AdminApi } from './admin-api.ts';
import { json } from './headers.ts';
import { type AdminRoute, routeOf } from './route.ts';

type RouteParts = {
  readonly api: AdminApi;
  readonly baseUrlOf: (request: Request) => string;
  readonly nowMs: () => number;
};

/** A member of the API without a route does not compile. */
type ApiRoutes = Readonly<
  Record<
    Exclude<keyof AdminApi, 'store' | 'supply' | 'statements' | 'accounts' | 'buyers' | 'portal'>,
    AdminRoute | readonly AdminRoute[]
  >
>;

/** All that an operator may ask for; the console's own files and the login stand before it. */
export function createRoutes(parts: RouteParts): readonly AdminRoute[] {
  const apiRoutes: ApiRoutes = figureRoutes(parts);
  const change = changeMaker(parts.nowMs);
  return [
    ...Object.values(apiRoutes).flat(),
    ...approvalRoutes(parts.api),
    ...storeRoutes(parts.api.store, change),
    ...accountRoutes(parts.api.accounts, change, (secret, request) => {
      return `${parts.baseUrlOf(request)}/portal#invitation=${secret}`;
    }),
    ...advertiserRoutes(parts.api.accounts, change),
    ...buyerRoutes(parts.api.buyers, parts.api.accounts, change),
    ...portalRoutes(parts.api, change),
  ];
}

function figureRoutes({ api }: RouteParts) {
  const { partners, setPaused, campaigns } = api;
  return {
    partners: readStored('/api/partners', async () => json(await partners())),
    setPaused: (['pause', 'resume'] as const).map((action) =>
      routeOf(`POST /api/partners/{partner}/${action}`, 'admin', async ({ parts, caller }) => {
        const [name = ''] = parts;
        const isPaused = action === 'pause';
        return (await setPaused(name, isPaused ? 'paused' : 'running', caller))
          ? json({ name, isPaused })
          : refuse.notFound(`no partner is called "${name}"`);
      }),
    ),
    campaigns: readStored('/api/campaigns', async ({ url }) =>
      json(await campaigns(campaignQuestion(url.searchParams))),
    ),
  } satisfies Partial<ApiRoutes>;
}

function get(path: string, answer: AdminRoute['answer']): AdminRoute {
  return { method: 'GET', role: 'read', path, answer };
}

/** A report of a year takes longer than other readings. */
const READ_MS_MAX = 30_000;

/** What needs the database: while that is down, a 503 that says so. */
function readStored(path: string, answer: AdminRoute['answer']): AdminRoute {
  return get(path, (call) => whileReachable(() => answer(call), READ_MS_MAX, 'reading'));
}
