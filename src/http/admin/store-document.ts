import type { StoredCampaign } from '../../store/stored-campaign.ts';
import { json } from './headers.ts';

/** Stands for a campaign that is in a file. */
export const FILE_REVISION = 0;

/** A campaign as the API shows it. */
export function documentOf(stored: StoredCampaign) {
  const { partner, state, revision, createdMs, changedMs, changedBy, campaign, reviews } = stored;
  return {
    partner,
    /** What is in a file can only be looked at here. */
    source: revision === FILE_REVISION ? 'file' : 'store',
    state,
    revision,
    createdAt: new Date(createdMs).toISOString(),
    changedAt: new Date(changedMs).toISOString(),
    changedBy,
    campaign,
    reviews,
  };
}

/** With its revision as the entity tag, which `If-Match` takes. */
export function campaignResponse(stored: StoredCampaign, status = 200): Response {
  const response = json(documentOf(stored), status);
  response.headers.set('ETag', `"${stored.revision}"`);
  return response;
}

export function creativeDocuments(stored: StoredCampaign) {
  return stored.campaign.creatives.map((creative) => {
    const review = stored.reviews.find((one) => one.creative === creative.id);
    return {
      partner: stored.partner,
      campaign: stored.campaign.id,
      revision: stored.revision,
      state: review?.state ?? 'waiting',
      reason: review?.reason ?? '',
      creative,
    };
  });
}
