import type { FeedbackRow } from '../../../ledger/feedback/feedback-rows.ts';

/**
 * `GET /api/feedback?days=28&publisher=&partner=&campaign=`, and of one publisher `GET /api/portal/feedback?days=28`: the
 * ads of which people said something, the newest first.
 */
export type FeedbackList = {
  readonly rows: readonly FeedbackLine[];
  /** Whether these are all: of very many, the newest are listed. */
  readonly isWhole: boolean;
};

export type FeedbackLine = Omit<FeedbackRow, 'lastMs' | 'partner'> & {
  /** null for people of a publisher, whom it does not concern. */
  readonly partner: string | null;
  /** When something was said last. */
  readonly at: string;
};
