import { FREE_FIELDS } from '../../../demand/campaigns/free-fields.ts';
import { differencesOf } from '../../../lib/differences.ts';
import type { Draft } from '../../../ui/form-field.tsx';
import { Changes } from '../../../ui/history.tsx';
import type { CampaignDocument } from '../operations.ts';

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

const FREE: ReadonlySet<string> = new Set(FREE_FIELDS);

/** What becomes of a change of what approval covers, before it is saved (ruling 73). undefined: it takes effect at once. */
export function waitingSentence(
  { needsApproval, approved, state, definition }: CampaignDocument,
  draft: Draft,
): string | undefined {
  const covered = differencesOf(definition, draft).some(
    ({ field }) => !FREE.has(field.replace(/[.[].*$/, '')),
  );
  if (!needsApproval || !covered) return undefined;
  if (approved === null) return 'The change serves once somebody has approved it.';
  const serving = state === 'active' ? 'goes on serving' : 'stays approved';
  return `The approved version ${serving} until somebody has approved this change of what readers see. Prices, budgets, dates and targeting change at once.`;
}

/** What serves, and what becomes of the change that does not. */
function pendingSentence({ state, reviews }: Pick<CampaignDocument, 'state' | 'reviews'>): string {
  const serving =
    state === 'active'
      ? 'The approved version is serving'
      : 'Only the approved version serves when the campaign runs';
  const all = Object.entries(reviews);
  if (all.some(([, review]) => review.state === 'waiting')) {
    return `${serving}; the change waits for approval.`;
  }
  const rejected = all.filter(([, review]) => review.state === 'rejected');
  const reasons = rejected.map(([creative, { reason }]) => `${creative}: ${reason}`).join('; ');
  return `${serving}; the change was rejected (${reasons}).`;
}
