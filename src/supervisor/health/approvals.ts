import type { Trouble } from '../../console/api.ts';
import { type StoredCampaign, waitingCreatives } from '../../store/stored-campaign.ts';

type ApprovalStore = {
  readonly campaigns: () => ReadonlyMap<string, StoredCampaign>;
  readonly status: () => { readonly revision: number };
};

/** Campaigns whose ads wait for an approval. They are counted when the store has changed. */
export function createApprovals({ campaigns, status }: ApprovalStore): () => Trouble | undefined {
  let counted: { readonly revision: number; readonly trouble: Trouble | undefined } | undefined;
  return () => {
    const { revision } = status();
    if (counted?.revision !== revision)
      counted = { revision, trouble: waitingOf(campaigns().values()) };
    return counted.trouble;
  };
}

function waitingOf(campaigns: Iterable<StoredCampaign>): Trouble | undefined {
  let [count, oldestMs] = [0, Number.POSITIVE_INFINITY];
  for (const stored of campaigns) {
    // Nobody has to hurry for a draft.
    if (stored.state === 'draft' || waitingCreatives(stored).length === 0) continue;
    count++;
    oldestMs = Math.min(oldestMs, stored.changedMs);
  }
  if (count === 0) return undefined;
  const since = new Date(oldestMs).toISOString().slice(0, 16).replace('T', ' ');
  const [wait, what] =
    count === 1 ? ['1 campaign waits', 'it'] : [`${count} campaigns wait`, 'them'];
  const oldest = count === 1 ? `since ${since} UTC` : `the oldest since ${since} UTC`;
  const words = `${wait} for approval, ${oldest}: approve or reject ${what}`;
  return { id: 'approvals-waiting', kind: 'warn', words, page: 'approvals' };
}
