import type { Campaign } from './campaign-schema.ts';

/**
 * The fields that take effect without approval: none of them is seen by a person or says who speaks. Approval covers
 * every other field, so a field that is new in the schema needs approval until it is listed here (ruling 73).
 */
export const FREE_FIELDS = [
  // It never changes.
  'id',
  'cpm',
  'cpc',
  'cpa',
  'riskMax',
  'conversions',
  'adjustments',
  'budget',
  'flight',
  'targeting',
  'rotation',
  'zone',
  'frequency',
] as const satisfies readonly (keyof Campaign)[];

/** Stands where the field of a condition would: all of them are met, and the campaign is about something else. */
export const FIT_FIELD = 'fit';
