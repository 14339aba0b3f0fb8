import type { CheckResult } from '../../console/api.ts';
import { parseJson } from '../../lib/json.ts';
import { integrationLevel } from '../../openrtb/integration-level.ts';
import { Refusal, refuse } from '../../openrtb/refusal.ts';
import { validate } from '../../openrtb/validate.ts';
import { warnOfSize } from '../../openrtb/warnings.ts';

/** What the endpoint would say of this body, without an auction. */
export function checkRequest(text: string): CheckResult {
  const parsed = parseJson(text);
  const request =
    parsed.kind === 'fault' ? refuse.invalidJson(parsed.reason) : validate(parsed.value);
  if (request instanceof Refusal) {
    const { code, message, details } = request;
    return { valid: false, error: { code, message, details } };
  }
  return {
    valid: true,
    warnings: [...request.warnings, ...warnOfSize(Buffer.byteLength(text))],
    integrationLevel: integrationLevel(request.wire),
  };
}
