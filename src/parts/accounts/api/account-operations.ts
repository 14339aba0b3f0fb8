import { NUMBER, type Operation, PAGE, TEXT } from '../../../host/admin/operation.ts';
import { SHOWN_ACCOUNT_STATES } from '../../../store/stored-account.ts';

const PUBLISHER = { $ref: '#/components/schemas/PublisherDefinition' };
const PARTNER = { $ref: '#/components/schemas/PartnerDefinition' };
const STATE = {
  type: 'object',
  required: ['state'],
  properties: { state: { enum: SHOWN_ACCOUNT_STATES } },
};
const IF_MATCH = { 'If-Match': 'optional' } as const;

/** Publishers and partners: by method and path, as `OPERATIONS` has campaigns. */
export const ACCOUNT_OPERATIONS = {
  'GET /api/publishers': {
    role: 'read',
    summary: 'Publishers of the config and of the store, fifty a page',
    query: { find: TEXT, state: { enum: SHOWN_ACCOUNT_STATES }, page: PAGE },
  },
  'POST /api/publishers': {
    role: 'admin',
    summary: 'Creates a publisher, in the state invited',
    headers: { 'Idempotency-Key': 'optional' },
    body: PUBLISHER,
    statuses: [201, 409, 422],
  },
  'GET /api/publishers/{publisher}': {
    role: 'read',
    summary: 'One publisher, without its secrets',
    statuses: [200, 404],
  },
  'PUT /api/publishers/{publisher}': {
    role: 'admin',
    summary: 'Replaces its definition',
    headers: { 'If-Match': 'required' },
    body: PUBLISHER,
    statuses: [200, 404, 409, 412, 422, 428],
  },
  'DELETE /api/publishers/{publisher}': {
    role: 'admin',
    summary: 'Deletes it, if it is not active',
    headers: IF_MATCH,
    statuses: [204, 404, 409, 412],
  },
  'POST /api/publishers/{publisher}/state': {
    role: 'admin',
    summary: 'Starts or pauses it',
    headers: IF_MATCH,
    body: STATE,
    statuses: [200, 404, 409, 412],
  },
  'POST /api/publishers/{publisher}/keys': {
    role: 'admin',
    summary: 'Makes a key for its requests, which this answer alone has',
    headers: IF_MATCH,
    statuses: [200, 404, 409, 412],
  },
  'DELETE /api/publishers/{publisher}/keys/{key}': {
    role: 'admin',
    summary: 'Revokes a key',
    headers: IF_MATCH,
    statuses: [200, 404, 409, 412],
  },
  'POST /api/publishers/{publisher}/invitations': {
    role: 'admin',
    summary: 'Makes a link that lets somebody into its pages, once, within seven days',
    headers: IF_MATCH,
    statuses: [200, 404, 409, 412],
  },
  'DELETE /api/publishers/{publisher}/invitations/{invitation}': {
    role: 'admin',
    summary: 'Revokes an invitation that nobody has accepted',
    headers: IF_MATCH,
    statuses: [200, 404, 409, 412],
  },
  'DELETE /api/publishers/{publisher}/people/{person}': {
    role: 'admin',
    summary: 'Removes somebody, whose token and sessions end with it',
    headers: IF_MATCH,
    statuses: [200, 404, 409, 412],
  },
  'GET /api/publishers/{publisher}/history': {
    // A part of the audit log, which `read` does not see.
    role: 'ads',
    summary: 'Who changed what and when, the latest first',
    query: { before: NUMBER },
  },
  'POST /api/partners': {
    role: 'admin',
    summary: 'Creates a partner, which is paused',
    headers: { 'Idempotency-Key': 'optional' },
    body: PARTNER,
    statuses: [201, 409, 422],
  },
  'POST /api/partners/test': {
    role: 'admin',
    summary: 'Sends a sample request to a partner that is not stored, and judges what it answers',
    body: PARTNER,
    statuses: [200, 409, 422],
  },
  'GET /api/partners/{partner}': {
    role: 'read',
    summary: 'One partner, the values of its headers hidden',
    statuses: [200, 404],
  },
  'PUT /api/partners/{partner}': {
    role: 'admin',
    summary: 'Replaces its definition; a hidden value of a header keeps the one before',
    headers: { 'If-Match': 'required' },
    body: PARTNER,
    statuses: [200, 404, 409, 412, 422, 428],
  },
  'DELETE /api/partners/{partner}': {
    role: 'admin',
    summary: 'Deletes it, if it is paused',
    headers: IF_MATCH,
    statuses: [204, 404, 409, 412],
  },
  'POST /api/partners/{partner}/state': {
    role: 'admin',
    summary: 'Starts or pauses it',
    headers: IF_MATCH,
    body: STATE,
    statuses: [200, 404, 409, 412],
  },
  'POST /api/partners/{partner}/test': {
    role: 'admin',
    summary: 'Sends a sample request to it, and judges what it answers',
    statuses: [200, 404, 409],
  },
  'GET /api/partners/{partner}/history': {
    role: 'ads',
    summary: 'Who changed what and when, the latest first',
    query: { before: NUMBER },
  },
} as const satisfies Readonly<Record<string, Operation>>;

export type AccountOperationName = keyof typeof ACCOUNT_OPERATIONS;
