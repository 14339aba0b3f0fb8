import type { Progress } from '../../../ledger/budgets/campaign-status.ts';

/** `GET /api/campaigns?find=…&state=…&partner=…&campaign=…&sort=…&page=…` */
export type CampaignList = {
  readonly rows: readonly CampaignRow[];
  /** How many campaigns matched. */
  readonly total: number;
  readonly page: number;
  readonly pages: number;
  /** How many campaigns are in each state, whatever state was asked for. */
  readonly states: readonly { readonly state: CampaignRowState; readonly count: number }[];
  /** The partners whose campaigns are in the database, where they can be changed. */
  readonly storePartners: readonly string[];
  /** False while the database has not answered since the start, so that campaigns of the store are missing. */
  readonly isWhole: boolean;
};

/**
 * What happens, not what is allowed. `failing`: it bids or matches and sells nothing; `stopped`: by its
 * budget, or by a block of its advertiser;
 * `held`: its budget or its pace holds it back; `quiet`: no request has matched it; `waiting`: none of its creatives is
 * approved. The order is that of the list: those that need somebody come first.
 */
export const CAMPAIGN_ROW_STATES = [
  'failing',
  'stopped',
  'waiting',
  'held',
  'quiet',
  'selling',
  'scheduled',
  'ended',
  'draft',
  'paused',
  'archived',
] as const;

export type CampaignRowState = (typeof CAMPAIGN_ROW_STATES)[number];

/** How good that is: a colour, and a shape. Only one that sells is good. */
export type StandingKind = 'good' | 'warn' | 'bad' | 'quiet';

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
  readonly state: CampaignRowState | undefined;
  readonly partner: string | undefined;
  /** The exact id of one campaign. */
  readonly campaign: string | undefined;
  readonly sort: CampaignSort;
  /** From 1. */
  readonly page: number;
};

export type CampaignRow = {
  readonly partner: string;
  readonly campaign: string;
  readonly advertiser: string;
  readonly state: CampaignRowState;
  readonly kind: StandingKind;
  /** What happens to it and, if it sells nothing, why. */
  readonly sentence: string;
  /** Its approved version serves, and a change of it waits for approval: it is found among those that wait, too. */
  readonly hasChangeWaiting: boolean;
  /** Of the store: its last change. Null: it is in a file. */
  readonly changed: { readonly at: string; readonly by: string } | null;
  /** Null: the ledger cannot be read now, or it was never started. Amounts of money are USD. */
  readonly money: Progress | null;
  readonly impressions: Progress | null;
  /** ISO times; null: without end. */
  readonly startsAt: string | null;
  readonly endsAt: string | null;
  /** What an impression is expected to bring, by what was learned. Null: it was not shown yet. */
  readonly expected: { readonly clicks: number; readonly conversions: number } | null;
};
