import { DAY_MS } from '../../lib/day.ts';
import type { SupplyCheck } from './check-supply.ts';

/** What the checks of a publisher so far say together. Only a match makes it served. */
export type Standing =
  /** No check of this domain has matched yet. */
  | { readonly state: 'unproven' }
  | { readonly state: 'proven'; readonly matchedMs: number }
  /** It matched before, and has not since. Still served. */
  | {
      readonly state: 'failing';
      readonly matchedMs: number;
      readonly sinceMs: number;
      /** When the line was first seen to be missing. Absent: its files could only not be reached. */
      readonly missingSinceMs?: number;
    }
  | { readonly state: 'held'; readonly matchedMs: number; readonly heldMs: number };

/** A check with its date, and where the publisher stands after it. */
export type StoredCheck = {
  readonly atMs: number;
  readonly check: SupplyCheck;
  readonly standing: Standing;
};

/** A publisher that matched is served for so long while its line is missing, and while its files cannot be reached. */
const MISSING_MS_MAX = 3 * DAY_MS;
const UNREACHABLE_MS_MAX = 7 * DAY_MS;

const UNPROVEN: Standing = { state: 'unproven' };

/** Checks of another domain prove nothing of this one. */
export function standingAfter(
  before: Pick<StoredCheck, 'check' | 'standing'> | undefined,
  check: SupplyCheck,
  atMs: number,
): Standing {
  if (check.result === 'matched') return { state: 'proven', matchedMs: atMs };
  const last = before?.check.domain === check.domain ? before?.standing : undefined;
  if (last === undefined || last.state === 'unproven') return UNPROVEN;
  // A file that is out of reach must not end what a missing line has begun.
  if (last.state === 'held') return last;
  const { matchedMs } = last;
  const failing = last.state === 'failing' ? last : undefined;
  const sinceMs = failing?.sinceMs ?? atMs;
  const isMissing = check.result !== 'unreachable';
  const missingSinceMs = failing?.missingSinceMs ?? (isMissing ? atMs : undefined);
  const isOverdue =
    atMs - sinceMs >= UNREACHABLE_MS_MAX ||
    (isMissing && atMs - (missingSinceMs ?? atMs) >= MISSING_MS_MAX);
  if (isOverdue) return { state: 'held', matchedMs, heldMs: atMs };
  const next = { state: 'failing', matchedMs, sinceMs } as const;
  return missingSinceMs === undefined ? next : { ...next, missingSinceMs };
}
