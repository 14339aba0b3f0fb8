import type { AccountsApi } from '../../parts/accounts/api/accounts-api.ts';
import type { BuyersApi } from '../../parts/buyers/api/buyers-api.ts';
import type { StoreApi } from '../../parts/campaigns/api/store-api.ts';
import type { CampaignList, CampaignQuestion } from '../../parts/campaigns/page/api.ts';
import type { PortalApi } from '../../parts/portal/api/portal-api.ts';
import type { Statements } from '../../parts/statements/statements.ts';
import type { SupplyAnswers } from '../../parts/supply/operations.ts';
import type { Caller } from './access.ts';
import type { PartnerRow } from './answers.ts';
import type { MaybeLater } from './route.ts';

/** What the admin port answers with. */
export type AdminApi = {
  readonly partners: () => MaybeLater<readonly PartnerRow[]>;
  /** False: there is no such partner. */
  readonly setPaused: (
    partner: string,
    next: 'paused' | 'running',
    by: Caller,
  ) => MaybeLater<boolean>;
  readonly campaigns: (question: CampaignQuestion) => MaybeLater<CampaignList>;
  /** The campaigns of the database. */
  readonly store: StoreApi;
  /** What publishers publish of this exchange. */
  readonly supply: SupplyAnswers;
  /** What publishers are owed and partners owe, month by month. */
  readonly statements: Statements;
  /** The publishers and partners of the database and of the config. */
  readonly accounts: AccountsApi;
  /** AI buyers, and what they have made. */
  readonly buyers: BuyersApi;
  /** A publisher's own pages. */
  readonly portal: PortalApi;
};
