import type { Operation } from '../../../host/admin/operation.ts';

/** What publishers publish of this exchange. */
export const SUPPLY_OPERATIONS = {
  'GET /api/publishers/{publisher}/supply': {
    role: 'read',
    summary: 'The lines that a publisher has to publish, and what the last check has found',
    statuses: [200, 404],
  },
  'POST /api/publishers/{publisher}/supply/check': {
    role: 'ads',
    summary: 'Fetches what it publishes, and says what was found',
    statuses: [200, 404],
  },
} as const satisfies Readonly<Record<string, Operation>>;

export type SupplyOperationName = keyof typeof SUPPLY_OPERATIONS;
