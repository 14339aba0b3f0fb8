import { campaignStores } from '../../parts/campaigns/api/campaign-stores.ts';
import { campaignsOf } from '../../parts/campaigns/api/campaigns.ts';
import { storeAnswers } from '../../parts/campaigns/api/store.ts';
import type { Host } from '../host.ts';
import type { AdminApi } from './admin-api.ts';

/** The answers of the admin port, from the data of all workers and of the supervisor. */
export function machineAdminApi(sources: Host): AdminApi {
  const stores = campaignStores(sources);
  return {
    campaigns: campaignsOf(sources).list,
    store: storeAnswers(sources, stores),
  };
}
