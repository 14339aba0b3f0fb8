import type { CampaignDocument } from './api.ts';

/** What serves, and what becomes of the change that does not. */
export function pendingSentence({
  state,
  reviews,
}: Pick<CampaignDocument, 'state' | 'reviews'>): string {
  const serving =
    state === 'active'
      ? 'The approved version is serving'
      : 'Only the approved version serves when the campaign runs';
  if (reviews.some((review) => review.state === 'waiting')) {
    return `${serving}; the change waits for approval.`;
  }
  const rejected = reviews.filter((review) => review.state === 'rejected');
  const reasons = rejected.map(({ creative, reason }) => `${creative}: ${reason}`).join('; ');
  return `${serving}; the change was rejected (${reasons}).`;
}
