import { CampaignSchema } from '../../demand/campaigns/campaign-schema.ts';
import { CAMPAIGN_ROW_STATES, CAMPAIGN_SORTS } from '../../parts/campaigns/page/api.ts';
import { CREATIVE_STATES, STORED_STATES } from '../../store/stored-campaign.ts';
import { NUMBER, type Operation, PAGE, TEXT } from './operation.ts';

export const REVIEW_REASON_LENGTH_MAX = 500;

/** Those that people see. */
export const SHOWN_STATES = STORED_STATES.filter((state) => state !== 'deleted');

const CAMPAIGN = { $ref: '#/components/schemas/CampaignDefinition' };

/** By method and path; handlers have the same keys. */
export const OPERATIONS = {
  'GET /api/campaigns': {
    role: 'read',
    summary: 'Campaigns of files and of the store, fifty a page',
    query: {
      find: TEXT,
      state: { enum: CAMPAIGN_ROW_STATES },
      partner: TEXT,
      campaign: TEXT,
      sort: { enum: CAMPAIGN_SORTS },
      page: PAGE,
    },
  },
  'POST /api/campaigns': {
    role: 'ads',
    summary: 'Creates a draft',
    query: { partner: TEXT },
    headers: { 'Idempotency-Key': 'optional' },
    body: CAMPAIGN,
    statuses: [201, 404, 409, 422],
  },
  'POST /api/campaigns/check': {
    role: 'read',
    summary: 'The faults of a campaign, without a change',
    body: CAMPAIGN,
  },
  'GET /api/approvals': {
    role: 'read',
    summary: 'The creatives that wait for approval, those that wait longest first, fifty a page',
    query: { rows: { type: 'integer', minimum: 0, maximum: 50 }, page: PAGE },
  },
  'GET /api/campaigns/{partner}/{campaign}': {
    role: 'read',
    summary: 'One campaign of the store',
    statuses: [200, 404],
  },
  'PUT /api/campaigns/{partner}/{campaign}': {
    role: 'ads',
    summary: 'Replaces it',
    headers: { 'If-Match': 'required' },
    body: CAMPAIGN,
    statuses: [200, 404, 412, 422, 428],
  },
  'DELETE /api/campaigns/{partner}/{campaign}': {
    role: 'ads',
    summary: 'Deletes a draft',
    headers: { 'If-Match': 'optional' },
    statuses: [204, 404, 409, 412],
  },
  'POST /api/campaigns/{partner}/{campaign}/state': {
    role: 'ads',
    summary: 'Starts, pauses or archives it',
    headers: { 'If-Match': 'optional' },
    body: {
      type: 'object',
      required: ['state'],
      properties: { state: { enum: SHOWN_STATES } },
    },
    statuses: [200, 404, 409, 412],
  },
  'GET /api/campaigns/{partner}/{campaign}/history': {
    // A part of the audit log, which `read` does not see.
    role: 'ads',
    summary: 'Who changed what and when, the latest first',
    query: { before: NUMBER },
  },
  'GET /api/creatives': {
    role: 'read',
    summary: 'Creatives of the store, fifty a page',
    query: {
      find: TEXT,
      state: { enum: CREATIVE_STATES },
      partner: TEXT,
      campaign: TEXT,
      page: PAGE,
    },
  },
  'GET /api/creatives/{partner}/{campaign}/{creative}': {
    role: 'read',
    summary: 'One creative, with the revision of its campaign as the ETag',
    statuses: [200, 404],
  },
  'PUT /api/creatives/{partner}/{campaign}/{creative}': {
    role: 'ads',
    summary: 'Replaces one creative of a campaign',
    headers: { 'If-Match': 'required' },
    body: CampaignSchema.properties.creatives.items,
    statuses: [200, 404, 409, 412, 422, 428],
  },
  'POST /api/creatives/{partner}/{campaign}/{creative}/review': {
    role: 'admin',
    summary: 'Approves or rejects a creative, together with its advertiser, domain and categories',
    headers: { 'If-Match': 'required' },
    body: {
      type: 'object',
      required: ['state'],
      properties: {
        state: { enum: CREATIVE_STATES },
        reason: { type: 'string', maxLength: REVIEW_REASON_LENGTH_MAX },
      },
    },
    statuses: [200, 404, 412, 428],
  },
} as const satisfies Readonly<Record<string, Operation>>;

export type OperationName = keyof typeof OPERATIONS;
