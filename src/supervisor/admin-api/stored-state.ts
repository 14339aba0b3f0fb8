import type { CampaignRow } from '../../console/campaigns/api.ts';
import type { CampaignReport } from '../../ledger/budgets/campaign-report.ts';
import { type StoredCampaign, servedCampaign } from '../../store/stored-campaign.ts';

type Shown = Pick<CampaignRow, 'state' | 'sentence'>;

/** Whether a campaign of the store serves and, if not, why. */
export function storedState(stored: StoredCampaign, report: CampaignReport | undefined): Shown {
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
    case 'active':
      if (servedCampaign(stored) === undefined) return waiting(stored);
      if (report === undefined) return { state: 'quiet', sentence: 'starting' };
      return { state: servingStateOf(report), sentence: report.sentence };
  }
}

export function servingStateOf({ state }: CampaignReport): Shown['state'] {
  return state === 'serving' ? 'serving' : state === 'no-request-matched' ? 'quiet' : 'stopped';
}

function waiting({ reviews }: StoredCampaign): Shown {
  const rejected = reviews.find(({ state }) => state === 'rejected');
  const sentence =
    rejected === undefined
      ? 'no creative is approved yet'
      : `creative ${rejected.creative} was rejected: ${rejected.reason}`;
  return { state: 'waiting', sentence };
}
