import { NUMBER, type Operation, PAGE, TEXT } from '../../../host/admin/operation.ts';
import { SHOWN_ADVERTISER_STATES } from '../../../store/advertiser-record.ts';
import { ADVERTISER_SORTS } from '../page/advertisers/api.ts';

const ADVERTISER = { $ref: '#/components/schemas/AdvertiserDefinition' };
const IF_MATCH = { 'If-Match': 'optional' } as const;

/** Advertisers by their domains, as `ACCOUNT_OPERATIONS` has publishers and partners. */
export const ADVERTISER_OPERATIONS = {
  'GET /api/advertisers': {
    role: 'read',
    summary: 'Advertisers that are described, and those that campaigns name, fifty a page',
    query: {
      find: TEXT,
      state: { enum: SHOWN_ADVERTISER_STATES },
      sort: { enum: ADVERTISER_SORTS },
      page: PAGE,
    },
  },
  'POST /api/advertisers': {
    role: 'ads',
    summary: 'Describes an advertiser',
    headers: { 'Idempotency-Key': 'optional' },
    body: ADVERTISER,
    statuses: [201, 409, 422],
  },
  'GET /api/advertisers/{domain}': {
    role: 'read',
    summary: 'One advertiser, also one that nobody has described yet',
    statuses: [200, 404],
  },
  'PUT /api/advertisers/{domain}': {
    role: 'ads',
    summary: 'Replaces its description',
    headers: { 'If-Match': 'required' },
    body: ADVERTISER,
    statuses: [200, 404, 409, 412, 422, 428],
  },
  'DELETE /api/advertisers/{domain}': {
    role: 'ads',
    summary: 'Deletes the description, if it is not blocked',
    headers: IF_MATCH,
    statuses: [204, 404, 409, 412],
  },
  'POST /api/advertisers/{domain}/state': {
    // It stops the ads of an advertiser for everybody.
    role: 'admin',
    summary: 'Blocks it for all publishers, or allows it again',
    headers: IF_MATCH,
    body: {
      type: 'object',
      required: ['state'],
      properties: { state: { enum: SHOWN_ADVERTISER_STATES } },
    },
    statuses: [200, 404, 409, 412],
  },
  'GET /api/advertisers/{domain}/figures': {
    role: 'read',
    summary: 'Its campaigns, what they spent and showed, and what of them waits for approval',
  },
  'GET /api/advertisers/{domain}/history': {
    // A part of the audit log, which `read` does not see.
    role: 'ads',
    summary: 'Who changed what and when, the latest first',
    query: { before: NUMBER },
  },
} as const satisfies Readonly<Record<string, Operation>>;

export type AdvertiserOperationName = keyof typeof ADVERTISER_OPERATIONS;
