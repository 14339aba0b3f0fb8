import type { AnswerOf, OpOf } from '../../../lib/op.ts';
import { callsOf } from '../../../ui/calls.ts';
import type { REPORT_OPS } from '../operations.ts';

type Ops = typeof REPORT_OPS;

export const { call, useAsked } = callsOf<Ops>();

export type SavedReport = AnswerOf<OpOf<Ops, 'GET /api/saved-reports/{report}'>>;

/** What each part of the page of one saved report is given. */
export type SavedPartProps = {
  readonly one: SavedReport;
  readonly mayChange: boolean;
  readonly reload: () => void;
};
