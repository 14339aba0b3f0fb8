import type { AnswerOf, OpOf } from '../../../lib/op.ts';
import { callsOf } from '../../../ui/calls.ts';
import type { STATEMENT_OPS } from '../operations.ts';

type Ops = typeof STATEMENT_OPS;

export const { call, useAsked } = callsOf<Ops>();

export type Adjustment = AnswerOf<OpOf<Ops, 'POST /api/statements/adjustments'>>;
