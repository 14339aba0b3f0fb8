import type { AnswerFeedback } from '../../../host/admin/admin-api.ts';
import type { Host } from '../../../host/host.ts';
import { FEEDBACK_ROWS_MAX } from '../../../ledger/feedback/feedback-rows.ts';
import { DAY_MS, dayOf } from '../../../lib/day.ts';
import type { FeedbackList } from '../page/api.ts';

/** What people said of ads in so many days of UTC, today included. */
export function feedbackAnswer({ ledger, nowMs }: Pick<Host, 'ledger' | 'nowMs'>): AnswerFeedback {
  return async ({ days, publisher, campaign }) => {
    const fromMs = (dayOf(nowMs()) - days + 1) * DAY_MS;
    const found = await ledger.feedback({ fromMs, publisher, campaign });
    if ('reason' in found) return found;
    const rows = found.map(({ lastMs, ...row }) => ({
      ...row,
      at: new Date(lastMs).toISOString(),
    }));
    return { rows, isWhole: rows.length < FEEDBACK_ROWS_MAX };
  };
}

/** Which partner sold an ad is none of a publisher's business. */
export function withoutPartners({ rows, isWhole }: FeedbackList): FeedbackList {
  return { rows: rows.map((row) => ({ ...row, partner: null })), isWhole };
}
