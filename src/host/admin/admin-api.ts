import type { StoreApi } from '../../parts/campaigns/api/store-api.ts';
import type { CampaignList, CampaignQuestion } from '../../parts/campaigns/page/api.ts';
import type { MaybeLater } from './route.ts';

/** What the admin port answers with. */
export type AdminApi = {
  readonly campaigns: (question: CampaignQuestion) => MaybeLater<CampaignList>;
  /** The campaigns of the database. */
  readonly store: StoreApi;
};
