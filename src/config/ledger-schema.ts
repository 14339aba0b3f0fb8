import Type from 'typebox';

/** Clicks are accepted for 30 days. A fact that is dropped earlier could be recorded again. */
const KEEP_DAYS_MIN = 31;
const KEEP_DAYS_MAX = 36_500;

export const LedgerSchema = Type.Object(
  { keepDays: Type.Optional(Type.Integer({ minimum: KEEP_DAYS_MIN, maximum: KEEP_DAYS_MAX })) },
  { additionalProperties: false },
);
