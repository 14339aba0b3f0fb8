import type { CampaignRow } from '../../console/campaigns/api.ts';
import type { CampaignStatus } from '../../ledger/budgets/campaign-status.ts';
import { isServing, type StoredCampaign } from '../../store/stored-campaign.ts';

type Shown = Pick<CampaignRow, 'state' | 'sentence'>;

/** Whether a campaign of the store serves and, if not, why. */
export function storedState(stored: StoredCampaign, report: CampaignStatus | undefined): Shown {
  const { state, changedBy, changedMs } = stored;
  const when = `by ${changedBy} at ${new Date(changedMs).toISOString().replace(/\.\d+Z$/, 'Z')}`;
  switch (state) {
    case 'draft':
      return { state, sentence: 'draft: it was not started yet' };
    case 'paused':
      return { state, sentence: `paused; last changed ${when}` };
    case 'archived':
    case 'deleted':
      return { state: 'archived', sentence: `archived; last changed ${when}` };
    case 'active': {
      if (!isServing(stored)) return waiting(stored);
      const shown = reported(report);
      return { ...shown, sentence: `${shown.sentence}${pendingWords(stored)}` };
    }
  }
}

function reported(report: CampaignStatus | undefined): Shown {
  if (report === undefined) return { state: 'quiet', sentence: 'starting' };
  return { state: servingStateOf(report), sentence: report.sentence };
}

export function servingStateOf({ state }: CampaignStatus): Shown['state'] {
  return state === 'serving' ? 'serving' : state === 'no-request-matched' ? 'quiet' : 'stopped';
}

function waiting({ reviews }: StoredCampaign): Shown {
  return { state: 'waiting', sentence: rejectionWords(reviews) ?? 'no creative is approved yet' };
}

/** Whether its approved version serves, and a further one waits (ruling 73). */
export function hasChangeWaiting(stored: StoredCampaign): boolean {
  return isServing(stored) && stored.reviews.some(({ state }) => state === 'waiting');
}

function pendingWords(stored: StoredCampaign): string {
  if (hasChangeWaiting(stored)) return '; a change waits for approval';
  const rejected = rejectionWords(stored.reviews);
  return rejected === undefined ? '' : `; ${rejected}`;
}

function rejectionWords(reviews: StoredCampaign['reviews']): string | undefined {
  const rejected = reviews.find(({ state }) => state === 'rejected');
  return rejected && `creative ${rejected.creative} was rejected: ${rejected.reason}`;
}
