import type { StatementMonth } from '../statements.ts';

/** What the admin port answers about statements. Amounts are exact, as text. Months are like `2026-10`, in UTC. */

/** `GET /api/statements`: the latest month first. */
export type MonthsAnswer = { readonly months: readonly StatementMonth[] };

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
  readonly months: readonly (StatementMonth & {
    readonly currency: string | null;
    /** Null until the month is closed. */
    readonly total: string | null;
  })[];
};
