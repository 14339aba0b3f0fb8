import type { Refusal } from '../../../lib/refusal.ts';
import type { StoredPublisher } from '../../../store/stored-account.ts';
import type { AccountChanged } from '../../accounts/api/accounts-api.ts';
import type { ChangeCall } from '../../campaigns/api/store-api.ts';
import type { FeedbackList } from '../../feedback/operations.ts';
import type {
  Earnings,
  IntegrationState,
  PortalAuction,
  PortalInfo,
  PortalRequests,
  PortalSettings,
  PortalSnippets,
} from '../page/api.ts';

/** What the pages of a publisher show. `find` comes first: the other answers are about the publisher that it returns. */
export type PortalApi = {
  /** Of any publisher that is not deleted, from memory. */
  readonly find: (id: string) => StoredPublisher | undefined;
  readonly info: (publisher: StoredPublisher, viewer: PortalViewer) => PortalInfo;
  readonly earnings: (
    publisher: string,
    question: EarningsQuestion,
  ) => Promise<Earnings | { readonly reason: string }>;
  readonly feedback: (publisher: string, days: number) => Promise<FeedbackList>;
  readonly requests: (
    publisher: string,
    question: PortalRequestQuestion,
  ) => Promise<PortalRequests | { readonly reason: string }>;
  /** undefined: no worker remembers it as a request of this publisher. */
  readonly auction: (
    publisher: StoredPublisher,
    requestId: string,
  ) => Promise<PortalAuction | Refusal | undefined>;
  readonly settings: (publisher: StoredPublisher) => PortalSettings;
  readonly setSettings: (
    publisher: string,
    value: unknown,
    call: ChangeCall,
  ) => AccountChanged<StoredPublisher['definition']>;
  readonly block: (
    publisher: string,
    domain: unknown,
    call: ChangeCall,
  ) => AccountChanged<StoredPublisher['definition']>;
  /** Takes a block back. */
  readonly allow: (
    publisher: string,
    domain: string,
    call: ChangeCall,
  ) => AccountChanged<StoredPublisher['definition']>;
  readonly integration: (publisher: string) => Promise<IntegrationState>;
  readonly snippets: (publisher: StoredPublisher) => PortalSnippets;
};

export type PortalViewer = Pick<PortalInfo, 'isOperator' | 'mayChange'>;

export type EarningsQuestion = { readonly days: number; readonly by: string };

export type PortalRequestQuestion = {
  readonly outcome: 'sold' | 'no-bid' | 'refused' | undefined;
  readonly page: number;
  /** The beginning of a request id or bid request id, and the time, as in `RequestQuestion`; '' for any. */
  readonly find: string;
  readonly from: string;
  readonly to: string;
};
