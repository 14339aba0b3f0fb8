import { isObject } from '../lib/schema-fault.ts';
import { ids, NO_RENAMED_IDS, type RenamedIds, renamedIds } from './ids.ts';
import { isWithoutNative } from './imps.ts';
import type { JsonObject } from './json-object.ts';
import type { Repair } from './repair.ts';
import { REQUEST_REPAIRS } from './table.ts';
import { shortDeadlineMs } from './tmax.ts';

/** A parsed body, ready for the strict validation, and what was done to it. */
export type RepairedRequest =
  | {
      readonly kind: 'request';
      readonly value: unknown;
      readonly repairs: readonly Repair[];
      /** For `restoreIds`, on the answer. */
      readonly ids: RenamedIds;
      /** Shorter than any `tmax` that the validation takes; the auction has to keep to it. */
      readonly deadlineMs: number | undefined;
    }
  /** There are impressions, and none of them is native: no bid, and nothing to validate. */
  | { readonly kind: 'no-native' };

/**
 * Never changes what it is given. What the validation accepts comes back as the same reference, so that a caller
 * may validate first and pay for repairs only after a refusal.
 */
export function repairRequest(body: unknown): RepairedRequest {
  if (isWithoutNative(body)) return { kind: 'no-native' };
  const repairs: Repair[] = [];
  let renamed = NO_RENAMED_IDS;
  if (!isObject(body)) {
    return { kind: 'request', value: body, repairs, ids: renamed, deadlineMs: undefined };
  }
  let value: JsonObject = body;
  for (const row of REQUEST_REPAIRS) {
    const before = value;
    value = row.apply(before, (field, reason) => repairs.push({ name: row.name, field, reason }));
    if (row === ids && value !== before) renamed = renamedIds(before);
  }
  return { kind: 'request', value, repairs, ids: renamed, deadlineMs: shortDeadlineMs(body) };
}
