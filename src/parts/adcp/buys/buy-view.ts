import type { PackageStanding } from '../package-standing.ts';
import type { BuyerAccount } from '../records/account-record.ts';
import type { BuyPackage, BuyStatus, MediaBuy } from '../records/buy-record.ts';

/** A buy as an answer has it, in whatever version it is written. */
export type BuyView = {
  readonly buy: MediaBuy;
  readonly account: BuyerAccount;
  readonly status: BuyStatus;
};

export type PackageView = {
  readonly line: BuyPackage;
  readonly approvals: readonly PackageApproval[];
  /** Why it delivers or does not. undefined: it is not known, or there is nothing to say. */
  readonly delivery: PackageStanding | undefined;
};

export type PackageApproval = {
  readonly creativeId: string;
  readonly status: 'pending_review' | 'approved' | 'rejected';
  /** Of one that is rejected, else ''. */
  readonly reason: string;
};

/** One change of a buy. */
export type BuyHistoryEntry = {
  readonly revision: number;
  readonly atMs: number;
  readonly actor: string;
  readonly action: string;
  readonly summary: string;
};

export type ListedBuyView = BuyView & {
  readonly packages: readonly PackageView[];
  /** undefined: it was not asked for. */
  readonly history: readonly BuyHistoryEntry[] | undefined;
  readonly isSnapshotAsked: boolean;
};
