import Type from 'typebox';
import { CampaignSchema } from '../../demand/campaigns/campaign-schema.ts';
import { pendingChanges } from '../../store/approved-version.ts';
import { type Covered, coveredOf, senderOf } from '../../store/covered-fields.ts';
import {
  approvedCampaign,
  CREATIVE_STATES,
  STORED_STATES,
  type StoredCampaign,
  type StoredState,
} from '../../store/stored-campaign.ts';

/** Stands for a campaign that is in a file. */
export const FILE_REVISION = 0;

/** A campaign as the API shows it. */
export function campaignDocument(stored: StoredCampaign) {
  const { partner, state, revision, createdMs, changedMs, changedBy, campaign, reviews } = stored;
  // Nobody sees what is deleted.
  const shown = state as Exclude<StoredState, 'deleted'>;
  return {
    partner,
    /** What is in a file can only be looked at here. */
    source: revision === FILE_REVISION ? ('file' as const) : ('store' as const),
    state: shown,
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

const TEXT = { type: 'string' };
const SHOWN_STATES = STORED_STATES.filter((state) => state !== 'deleted');

type CampaignDocument = ReturnType<typeof campaignDocument> & {
  /** Whether a change of what approval covers waits for it. Only where one is read. */
  readonly needsApproval?: boolean;
};

/** A campaign as the document of operations has it. */
export const CampaignAnswer = Type.Unsafe<CampaignDocument>({
  type: 'object',
  required: ['partner', 'state', 'revision', 'changedAt', 'changedBy', 'campaign', 'reviews'],
  properties: {
    partner: TEXT,
    state: { enum: SHOWN_STATES },
    archivedFrom: {
      enum: [...SHOWN_STATES, null],
      description: 'Of an archived one: its state before. A draft is brought back as a draft.',
    },
    revision: { type: 'integer', description: 'Also the ETag, for If-Match.' },
    createdAt: { type: 'string', format: 'date-time' },
    changedAt: { type: 'string', format: 'date-time' },
    changedBy: {
      type: 'string',
      description: 'The name of the token. For a campaign in a file: the path of the file.',
    },
    // As it was edited last.
    campaign: CampaignSchema,
    approved: {
      anyOf: [CampaignSchema, { type: 'null' }],
      description:
        'As it serves while it is active: the content that was approved last, with the price, budget, flight and targeting of now. Null: nothing of it is approved.',
    },
    pending: {
      type: 'array',
      description: 'Where the campaign differs from what is approved. Creatives go by their ids.',
      items: { type: 'object', required: ['field'], properties: { field: TEXT, from: {}, to: {} } },
    },
    reviews: {
      type: 'array',
      items: {
        type: 'object',
        properties: { creative: TEXT, state: { enum: [...CREATIVE_STATES] }, reason: TEXT },
      },
    },
    needsApproval: {
      type: 'boolean',
      description: 'Whether a change of what approval covers waits for it. Only where one is read.',
    },
  },
});
