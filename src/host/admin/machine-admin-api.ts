import { accountAnswers } from '../../parts/accounts/api/accounts.ts';
import { partnerAnswers } from '../../parts/accounts/api/partners.ts';
import { campaignStores } from '../../parts/campaigns/api/campaign-stores.ts';
import { campaignAnswers } from '../../parts/campaigns/api/campaigns.ts';
import { storeAnswers } from '../../parts/campaigns/api/store.ts';
import { nearlyOf } from '../../parts/insight/api/nearly.ts';
import { supplyOf } from '../../parts/supply/operations.ts';
import type { Host } from '../host.ts';
import type { AdminApi } from './admin-api.ts';

/** The answers of the admin port, from the data of all workers and of the supervisor. */
export function machineAdminApi(sources: Host): AdminApi {
  const stores = campaignStores(sources);
  const { nearestOf } = nearlyOf(sources);
  const campaigns = campaignAnswers({ ...sources, nearestOf });
  return {
    ...partnerAnswers(sources),
    campaigns: campaigns.list,
    store: storeAnswers(sources, stores),
    supply: supplyOf(sources),
    statements: sources.statements,
    ...accountAnswers({ ...sources, standings: campaigns.standings }),
  };
}
