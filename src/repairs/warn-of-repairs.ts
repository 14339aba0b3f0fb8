import type { Warning } from '../openrtb/bid-response.ts';
import type { Repair } from './repair.ts';

/** A body has room for thousands of faults of one kind; each list in it can have one. */
const REPAIRS_TOLD_MAX = 100;

/** Every repair is told to the caller who reads warnings. */
export function warnOfRepairs(repairs: readonly Repair[]): readonly Warning[] {
  return repairs
    .slice(0, REPAIRS_TOLD_MAX)
    .map(({ name, field, reason }) => ({ code: 'REQUEST_REPAIRED', field, reason, repair: name }));
}
