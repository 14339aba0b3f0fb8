import type { Campaign, CampaignCreative } from '../../../../demand/campaigns/campaign-schema.ts';
import type { Difference } from '../../../../lib/differences.ts';
import type { CampaignState } from '../../../../store/campaign-kind.ts';

/** `GET /api/approvals?rows=…&page=…` */
export type ApprovalList = {
  readonly rows: readonly Approval[];
  /** How many creatives wait. */
  readonly total: number;
  /** How many accounts of AI buyers wait, on their own page. Null: it cannot be read. */
  readonly accounts: number | null;
  readonly page: number;
  readonly pages: number;
};

/** A creative that waits, with all that is approved together with it. */
export type Approval = {
  readonly partner: string;
  readonly campaign: string;
  readonly revision: number;
  /** Of the campaign. */
  readonly state: CampaignState;
  readonly changedAt: string;
  readonly changedBy: string;
  readonly creative: CampaignCreative;
  readonly sender: Pick<Campaign, 'advertiser' | 'domain' | 'categories' | 'cattax'>;
  /** `new`: no form of it was approved; `changed`: an earlier form was, and serves while the campaign runs. */
  readonly kind: 'new' | 'changed';
  /** Where it and its sender differ from what was approved last. */
  readonly changes: readonly Difference[];
};
