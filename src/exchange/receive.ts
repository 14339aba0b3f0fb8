import { parseJson } from '../lib/json.ts';
import type { Limiter, LimitState } from '../limits/limiter.ts';
import type { Warning } from '../openrtb/bid-response.ts';
import type { Locate } from '../openrtb/country.ts';
import { readIsTest, readPublisherId } from '../openrtb/publisher-id.ts';
import { Refusal, refuse } from '../openrtb/refusal.ts';
import { type ValidRequest, validate } from '../openrtb/validate.ts';
import { warnOfSize } from '../openrtb/warnings.ts';
import type { CheckAccess } from './access.ts';

/** A call to `/openrtb2` whose body has not been read yet. */
export type Arrival = {
  /** The name that the IP limit counts by. */
  readonly caller: string;
  readonly requestId: string;
  /** The header of that name. */
  readonly traceparent: string | null;
  /** The header of that name. */
  readonly authorization: string | null;
  readonly readBody: () => Promise<Body | Refusal>;
};

export type Body = { readonly text: string; readonly bytes: number };

export type Received = {
  readonly kind: 'received';
  readonly request: ValidRequest;
  readonly warnings: readonly Warning[];
  readonly limit: LimitState;
};

export type Refused = {
  readonly kind: 'refused';
  readonly refusal: Refusal;
  readonly limit: LimitState;
  /** Undefined where the request names no publisher, or was refused before it was parsed. */
  readonly publisherId: string | undefined;
  /** Whether the request is one in test mode; false where it was refused before it was parsed. */
  readonly isTest: boolean;
};

export type ReceiveParts = {
  readonly limiter: Limiter;
  /** Whether this worker is overloaded: the request is then refused before its body is read. */
  readonly sheds: () => boolean;
  readonly locate: Locate;
  readonly checkAccess: CheckAccess;
};

/** The first half of the spine: admit, read, parse, validate. */
export async function receive(
  { caller, authorization, readBody }: Arrival,
  { limiter, sheds, locate, checkAccess }: ReceiveParts,
): Promise<Received | Refused> {
  const admission = limiter.admit(caller);
  if (!admission.isAdmitted) return refused(tooMany(admission.state), admission.state);
  if (sheds()) return refused(OVERLOADED, admission.state);

  const body = await readBody();
  if (body instanceof Refusal) return refused(body, admission.state);

  const parsed = parseJson(body.text);
  const publisherId = parsed.kind === 'json' ? readPublisherId(parsed.value) : undefined;
  const denied = parsed.kind === 'json' ? checkAccess(publisherId, authorization) : undefined;
  const settling = limiter.settle({
    ip: caller,
    // A caller without the publisher's key must not be able to use up the publisher's limit.
    publisher: denied === undefined ? publisherId : undefined,
    state: admission.state,
  });
  const { isAdmitted, state: limit } = settling instanceof Promise ? await settling : settling;
  const isTest = parsed.kind === 'json' && readIsTest(parsed.value);
  if (!isAdmitted) return refused(tooMany(limit), limit, publisherId, isTest);
  if (parsed.kind === 'fault') return refused(refuse.invalidJson(parsed.reason), limit);

  if (denied !== undefined) return refused(denied, limit, publisherId, isTest);

  const request = validate(parsed.value, locate);
  if (request instanceof Refusal) return refused(request, limit, publisherId, isTest);
  const warnings = [...request.warnings, ...warnOfSize(body.bytes)];
  return { kind: 'received', request, warnings, limit };
}

function refused(
  refusal: Refusal,
  limit: LimitState,
  publisherId?: string,
  isTest = false,
): Refused {
  return { kind: 'refused', refusal, limit, publisherId, isTest };
}

const OVERLOADED = refuse.unavailable('there are more requests than can be served in time');

function tooMany({ scope, limit }: LimitState): Refusal {
  return refuse.rateLimited(`more than ${limit} requests in this second (${scope} limit)`);
}
