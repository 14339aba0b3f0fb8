import { Refusal } from '../../lib/refusal.ts';
import { isObject, type JsonObject } from '../../lib/schema-fault.ts';
import type { Warning } from '../openrtb/bid-response.ts';
import type { Locate } from '../openrtb/country.ts';
import { type ValidRequest, validate } from '../openrtb/validate.ts';
import { ids, NO_RENAMED_IDS, type RenamedIds, renamedIds } from './ids.ts';
import { skippedImps } from './imps.ts';
import type { Repair } from './repair.ts';
import { REQUEST_REPAIRS } from './table.ts';
import { shortDeadlineMs } from './tmax.ts';

type Repaired = {
  readonly repairs: readonly Repair[];
  /** For the answer, which has the ids as they came. */
  readonly ids: RenamedIds;
  /** Shorter than any `tmax` that the validation takes; the auction has to keep to it. */
  readonly deadlineMs: number | undefined;
};

/** A request that passed every rule, and what had to be done for it. */
type RepairedValid = Repaired & {
  readonly kind: 'valid';
  readonly request: ValidRequest;
};

/** There are impressions, and none of them is native: no bid, and nothing to validate. */
type NothingNative = { readonly kind: 'no-native'; readonly repairs: readonly Repair[] };

/** A parsed body, ready for the strict validation, and what was done to it. */
type RepairedBody = Repaired & { readonly kind: 'request'; readonly value: unknown };

/** Validates as the strict endpoint does, and once more after the repairs if that refused. */
export function validateRepairing(
  body: unknown,
  locate: Locate,
): RepairedValid | NothingNative | Refusal {
  const request = validate(body, locate);
  if (!(request instanceof Refusal)) return untouched(request);
  const repaired = repairRequest(body);
  if (repaired.kind === 'no-native') return repaired;
  const { value, ...rest } = repaired;
  if (value === body) return request;
  const valid = validate(value, locate);
  return valid instanceof Refusal ? valid : { ...rest, kind: 'valid', request: valid };
}

/** A request that needed no repair. */
export function untouched(request: ValidRequest): RepairedValid {
  return { kind: 'valid', request, repairs: [], ids: NO_RENAMED_IDS, deadlineMs: undefined };
}

/** Never changes what it is given. What the validation accepts comes back as the same reference. */
export function repairRequest(body: unknown): RepairedBody | NothingNative {
  const repairs: Repair[] = [];
  let renamed = NO_RENAMED_IDS;
  if (!isObject(body)) {
    return { kind: 'request', value: body, repairs, ids: renamed, deadlineMs: undefined };
  }
  const skipped = skippedImps(body);
  if (skipped !== undefined) return { kind: 'no-native', repairs: [skipped] };
  let value: JsonObject = body;
  for (const row of REQUEST_REPAIRS) {
    const before = value;
    value = row.apply(before, (field, reason) => repairs.push({ name: row.name, field, reason }));
    if (row === ids && value !== before) renamed = renamedIds(before);
  }
  return { kind: 'request', value, repairs, ids: renamed, deadlineMs: shortDeadlineMs(body) };
}

/** A body has room for thousands of faults of one kind; each list in it can have one. */
const REPAIRS_TOLD_MAX = 100;

/** Every repair is told to the caller who reads warnings. */
export function warnOfRepairs(repairs: readonly Repair[]): readonly Warning[] {
  return repairs
    .slice(0, REPAIRS_TOLD_MAX)
    .map(({ name, field, reason }) => ({ code: 'REQUEST_REPAIRED', field, reason, repair: name }));
}
