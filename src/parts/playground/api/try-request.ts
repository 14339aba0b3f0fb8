import { integrationLevel } from '../../../core/openrtb/integration-level.ts';
import { parseBody } from '../../../core/openrtb/parse-body.ts';
import { findRefusals, validate } from '../../../core/openrtb/validate.ts';
import { warnOfSize } from '../../../core/openrtb/warnings.ts';
import type { CheckedFault, CheckResult, TryResult } from '../../../host/admin/answers.ts';
import type { Faults } from '../../../lib/faults.ts';
import { Refusal, refuse } from '../../../lib/refusal.ts';

/** What the endpoint would say of this body, without an auction, and every further fault of it. */
export function checkRequest(text: string): CheckResult {
  const parsed = parseBody(text);
  if (parsed instanceof Refusal) return refused(parsed, { shown: [parsed], more: 0 });
  const request = validate(parsed.value);
  if (request instanceof Refusal) return refused(request, findRefusals(parsed.value));
  return {
    valid: true,
    warnings: [...request.warnings, ...warnOfSize(Buffer.byteLength(text))],
    integrationLevel: integrationLevel(request.wire),
  };
}

function refused(first: Refusal, { shown, more }: Faults<Refusal>): CheckResult {
  return { valid: false, error: written(first), faults: shown.map(written), more };
}

function written({ code, message, details }: Refusal): CheckedFault {
  return { code, message, details };
}

/** Longer than any auction may take. */
const ANSWER_MS_MAX = 10_000;

/** Sends a bid request to the public port, as a caller would, and tells all that came back. */
export async function tryRequest(
  publicUrl: string,
  body: string,
  /** Of a publisher that has to show one. */
  publisherKey: string | null,
  tickMs: () => number,
): Promise<TryResult | Refusal> {
  const startMs = tickMs();
  try {
    const response = await fetch(`${publicUrl}/openrtb2`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(publisherKey === null ? {} : { Authorization: `Bearer ${publisherKey}` }),
      },
      body,
      redirect: 'manual',
      proxy: '',
      // It is our own port on this machine; the certificate is for the name that callers use.
      tls: { rejectUnauthorized: false },
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    });
    const text = await response.text();
    const tookMs = Math.round((tickMs() - startMs) * 100) / 100;
    return { status: response.status, headers: [...response.headers], body: text, tookMs };
  } catch (error) {
    const why = (error as Error).name === 'TimeoutError' ? `in ${ANSWER_MS_MAX} ms` : 'at all';
    return refuse.unavailable(`the public port at ${publicUrl} did not answer ${why}`);
  }
}
