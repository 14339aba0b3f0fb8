import type { CheckResult } from '../../console/api.ts';
import { integrationLevel } from '../../openrtb/integration-level.ts';
import { parseBody } from '../../openrtb/parse-body.ts';
import { Refusal } from '../../openrtb/refusal.ts';
import { validate } from '../../openrtb/validate.ts';
import { warnOfSize } from '../../openrtb/warnings.ts';

/** What the endpoint would say of this body, without an auction. */
export function checkRequest(text: string): CheckResult {
  const parsed = parseBody(text);
  const request = parsed instanceof Refusal ? parsed : validate(parsed.value);
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
