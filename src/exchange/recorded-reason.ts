import type { RefusalDetails } from '../openrtb/refusal.ts';

/** Values in these objects may be about a person. */
const PERSONAL = /^(user|device|regs|ext)\b/;
const VALUE = /, but got .*$/s;

/**
 * The reason of a refusal as logs and support may keep it. The caller's own answer shows the value that was
 * wrong; where the value may be about a person, the record does not.
 */
export function recordedReason({ field, reason }: RefusalDetails): string {
  return field !== undefined && PERSONAL.test(field) ? reason.replace(VALUE, '') : reason;
}
