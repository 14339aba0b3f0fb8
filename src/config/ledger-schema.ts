import Type from 'typebox';
import { LANE_COUNTS } from '../ledger/lanes.ts';
import { url } from './value-schemas.ts';

export const DatabaseUrl = url(['postgres:', 'postgresql:']);

const DATABASES_MAX = 16;
/** Clicks are accepted for 30 days. A fact that is dropped earlier could be recorded again. */
const KEEP_DAYS_MIN = 31;
const KEEP_DAYS_MAX = 36_500;

export const LedgerSchema = Type.Object(
  {
    lanes: Type.Optional(Type.Enum([...LANE_COUNTS])),
    keepDays: Type.Optional(Type.Integer({ minimum: KEEP_DAYS_MIN, maximum: KEEP_DAYS_MAX })),
    databaseUrls: Type.Optional(Type.Array(DatabaseUrl, { minItems: 1, maxItems: DATABASES_MAX })),
  },
  { additionalProperties: false },
);
