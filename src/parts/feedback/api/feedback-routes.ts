import type { AnswerFeedback, FeedbackAsked } from '../../../host/admin/admin-api.ts';
import { readDays } from '../../../host/admin/days-query.ts';
import { json } from '../../../host/admin/headers.ts';
import type { RouteAnswer } from '../../../host/admin/route.ts';
import { Refusal, refuse } from '../../../lib/refusal.ts';

/** Longer than anybody waits to look. */
export const FEEDBACK_DAYS_MAX = 92;
const USUAL_DAYS = 28;

/** What the parameters ask for, of one publisher or of all. */
export async function answerFeedback(
  feedback: AnswerFeedback,
  parameters: URLSearchParams,
  of: Omit<FeedbackAsked, 'days'>,
): Promise<RouteAnswer> {
  const days = readDays(parameters, { usual: USUAL_DAYS, max: FEEDBACK_DAYS_MAX });
  if (days instanceof Refusal) return days;
  const found = await feedback({ ...of, days });
  return 'reason' in found ? refuse.unavailable(found.reason) : json(found);
}

/** For operators: of one publisher, of one campaign with its partner, or of all. */
export function feedbackOf(parameters: URLSearchParams): Omit<FeedbackAsked, 'days'> | Refusal {
  const [publisher, partner, id] = ['publisher', 'partner', 'campaign'].map(
    (name) => parameters.get(name) ?? undefined,
  );
  if ((partner === undefined) !== (id === undefined)) {
    return refuse.missing(
      partner === undefined ? 'partner' : 'campaign',
      'expected partner and campaign, or neither',
    );
  }
  const campaign = partner === undefined || id === undefined ? undefined : { partner, id };
  return { publisher, campaign };
}
