import { type Operation, PAGE, TEXT } from '../../../host/admin/operation.ts';
import { FeedbackDays } from '../../feedback/operations.ts';
import { STATEMENT_FORMATS } from '../../statements/statement-text.ts';

export const EARNINGS_DAYS_MAX = 92;

/** Operators name the publisher. */
const OF = { publisher: TEXT };
const LOOK = { role: 'read', openTo: 'publishers' } as const;
const CHANGE = { role: 'admin', openTo: 'publishers' } as const;

/** A publisher's own pages: for its people, and for operators who name it. */
export const PORTAL_OPERATIONS = {
  'GET /api/portal': {
    ...LOOK,
    summary: 'The publisher and its keys',
    query: OF,
    statuses: [200, 400, 404],
  },
  'GET /api/portal/earnings': {
    ...LOOK,
    summary: 'What it earned, against the week before',
    query: {
      ...OF,
      days: { type: 'integer', minimum: 1, maximum: EARNINGS_DAYS_MAX },
      by: { enum: ['day', 'format', 'placement'] },
    },
    statuses: [200, 400, 404],
  },
  'GET /api/portal/feedback': {
    ...LOOK,
    summary: 'The ads of which people said something, the newest first',
    query: { ...OF, days: FeedbackDays },
    statuses: [200, 400, 404],
  },
  'GET /api/portal/requests': {
    ...LOOK,
    summary: 'Its last requests that are remembered, and its refusals of today',
    query: {
      ...OF,
      outcome: { enum: ['sold', 'no-bid', 'refused'] },
      find: TEXT,
      from: TEXT,
      to: TEXT,
      page: PAGE,
    },
    statuses: [200, 400, 404],
  },
  'GET /api/portal/requests/{request}': {
    ...LOOK,
    summary: 'One of its requests, without prices and names of those who lost',
    query: OF,
    statuses: [200, 400, 404],
  },
  'GET /api/portal/settings': {
    ...LOOK,
    summary: 'What it may change by itself, and within which bounds',
    query: OF,
    statuses: [200, 400, 404],
  },
  'PUT /api/portal/settings': {
    ...CHANGE,
    summary: 'Replaces these settings',
    query: OF,
    headers: { 'If-Match': 'required' },
    body: { type: 'object' },
    statuses: [200, 404, 409, 412, 422, 428],
  },
  'POST /api/portal/blocks': {
    ...CHANGE,
    summary: 'Blocks an advertiser by its domain',
    query: OF,
    headers: { 'If-Match': 'optional' },
    body: { type: 'object', required: ['domain'], properties: { domain: TEXT } },
    statuses: [200, 404, 409, 412, 422],
  },
  'DELETE /api/portal/blocks/{domain}': {
    ...CHANGE,
    summary: 'Allows an advertiser again',
    query: OF,
    headers: { 'If-Match': 'optional' },
    statuses: [200, 400, 404, 409, 412],
  },
  'GET /api/portal/integration': {
    ...LOOK,
    summary: 'How far the integration is, by its last request in test mode',
    query: OF,
    statuses: [200, 400, 404],
  },
  'POST /api/portal/keys': {
    ...CHANGE,
    summary: 'Makes a key for its requests, which this answer alone has',
    query: OF,
    headers: { 'If-Match': 'optional' },
    statuses: [200, 400, 404, 409, 412],
  },
  'DELETE /api/portal/keys/{key}': {
    ...CHANGE,
    summary: 'Revokes a key',
    query: OF,
    headers: { 'If-Match': 'optional' },
    statuses: [200, 400, 404, 409, 412],
  },
  'GET /api/portal/supply': {
    ...LOOK,
    summary: 'The lines that it has to publish, and what the last check has found',
    query: OF,
    statuses: [200, 400, 404],
  },
  'POST /api/portal/supply/check': {
    role: 'ads',
    openTo: 'publishers',
    summary: 'Fetches what it publishes, and says what was found',
    query: OF,
    statuses: [200, 400, 404],
  },
  'GET /api/portal/statements': {
    ...LOOK,
    summary: 'The months, with what it was stated in those that are closed',
    query: OF,
    statuses: [200, 400, 404],
  },
  'GET /api/portal/statements/{month}': {
    ...LOOK,
    summary: 'What it is owed for a month, as `Statement`',
    query: { ...OF, format: { enum: [...STATEMENT_FORMATS] } },
    statuses: [200, 400, 404, 409],
  },
  'GET /api/portal/snippets': {
    ...LOOK,
    summary: 'Code that asks for ads as this publisher, for pasting',
    query: OF,
    statuses: [200, 400, 404],
  },
} as const satisfies Readonly<Record<string, Operation>>;

export type PortalOperationName = keyof typeof PORTAL_OPERATIONS;
