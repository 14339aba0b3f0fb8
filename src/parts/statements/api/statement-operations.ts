import { AdjustmentSchema } from '../adjustment-schema.ts';
import { STATEMENT_FORMATS } from '../statement-text.ts';

const FORMAT = { format: { enum: [...STATEMENT_FORMATS] } };

/** A part of `OPERATIONS`, in the order in which paths are looked for: `adjustments` is no month. */
export const STATEMENT_OPERATIONS = {
  'GET /api/statements': {
    role: 'read',
    summary: 'The months: open, closable or closed',
  },
  'GET /api/statements/adjustments': {
    role: 'read',
    summary: 'Adjustments, the latest first',
    query: { month: { type: 'string' } },
  },
  'POST /api/statements/adjustments': {
    role: 'admin',
    summary: 'Adds an adjustment to the statements of a month that is not closed',
    headers: { 'Idempotency-Key': 'optional' },
    body: AdjustmentSchema,
    statuses: [201, 409, 422],
  },
  'DELETE /api/statements/adjustments/{id}': {
    role: 'admin',
    summary: 'Deletes an adjustment of a month that is not closed',
    statuses: [204, 404, 409],
  },
  'GET /api/statements/{month}': {
    role: 'read',
    summary: 'All accounts of a month, with what they are owed or owe',
    statuses: [200, 400],
  },
  'POST /api/statements/{month}/close': {
    role: 'admin',
    summary: 'Closes a month: its statements never change again',
    statuses: [200, 400, 409],
  },
  'GET /api/statements/{month}/publishers/{publisher}': {
    role: 'read',
    summary: 'What a publisher is owed for a month, as `Statement`',
    query: FORMAT,
    statuses: [200, 400, 404, 409],
  },
  'GET /api/statements/{month}/partners/{partner}': {
    role: 'read',
    summary: 'What a partner owes for a month, as `Statement`',
    query: FORMAT,
    statuses: [200, 400, 404, 409],
  },
} as const;

export type StatementOperationName = keyof typeof STATEMENT_OPERATIONS;
