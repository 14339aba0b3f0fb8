import type { Locate } from '../openrtb/country.ts';
import { Refusal } from '../openrtb/refusal.ts';
import { type ValidRequest, validate } from '../openrtb/validate.ts';
import { NO_RENAMED_IDS, type RenamedIds } from './ids.ts';
import { skippedImps } from './imps.ts';
import type { Repair } from './repair.ts';
import { repairRequest } from './repair-request.ts';

/** A request that passed every rule, and what had to be done for it. */
export type RepairedValid = {
  readonly kind: 'valid';
  readonly request: ValidRequest;
  readonly repairs: readonly Repair[];
  readonly ids: RenamedIds;
  readonly deadlineMs: number | undefined;
};

/** A request for banners, video or audio alone. */
export type NothingNative = { readonly kind: 'no-native'; readonly repairs: readonly Repair[] };

/**
 * Validates as the strict endpoint does, and once more after the repairs if that refused: a request that is
 * valid as it came pays nothing for them.
 */
export function validateRepairing(
  body: unknown,
  locate: Locate,
): RepairedValid | NothingNative | Refusal {
  const request = validate(body, locate);
  if (!(request instanceof Refusal)) return untouched(request);
  const repaired = repairRequest(body);
  if (repaired.kind === 'no-native') return { kind: 'no-native', repairs: [skippedImps(body)] };
  if (repaired.value === body) return request;
  const valid = validate(repaired.value, locate);
  if (valid instanceof Refusal) return valid;
  const { repairs, ids, deadlineMs } = repaired;
  return { kind: 'valid', request: valid, repairs, ids, deadlineMs };
}

/** A request that needed no repair. */
export function untouched(request: ValidRequest): RepairedValid {
  return { kind: 'valid', request, repairs: [], ids: NO_RENAMED_IDS, deadlineMs: undefined };
}
