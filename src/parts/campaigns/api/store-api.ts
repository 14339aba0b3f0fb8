import type { Breach } from '../../../demand/campaigns/contradictions.ts';
import type { Author } from '../../../lib/op.ts';
import type { HistoryQuestion, HistoryRow } from '../../../store/history.ts';
import type { RefusedChange } from '../../../store/refused-change.ts';
import type { Review, StoredCampaign, StoredState } from '../../../store/stored-campaign.ts';

/** What the admin port does with the campaigns of the store. Rejects while the database cannot be reached. */
export type StoreApi = {
  /** The partners whose campaigns are in the store. */
  readonly partners: () => readonly StorePartner[];
  readonly check: (value: unknown) => readonly Breach[];
  /** All that are not deleted, from memory. */
  readonly all: () => readonly StoredCampaign[];
  readonly read: (at: CampaignPath) => Promise<StoredCampaign | undefined>;
  readonly create: (partner: string, body: string, call: ChangeCall) => Changed;
  readonly replace: (at: CampaignPath, value: unknown, call: ChangeCall) => Changed;
  /** Replaces one creative of a campaign. The faults have paths from the creative on. */
  readonly replaceCreative: (at: CreativePath, value: unknown, call: ChangeCall) => Changed;
  readonly setState: (at: CampaignPath, state: StoredState, call: ChangeCall) => Changed;
  readonly review: (at: CampaignPath, review: Review, call: ReviewCall) => Changed;
  readonly audit: (question: HistoryQuestion) => Promise<readonly HistoryRow[]>;
};

export type StorePartner = { readonly name: string; readonly needsApproval: boolean };

export type CampaignPath = { readonly partner: string; readonly campaign: string };

export type CreativePath = CampaignPath & { readonly creative: string };

export type ChangeCall = {
  readonly author: Author;
  /** The revision in `If-Match`. */
  readonly revision?: number | undefined;
  readonly idempotencyKey?: string | undefined;
};

/** Only the revision that was looked at is approved or rejected. */
type ReviewCall = ChangeCall & { readonly revision: number };

export type Changed = Promise<StoredCampaign | RefusedChange>;
