import type { AnswerOf, OpOf } from '../../../lib/op.ts';
import { callsOf } from '../../../ui/calls.ts';
import type { STATEMENT_OPS } from '../operations.ts';
import type { StatementMonth } from '../statements.ts';

type Ops = typeof STATEMENT_OPS;

export const { call, useAsked } = callsOf<Ops>();

export type Adjustment = AnswerOf<OpOf<Ops, 'POST /api/statements/adjustments'>>;

/** `GET /api/portal/statements`: of one publisher, the latest month first. */
export type OwnMonths = {
  readonly months: readonly (StatementMonth & {
    readonly currency: string | null;
    /** Null until the month is closed. */
    readonly total: string | null;
  })[];
};
