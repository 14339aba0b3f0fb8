import type { Campaign } from '../../demand/campaigns/campaign-schema.ts';
import type { Difference } from '../../lib/differences.ts';

/** `GET /api/campaigns?find=…&state=…&partner=…&sort=…&page=…` */
export type CampaignList = {
  readonly rows: readonly CampaignRow[];
  /** How many campaigns matched. */
  readonly total: number;
  readonly page: number;
  readonly pages: number;
  /** How many campaigns are in each state, whatever state was asked for. */
  readonly states: readonly { readonly state: CampaignState; readonly count: number }[];
  /** The partners whose campaigns are in the database, where they can be changed. */
  readonly storePartners: readonly string[];
};

/**
 * `stopped`: by its budget or flight; `quiet`: nothing has matched it yet; `waiting`: none of its creatives is
 * approved. The order is that of the list: those that need somebody come first.
 */
export const CAMPAIGN_ROW_STATES = [
  ...(['stopped', 'waiting', 'serving', 'quiet', 'draft', 'paused', 'archived'] as const),
] as const;

export type CampaignState = (typeof CAMPAIGN_ROW_STATES)[number];

export const CAMPAIGN_SORTS = [
  'urgency',
  'name',
  'advertiser',
  'spent',
  'today',
  'changed',
] as const;

export type CampaignSort = (typeof CAMPAIGN_SORTS)[number];

export type CampaignQuestion = {
  readonly find: string;
  readonly state: CampaignState | undefined;
  readonly partner: string | undefined;
  readonly sort: CampaignSort;
  /** From 1. */
  readonly page: number;
};

export type CampaignRow = {
  readonly partner: string;
  readonly campaign: string;
  readonly advertiser: string;
  readonly state: CampaignState;
  /** Whether it serves and, if not, why. */
  readonly sentence: string;
  /** Its approved version serves, and a change of it waits for approval: it is found among those that wait, too. */
  readonly hasChangeWaiting: boolean;
  /** Of the store: its last change. Null: it is in a file. */
  readonly changed: { readonly at: string; readonly by: string } | null;
  /** Null: the ledger cannot be read now, or it was never started. Amounts of money are USD. */
  readonly money: CampaignProgress | null;
  readonly impressions: CampaignProgress | null;
  /** ISO times; null: without end. */
  readonly startsAt: string | null;
  readonly endsAt: string | null;
};

/** A limit that is not set is null. */
export type CampaignProgress = {
  readonly spentTotal: number;
  readonly spentToday: number;
  readonly total: number | null;
  readonly daily: number | null;
  /** The spend that even pacing allows today by now. */
  readonly allowedByNow: number | null;
};

/** `GET /api/campaigns/<partner>/<campaign>` */
export type CampaignDocument = {
  readonly partner: string;
  /** What is in a file can only be looked at here. */
  readonly source: 'file' | 'store';
  readonly state: 'draft' | 'active' | 'paused' | 'archived';
  /** Send it as `If-Match: "<revision>"` with a change. */
  readonly revision: number;
  readonly changedAt: string;
  readonly changedBy: string;
  /** As it was edited last. */
  readonly campaign: Campaign;
  readonly reviews: readonly {
    readonly creative: string;
    readonly state: 'waiting' | 'approved' | 'rejected';
    readonly reason: string;
  }[];
  /** As it serves while it is active. Null: nothing of it is approved. */
  readonly approved: Campaign | null;
  /** Where the campaign differs from that. */
  readonly pending: readonly Difference[];
};

/** `GET /api/campaigns/<partner>/<campaign>/history` */
export type CampaignHistory = {
  readonly rows: readonly {
    readonly id: number;
    readonly atMs: number;
    readonly who: string;
    readonly action: string;
    readonly changes: readonly Difference[];
  }[];
};
