import type { AdvertiserDefinition } from '../../../../demand/advertiser-schema.ts';
import type { AdvertiserState } from '../../../../store/advertiser-record.ts';
import type { CampaignRow } from '../../../campaigns/page/api.ts';
import type { AccountDocument } from '../api.ts';

/** What the admin port answers about advertisers. Money is in USD, days are those of UTC. */

export type ShownAdvertiserState = Exclude<AdvertiserState, 'deleted'>;

export const ADVERTISER_SORTS = ['spent', 'today', 'name', 'campaigns'] as const;

export type AdvertiserSort = (typeof ADVERTISER_SORTS)[number];

/** `GET /api/advertisers?find=…&state=…&sort=…&page=…` */
export type AdvertiserQuestion = {
  readonly find: string;
  readonly state: ShownAdvertiserState | undefined;
  readonly sort: AdvertiserSort;
  /** From 1. */
  readonly page: number;
};

export type AdvertiserList = {
  readonly rows: readonly AdvertiserRow[];
  readonly total: number;
  readonly page: number;
  readonly pages: number;
};

export type AdvertiserRow = {
  readonly domain: string;
  readonly name: string;
  /** Whether somebody has described it. The others are named as their campaigns name them. */
  readonly isDescribed: boolean;
  readonly state: ShownAdvertiserState;
  readonly campaigns: number;
  /** Those that bid, or would if it were not blocked. */
  readonly running: number;
  /** Of its campaigns, today and in the last 30 days. Null: the ledger cannot be read now. */
  readonly spend: { readonly todayUsd: number; readonly recentUsd: number } | null;
};

/** `GET /api/advertisers/<domain>`, and the answer to every change of one. */
export type AdvertiserDocument = Omit<AccountDocument<AdvertiserDefinition>, 'source' | 'state'> & {
  /** Nobody has described it yet: the definition is what its campaigns say. */
  readonly isDescribed: boolean;
  readonly state: ShownAdvertiserState;
};

/** `GET /api/advertisers/<domain>/figures` */
export type AdvertiserFigures = {
  readonly campaigns: readonly AdvertiserCampaign[];
  /** Of all its campaigns, also of those that are not listed. */
  readonly campaignCount: number;
  readonly running: number;
  /** Creatives that wait for approval. */
  readonly waiting: readonly WaitingCreative[];
  readonly waitingCount: number;
  /** Null: the ledger cannot be read now. */
  readonly spend: AdvertiserSpend | null;
};

export type AdvertiserSpend = {
  /** The last 30 days, the earliest first. */
  readonly days: readonly { readonly day: string; readonly spendUsd: number }[];
  readonly todayUsd: number;
  readonly recentUsd: number;
  /** How often its ads were shown in the last seven days. */
  readonly weekImpressions: number;
};

export type AdvertiserCampaign = {
  readonly partner: string;
  readonly campaign: string;
  readonly state: CampaignRow['state'];
  readonly kind: CampaignRow['kind'];
  readonly sentence: string;
  readonly todayUsd: number;
  readonly recentUsd: number;
};

type WaitingCreative = {
  readonly partner: string;
  readonly campaign: string;
  readonly creative: string;
};
