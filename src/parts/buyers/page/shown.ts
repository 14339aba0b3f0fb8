import type { RecordList } from '../../../host/record-ops.ts';

/** What the admin port answers about AI buyers. Times are ISO texts, money is in USD, days are those of UTC. */

export type BuyerDay = {
  readonly spentUsd: number;
  /** What its packages could spend on this day at most, which has to fit into the cap. */
  readonly mostUsd: number;
};

export const SHOWN_BUYER_ACCOUNT_STATES = [
  'pending_approval',
  'active',
  'payment_required',
  'suspended',
  'rejected',
  'closed',
] as const;

export type ShownBuyerAccountState = (typeof SHOWN_BUYER_ACCOUNT_STATES)[number];

/** What an operator may decide of an account. */
export const ACCOUNT_DECISIONS = ['active', 'rejected', 'suspended', 'closed'] as const;

export type AccountDecision = (typeof ACCOUNT_DECISIONS)[number];

/** Those that the buyer is told a reason for. */
export const DECISIONS_WITH_REASON: readonly AccountDecision[] = ['rejected', 'suspended'];

/** What may follow each state. */
export const NEXT_DECISIONS: Readonly<Record<ShownBuyerAccountState, readonly AccountDecision[]>> =
  {
    pending_approval: ['active', 'rejected'],
    active: ['suspended', 'closed'],
    payment_required: ['active', 'suspended', 'closed'],
    suspended: ['active', 'closed'],
    rejected: ['active'],
    closed: [],
  };

/** `GET /api/buyer-accounts?buyer=&state=&page=`: those that were declared last first. */
export type BuyerAccountList = RecordList<BuyerAccountRow>;

/** Also the answer of `POST /api/buyer-accounts/{account}/state`. */
export type BuyerAccountRow = {
  readonly id: string;
  readonly buyer: string;
  readonly state: ShownBuyerAccountState;
  readonly name: string;
  /** The domain of the brand that is bought for. */
  readonly brand: string;
  /** Who operates for the brand. */
  readonly operator: string;
  readonly isSandbox: boolean;
  readonly billing: string;
  /** Like `net_30`, which the operator accepts by approving; null: none were named. */
  readonly paymentTerms: string | null;
  /** What the buyer is told of its state, or ''. */
  readonly reason: string;
  readonly revision: number;
  readonly createdAt: string;
  readonly changedAt: string;
  readonly changedBy: string;
};

/** `GET /api/buys?buyer=&account=&page=`: those that were made last first. */
export type BuyList = RecordList<BuyRow>;

export type BuyRow = {
  readonly id: string;
  readonly buyer: string;
  readonly account: string;
  readonly brand: string;
  /** As the buyer reads it, derived from the buy, the clock and its creatives. */
  readonly status: string;
  readonly isSandbox: boolean;
  readonly start: string;
  readonly end: string;
  readonly budgetUsd: number;
  /** Null: the ledger cannot be read. */
  readonly spentUsd: number | null;
  readonly createdAt: string;
  readonly changedAt: string;
  readonly changedBy: string;
  readonly packages: readonly PackageRow[];
};

export type PackageRow = {
  readonly id: string;
  readonly product: string;
  readonly model: 'cpm' | 'cpc';
  readonly bidUsd: number;
  readonly budgetUsd: number;
  readonly dailyCapUsd: number | null;
  readonly spentUsd: number | null;
  /** Its campaign in the store. Null: it has none, so that it does not serve. */
  readonly campaign: { readonly partner: string; readonly campaign: string } | null;
  readonly standing: {
    readonly kind: 'good' | 'warn' | 'bad' | 'quiet';
    /** What happens to it, or why nothing does. */
    readonly sentence: string;
  };
};
