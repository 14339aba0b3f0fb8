import type { UnchargedReason } from '../../../core/sale/fact.ts';
import type { HoldCause } from '../../../core/sale/hold-cause.ts';
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

/** Counts of impressions, without tests. */
export type DeliveryCounts = {
  readonly bid: number;
  readonly won: number;
  readonly shown: number;
  readonly clicked: number;
  /** Orders and other events that the advertiser's server told of, and what they were worth to it. */
  readonly converted: number;
  readonly valueUsd: number;
  readonly spendUsd: number;
};

/** What was not charged for one reason. */
export type Uncharged = {
  readonly reason: UnchargedReason;
  readonly count: number;
  readonly usd: number;
};

/** `GET /api/campaigns/<partner>/<campaign>/delivery?days=…` */
export type CampaignDelivery = DeliveryCounts & {
  /** It ran on the request, and was among the dearest of its partner that could pay or that were held back. */
  readonly matched: number;
  /** On average. Null: it has not bid. */
  readonly bidCpmUsd: number | null;
  /** The most frequent first, like the lists below. */
  readonly misfits: readonly MissingAsset[];
  readonly held: readonly HeldBid[];
  readonly heldCount: number;
  /** Bills, clicks and conversions that were not charged, or not in full, by the reason. */
  readonly uncharged: readonly Uncharged[];
  readonly dropped: readonly DroppedBid[];
  readonly droppedCount: number;
  readonly outbid: readonly OutbidBy[];
  readonly outbidCount: number;
  readonly creatives: readonly CreativeDelivery[];
};

/** No creative of the campaign fitted, for want of this. */
export type MissingAsset = {
  readonly missing: string;
  readonly publisher: string;
  readonly count: number;
};

/** Requests that the campaign matched and that its budget did not let it bid on. */
export type HeldBid = {
  readonly cause: HoldCause;
  readonly count: number;
  /** What it would have bid, on average. */
  readonly cpmUsd: number;
};

/** The bid broke a rule, by its OpenRTB loss code. */
export type DroppedBid = {
  readonly code: number;
  readonly publisher: string;
  readonly count: number;
  /** The floor that it was below, on average. Null: it was not, or that was not recorded yet. */
  readonly floorUsd: number | null;
};

export type OutbidBy = {
  readonly partner: string;
  readonly seat: string;
  readonly count: number;
  /** What the winner bid, on average. */
  readonly cpmUsd: number;
};

export type CreativeDelivery = DeliveryCounts & {
  /** '': counts from before they were kept for each creative. */
  readonly creative: string;
};

/** `POST /api/campaigns/estimate?partner=…`: what a campaign would do in a day of traffic like that of the sample. */
export type CampaignEstimate = {
  /** How sure it is, in a sentence or two. */
  readonly confidence: string;
  readonly sample: {
    /** Sampled requests that were replayed, those that match the campaign, and those that it would win. */
    readonly requests: number;
    readonly matched: number;
    readonly won: number;
    /** The time that the sample covers. */
    readonly days: number;
  };
  /** Figures of a day. */
  readonly requests: number;
  readonly matched: number;
  /** Within the budget, like the spend. */
  readonly impressions: number;
  readonly spendUsd: number;
  /** The field of the limit that is reached first. Null: none is. */
  readonly limitedBy: string | null;
  /** The price that a thousand of these impressions would have. Null: it wins none. */
  readonly cpmUsd: number | null;
  /** Clicks for each ad shown, as learned from ads of this campaign, its advertiser or all; `nobody`: an assumption. */
  readonly clickRate: {
    readonly rate: number;
    readonly of: 'campaign' | 'advertiser' | 'exchange' | 'nobody';
  };
  /** Without the budget: what more or less money would win. */
  readonly curve: readonly EstimatedBid[];
  /** The conditions that cost requests, the one that costs most first. */
  readonly conditions: readonly ConditionCost[];
  /** What a matching request was lost to, the most frequent first. */
  readonly lost: readonly EstimatedLoss[];
  /** Fields that a sample tells nothing about: they are estimated as if they were not there. */
  readonly ignored: readonly string[];
};

/** `bidUsd` is in the campaign's own unit, like its CPM. */
type EstimatedBid = {
  readonly bidUsd: number;
  readonly impressions: number;
  readonly spendUsd: number;
};

/** A condition by its field, and the requests of a day that fail it alone. */
type ConditionCost = { readonly field: string; readonly requests: number };

type EstimatedLoss = {
  readonly kind: string;
  /** A sentence about one of them. */
  readonly example: string;
  readonly requests: number;
};
