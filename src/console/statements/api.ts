/** What the admin port answers about statements. Amounts are exact, as text. Months are like `2026-10`, in UTC. */

/** `GET /api/statements`: the latest month first. */
export type MonthsAnswer = { readonly months: readonly ShownMonth[] };

export type ShownMonth = {
  readonly month: string;
  /** `closable`: it is over, and nothing speaks against closing it. */
  readonly state: 'open' | 'closable' | 'closed';
  /** Why it cannot be closed yet. */
  readonly reason: string | null;
  readonly closedAt: string | null;
  readonly closedBy: string | null;
};

/** `GET /api/statements/{month}` */
export type MonthAccounts = {
  readonly month: string;
  readonly state: 'open' | 'closed';
  readonly accounts: readonly ShownAccount[];
  /** Whether there are more accounts than are listed. */
  readonly isCut: boolean;
};

/** A publisher is owed, a partner owes. */
export type ShownAccount = {
  readonly side: 'publisher' | 'partner';
  readonly account: string;
  readonly currency: string;
  /** In the currency. Null until the month is closed. */
  readonly total: string | null;
  readonly usd: string;
};

/** `GET /api/statements/adjustments`: the latest first. */
export type AdjustmentsAnswer = { readonly adjustments: readonly ShownAdjustment[] };

export type ShownAdjustment = {
  readonly id: number;
  readonly month: string;
  readonly at: string;
  readonly by: string;
  readonly kind: 'correction' | 'invalid-traffic';
  readonly publisher?: string;
  readonly partner?: string;
  readonly campaign?: string;
  /** Of a correction. */
  readonly amount?: string;
  readonly currency?: string;
  /** Of invalid traffic. */
  readonly from?: string;
  readonly to?: string;
  readonly reason: string;
};

/** `GET /api/portal/statements`: of one publisher, the latest month first. */
export type OwnMonths = {
  readonly months: readonly (ShownMonth & {
    readonly currency: string | null;
    /** Null until the month is closed. */
    readonly total: string | null;
  })[];
};
