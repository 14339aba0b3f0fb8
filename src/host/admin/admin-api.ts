import type { RequestList, RequestQuestion } from '../../core/exchange/request-rows.ts';
import type { Refusal } from '../../lib/refusal.ts';
import type { AccountsApi } from '../../parts/accounts/api/accounts-api.ts';
import type { BuyersApi } from '../../parts/buyers/api/buyers-api.ts';
import type { StoreApi } from '../../parts/campaigns/api/store-api.ts';
import type { CampaignList, CampaignQuestion } from '../../parts/campaigns/page/api.ts';
import type { SampleSearch } from '../../parts/insight/page/auctions/api.ts';
import type { PortalApi } from '../../parts/portal/api/portal-api.ts';
import type { Statements } from '../../parts/statements/statements.ts';
import type { SupplyApi } from '../../parts/supply/api/supply-api.ts';
import type { Caller } from './access.ts';
import type { LiveEvent, PartnerRow } from './answers.ts';
import type { Subscribe } from './live-stream.ts';
import type { MaybeLater } from './route.ts';

/** JSON text. `undefined`: nobody remembers it. A refusal: not every worker could be asked. */
export type FoundText = string | undefined | Refusal;

/** What the admin port answers with. */
export type AdminApi = {
  readonly auction: (id: string) => MaybeLater<FoundText>;
  readonly recentAuctions: (countMax: number) => MaybeLater<readonly string[]>;
  /** Auctions and refusals that are remembered. */
  readonly requests: (question: RequestQuestion) => MaybeLater<RequestList>;
  /** Requests of all machines that were kept as samples. A sentence says why they cannot be read. */
  readonly samples: (
    question: RequestQuestion,
  ) => MaybeLater<SampleSearch | { readonly reason: string }>;
  /** The request of an auction without anything about the person, to be sent again. */
  readonly auctionRequest: (id: string) => MaybeLater<FoundText>;
  /** The outcome of any request to `/openrtb2`: the explanation of its auction, or why it was refused. */
  readonly requestOutcome: (requestId: string) => MaybeLater<FoundText>;
  readonly live: Subscribe<LiveEvent>;
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
  readonly supply: SupplyApi;
  /** What publishers are owed and partners owe, month by month. */
  readonly statements: Statements;
  /** The publishers and partners of the database and of the config. */
  readonly accounts: AccountsApi;
  /** AI buyers, and what they have made. */
  readonly buyers: BuyersApi;
  /** A publisher's own pages. */
  readonly portal: PortalApi;
};
