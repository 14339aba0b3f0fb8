import type { CampaignDocument } from './api.ts';
import { Changes } from './changes.tsx';
import { pendingSentence } from './pending-words.ts';

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
