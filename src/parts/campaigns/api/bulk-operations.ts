import Type from 'typebox';
import { PAGE, TEXT } from '../../../host/admin/operation.ts';
import { CAMPAIGN_FORMATS } from '../../../store/read-import.ts';
import { IMPORT_ROWS_MAX } from '../page/bulk-api.ts';

const CLOSED = { additionalProperties: false };
const NAME_LENGTH_MAX = 64;

const Name = Type.String({ minLength: 1, maxLength: NAME_LENGTH_MAX });
const Revision = Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }));
const Key = { partner: Name, campaign: Name };

/** As many as are selected at once. */
export const ExportCallSchema = Type.Object(
  {
    campaigns: Type.Array(Type.Object(Key, CLOSED), { minItems: 1, maxItems: IMPORT_ROWS_MAX }),
  },
  CLOSED,
);

/** Of `seen`, campaigns without a revision were new in the preview; those that are not in it are left out. */
export const ImportCallSchema = Type.Object(
  {
    text: Type.String(),
    seen: Type.Optional(
      Type.Array(Type.Object({ campaign: Name, revision: Revision }, CLOSED), {
        maxItems: IMPORT_ROWS_MAX,
      }),
    ),
  },
  CLOSED,
);

const FORMAT = { enum: [...CAMPAIGN_FORMATS] };

/** A part of `OPERATIONS`: many campaigns at once, and the creatives that wait for approval. */
export const BULK_OPERATIONS = {
  'POST /api/campaigns/export': {
    role: 'read',
    summary: 'These campaigns of one partner as a file',
    query: { format: FORMAT },
    body: ExportCallSchema,
  },
  'POST /api/campaigns/import/preview': {
    role: 'ads',
    summary: 'What an import of this text would create and change, and what it would refuse',
    query: { partner: TEXT, format: FORMAT },
    body: ImportCallSchema,
    statuses: [200, 404],
  },
  'POST /api/campaigns/import': {
    role: 'ads',
    summary: 'Imports the campaigns of this text that are in `seen`, as they were in the preview',
    query: { partner: TEXT, format: FORMAT },
    body: ImportCallSchema,
    statuses: [200, 404],
  },
  'GET /api/approvals': {
    role: 'read',
    summary: 'The creatives that wait for approval, those that wait longest first, fifty a page',
    query: { rows: { type: 'integer', minimum: 0, maximum: 50 }, page: PAGE },
  },
} as const;

export type BulkOperationName = keyof typeof BULK_OPERATIONS;
