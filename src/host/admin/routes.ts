import { approvalRoutes } from '../../parts/campaigns/api/approvals.ts';
import { campaignQuestion } from '../../parts/campaigns/api/campaign-question.ts';
import { changeMaker, whileReachable } from '../../parts/campaigns/api/store-call.ts';
import { storeRoutes } from '../../parts/campaigns/api/store-routes.ts';
import type { Host } from '../host.ts';
import type { AdminApi } from './admin-api.ts';
import { json } from './headers.ts';
import type { AdminRoute } from './route.ts';

type RouteParts = {
  readonly api: AdminApi;
  readonly host: Pick<Host, 'database'>;
  readonly nowMs: () => number;
};

/** A report of a year takes longer than other readings. */
const READ_MS_MAX = 30_000;

/** What is no operation yet. */
export function createRoutes({ api, host, nowMs }: RouteParts): readonly AdminRoute[] {
  return [
    {
      method: 'GET',
      path: '/api/campaigns',
      role: 'read',
      answer: ({ url }) =>
        whileReachable(
          async () => json(await api.campaigns(campaignQuestion(url.searchParams))),
          READ_MS_MAX,
          'reading',
        ),
    },
    ...approvalRoutes(api, host),
    ...storeRoutes(api.store, changeMaker(nowMs)),
  ];
}
