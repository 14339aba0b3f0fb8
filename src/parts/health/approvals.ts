import type { Trouble } from '../../host/admin/answers.ts';
import { type StoredCampaign, waitingCreatives } from '../../store/stored-campaign.ts';
import { troubleOf } from './trouble-of.ts';

/** How many wait, and since when the first of them does. */
export type Waiting = { readonly count: number; readonly oldestMs: number };

export const NONE_WAITING: Waiting = { count: 0, oldestMs: Number.POSITIVE_INFINITY };

type ApprovalStore = {
  readonly campaigns: () => ReadonlyMap<string, StoredCampaign>;
  readonly status: () => { readonly revision: number };
  /** The accounts of AI buyers that were found to wait last. */
  readonly accounts: () => Waiting;
};

/** Campaigns whose ads wait for an approval, and accounts of AI buyers. Campaigns are counted when the store has changed. */
export function createApprovals({
  campaigns,
  status,
  accounts,
}: ApprovalStore): () => Trouble | undefined {
  let counted: { readonly revision: number; readonly waiting: Waiting } | undefined;
  return () => {
    const { revision } = status();
    if (counted?.revision !== revision)
      counted = { revision, waiting: waitingOf(campaigns().values()) };
    return troubleOfWaiting(counted.waiting, accounts());
  };
}

function waitingOf(campaigns: Iterable<StoredCampaign>): Waiting {
  let { count, oldestMs } = NONE_WAITING;
  for (const stored of campaigns) {
    // Nobody has to hurry for a draft.
    if (stored.state === 'draft' || waitingCreatives(stored).length === 0) continue;
    count++;
    oldestMs = Math.min(oldestMs, stored.changedMs);
  }
  return { count, oldestMs };
}

function troubleOfWaiting(campaigns: Waiting, accounts: Waiting): Trouble | undefined {
  const count = campaigns.count + accounts.count;
  if (count === 0) return undefined;
  const oldestMs = Math.min(campaigns.oldestMs, accounts.oldestMs);
  const since = new Date(oldestMs).toISOString().slice(0, 16).replace('T', ' ');
  const named = [
    counted(campaigns.count, 'campaign', 'campaigns'),
    counted(accounts.count, 'account of an AI buyer', 'accounts of AI buyers'),
  ].filter((words) => words !== '');
  const wait = count === 1 ? 'waits' : 'wait';
  const oldest = count === 1 ? `since ${since} UTC` : `the oldest since ${since} UTC`;
  const what = `${named.join(' and ')} ${wait} for approval, ${oldest}`;
  const page = campaigns.count === 0 ? 'buyers' : 'approvals';
  return troubleOf('approvals-waiting', { kind: 'warn', what, page });
}

const counted = (count: number, one: string, several: string) =>
  count === 0 ? '' : `${count} ${count === 1 ? one : several}`;
