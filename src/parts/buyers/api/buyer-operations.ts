import { NUMBER, type Operation, PAGE, TEXT } from '../../../host/admin/operation.ts';
import { ACCOUNT_DECISIONS, BUYER_STATES, SHOWN_BUYER_ACCOUNT_STATES } from '../page/api.ts';

const BUYER = { $ref: '#/components/schemas/BuyerDefinition' };
const PRODUCT = { $ref: '#/components/schemas/ProductDefinition' };
const STATE = {
  type: 'object',
  required: ['state'],
  properties: { state: { enum: BUYER_STATES } },
};
const IF_MATCH = { 'If-Match': 'optional' } as const;

/** Of a decision about an account. */
export const DECISION_REASON_LENGTH_MAX = 500;

const HISTORY = {
  // A part of the audit log, which `read` does not see.
  role: 'ads',
  summary: 'Who changed what and when, the latest first',
  query: { before: NUMBER },
} as const;

/** AI buyers, what they are sold, and what they have made. */
export const BUYER_OPERATIONS = {
  'GET /api/buyers': {
    role: 'read',
    summary: 'AI buyers of the config and of the store with what they spend today, fifty a page',
    query: { page: PAGE },
  },
  'POST /api/buyers': {
    role: 'admin',
    summary: 'Creates a buyer, which can call once it has a token',
    headers: { 'Idempotency-Key': 'optional' },
    body: BUYER,
    statuses: [201, 409, 422],
  },
  'GET /api/buyers/{buyer}': {
    role: 'read',
    summary: 'One buyer, without its tokens',
    statuses: [200, 404],
  },
  'PUT /api/buyers/{buyer}': {
    role: 'admin',
    summary: 'Replaces its definition, with its cap for a day',
    headers: { 'If-Match': 'required' },
    body: BUYER,
    statuses: [200, 404, 409, 412, 422, 428],
  },
  'DELETE /api/buyers/{buyer}': {
    role: 'admin',
    summary: 'Deletes it, if it is paused',
    headers: IF_MATCH,
    statuses: [204, 404, 409, 412],
  },
  'POST /api/buyers/{buyer}/state': {
    role: 'admin',
    summary: 'Lets it call, or refuses its calls',
    headers: IF_MATCH,
    body: STATE,
    statuses: [200, 404, 409, 412],
  },
  'POST /api/buyers/{buyer}/tokens': {
    role: 'admin',
    summary: 'Makes a token for its calls, which this answer alone has',
    headers: IF_MATCH,
    statuses: [200, 404, 409, 412],
  },
  'DELETE /api/buyers/{buyer}/tokens/{token}': {
    role: 'admin',
    summary: 'Revokes a token',
    headers: IF_MATCH,
    statuses: [200, 404, 409, 412],
  },
  'GET /api/buyers/{buyer}/history': HISTORY,
  'GET /api/products': {
    role: 'read',
    summary: 'What AI buyers are sold, of the config and of the store, fifty a page',
    query: { page: PAGE },
  },
  'POST /api/products': {
    role: 'admin',
    summary: 'Creates a product, which buyers find from then on',
    headers: { 'Idempotency-Key': 'optional' },
    body: PRODUCT,
    statuses: [201, 409, 422],
  },
  'GET /api/products/{product}': {
    role: 'read',
    summary: 'One product',
    statuses: [200, 404],
  },
  'PUT /api/products/{product}': {
    role: 'admin',
    summary: 'Replaces its definition',
    headers: { 'If-Match': 'required' },
    body: PRODUCT,
    statuses: [200, 404, 409, 412, 422, 428],
  },
  'DELETE /api/products/{product}': {
    role: 'admin',
    summary: 'Deletes it, if it is paused',
    headers: IF_MATCH,
    statuses: [204, 404, 409, 412],
  },
  'POST /api/products/{product}/state': {
    role: 'admin',
    summary: 'Offers it to buyers, or offers it no more',
    headers: IF_MATCH,
    body: STATE,
    statuses: [200, 404, 409, 412],
  },
  'GET /api/products/{product}/history': HISTORY,
  'GET /api/buyer-accounts': {
    role: 'read',
    summary: 'Accounts that buyers have declared, the latest first, fifty a page',
    query: { buyer: TEXT, state: { enum: SHOWN_BUYER_ACCOUNT_STATES }, page: PAGE },
  },
  'POST /api/buyer-accounts/{account}/state': {
    // Money may be spent for it from then on.
    role: 'admin',
    summary: 'Approves, rejects, suspends, reactivates or closes an account',
    headers: IF_MATCH,
    body: {
      type: 'object',
      required: ['state'],
      properties: {
        state: { enum: ACCOUNT_DECISIONS },
        reason: { type: 'string', maxLength: DECISION_REASON_LENGTH_MAX },
      },
    },
    statuses: [200, 404, 409, 412],
  },
  'GET /api/buyer-accounts/{account}/history': HISTORY,
  'GET /api/buys': {
    role: 'read',
    summary: 'Media buys with their packages, the latest first, twenty a page',
    query: { buyer: TEXT, account: TEXT, page: PAGE },
  },
  'GET /api/buys/{buy}/history': HISTORY,
} as const satisfies Readonly<Record<string, Operation>>;

export type BuyerOperationName = keyof typeof BUYER_OPERATIONS;
