import { json } from '../../../host/admin/headers.ts';
import { pendingChanges } from '../../../store/approved-version.ts';
import { type Covered, coveredOf, senderOf } from '../../../store/covered-fields.ts';
import { approvedCampaign, type StoredCampaign } from '../../../store/stored-campaign.ts';

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
    /** Of one that is archived: the state before. Null where that is not known. */
    archivedFrom: stored.archivedFrom ?? null,
    revision,
    createdAt: new Date(createdMs).toISOString(),
    changedAt: new Date(changedMs).toISOString(),
    changedBy,
    campaign,
    reviews,
    /** As it serves while it is active. Null: nothing of it is approved. */
    approved: approvedCampaign(stored) ?? null,
    /** Where the campaign differs from that. */
    pending: pendingChanges(stored),
  };
}

export function campaignResponse(stored: StoredCampaign, status = 200): Response {
  return tagged(documentOf(stored), stored, status);
}

/** With the revision of the record as the entity tag, which `If-Match` takes. */
export function tagged(
  document: object,
  { revision }: Pick<StoredCampaign, 'revision'>,
  status = 200,
): Response {
  const response = json(document, status);
  response.headers.set('ETag', `"${revision}"`);
  return response;
}

export function creativeDocuments(stored: StoredCampaign) {
  const sender = senderOf(coveredOf(stored.campaign));
  return stored.campaign.creatives.map((creative) => {
    const review = stored.reviews.find((one) => one.creative === creative.id);
    return {
      partner: stored.partner,
      campaign: stored.campaign.id,
      revision: stored.revision,
      state: review?.state ?? 'waiting',
      reason: review?.reason ?? '',
      /** Who says it: approved and rejected together with the creative. */
      sender,
      creative,
      approved: approvedAd(stored.approved, creative.id),
    };
  });
}

/** A creative as it was approved last, with its sender. */
function approvedAd(approved: Covered | undefined, id: string) {
  const creative = approved?.creatives.find((one) => one.id === id);
  if (approved === undefined || creative === undefined) return null;
  return { sender: senderOf(approved), creative };
}
