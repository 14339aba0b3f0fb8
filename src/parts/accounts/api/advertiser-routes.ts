import { json } from '../../../host/admin/headers.ts';
import type { AdminRoute } from '../../../host/admin/route.ts';
import { SHOWN_ADVERTISER_STATES } from '../../../store/advertiser-record.ts';
import { type MakeChange, operationRoutes } from '../../campaigns/api/store-call.ts';
import { ADVERTISER_SORTS, type AdvertiserQuestion } from '../page/advertisers/api.ts';
import { advertiserResponse } from './account-document.ts';
import { history, kindAnswers } from './account-routes.ts';
import type { AccountsApi } from './accounts-api.ts';
import { ADVERTISER_OPERATIONS, type AdvertiserOperationName } from './advertiser-operations.ts';

/** `/api/advertisers`, but for the keys of their servers. */
export function advertiserRoutes(
  accounts: Pick<AccountsApi, 'advertisers' | 'history'>,
  change: MakeChange,
): readonly AdminRoute[] {
  const api = accounts.advertisers;
  const states = SHOWN_ADVERTISER_STATES;
  const one = kindAnswers({ kind: 'advertiser', states, api, show: advertiserResponse }, change);
  return operationRoutes<AdvertiserOperationName>(ADVERTISER_OPERATIONS, {
    'GET /api/advertisers': async ({ url }) => json(await api.list(questionOf(url.searchParams))),
    'POST /api/advertisers': one.create,
    'GET /api/advertisers/{domain}': one.read,
    'PUT /api/advertisers/{domain}': one.replace,
    'DELETE /api/advertisers/{domain}': one.remove,
    'POST /api/advertisers/{domain}/state': one.setState,
    'GET /api/advertisers/{domain}/figures': async ({ parts: [domain = ''] }) =>
      json(await api.figures(domain)),
    'GET /api/advertisers/{domain}/history': history(accounts, 'advertiser'),
  });
}

/** Unknown words mean what no word means, as in the list of campaigns. */
function questionOf(parameters: URLSearchParams): AdvertiserQuestion {
  const page = Number(parameters.get('page'));
  return {
    find: parameters.get('find') ?? '',
    state: SHOWN_ADVERTISER_STATES.find((one) => one === parameters.get('state')),
    sort: ADVERTISER_SORTS.find((one) => one === parameters.get('sort')) ?? 'spent',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}
