import { Changes } from '../ui/history.tsx';
import type { CampaignDocument } from './api.ts';

/** What of the campaign is not approved and does not serve, while an earlier version is (ruling 73). */
export function Pending({ document }: { readonly document: CampaignDocument }) {
  if (document.pending.length === 0) return null;
  return (
    <section class="note" aria-label="Change that is not approved">
      <p>{pendingSentence(document)}</p>
      <Changes changes={document.pending} />
    </section>
  );
}

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
