import { joined } from '../lib/joined.ts';
import { isObject } from '../lib/schema-fault.ts';
import type { Limiter, LimitState } from '../limits/limiter.ts';
import type { Warning } from '../openrtb/bid-response.ts';
import type { Locate } from '../openrtb/country.ts';
import { parseBody } from '../openrtb/parse-body.ts';
import { readIsTest, readPublisherId } from '../openrtb/publisher-id.ts';
import { Refusal, refuse } from '../openrtb/refusal.ts';
import { type ValidRequest, validate } from '../openrtb/validate.ts';
import { warnOfSize } from '../openrtb/warnings.ts';
import type { RenamedIds } from '../repairs/ids.ts';
import type { Repair } from '../repairs/repair.ts';
import { untouched, validateRepairing } from '../repairs/validate-repairing.ts';
import { warnOfRepairs } from '../repairs/warn-of-repairs.ts';
import type { CheckAccess } from './access.ts';
import type { CheckOrigin } from './origins.ts';

/** Ruling 59: whether a request has to be as the specification has it, or is repaired where it is not. */
export type Endpoint = 'strict' | 'repairing';

/** A bid request whose body has not been read yet. */
export type Arrival = {
  readonly endpoint: Endpoint;
  /** The name that the IP limit counts by. */
  readonly caller: string;
  readonly requestId: string;
  /** On the monotonic clock. A request may have waited since. */
  readonly arrivedMs: number;
  /** This worker has more requests than it can serve in time: the request is refused before its body is read. */
  readonly isOverloaded: boolean;
  /** The header of that name: the page that a browser calls from. Servers send none. */
  readonly origin: string | null;
  /** The header of that name. */
  readonly traceparent: string | null;
  /** The header of that name. */
  readonly authorization: string | null;
  readonly readBody: () => Promise<Body | Refusal>;
};

export type Body = {
  readonly text: string;
  readonly bytes: number;
  /** What was repaired while it was read. */
  readonly repairs: readonly Repair[];
};

export type Received = {
  readonly kind: 'received';
  readonly request: ValidRequest;
  readonly warnings: readonly Warning[];
  readonly limit: LimitState;
  /** The ids that the answer has to restore. */
  readonly ids: RenamedIds;
  /** Of the body. */
  readonly bytes: number;
  /** Where the caller waits for less than any `tmax` that is valid. */
  readonly deadlineMs: number | undefined;
};

/** A request without a native impression: there is nothing to sell, and nothing wrong. */
export type WithoutNative = {
  readonly kind: 'no-native';
  readonly bidRequestId: string;
  readonly isTest: boolean;
  readonly warnings: readonly Warning[];
  readonly limit: LimitState;
  readonly publisherId: string | undefined;
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
  readonly locate: Locate;
  readonly checkOrigin: CheckOrigin;
  readonly checkAccess: CheckAccess;
};

/** The first half of the spine: admit, read, parse, authorize, validate. */
export async function receive(
  { endpoint, caller, isOverloaded, origin, authorization, readBody }: Arrival,
  { limiter, locate, checkAccess, checkOrigin }: ReceiveParts,
): Promise<Received | WithoutNative | Refused> {
  const admission = limiter.admit(caller);
  if (!admission.isAdmitted) return refused(tooMany(admission.state), admission.state);
  if (isOverloaded) return refused(OVERLOADED, admission.state);

  const body = await readBody();
  if (body instanceof Refusal) return refused(body, admission.state);

  const parsed = parseBody(body.text);
  const isParsed = !(parsed instanceof Refusal);
  const publisherId = isParsed ? readPublisherId(parsed.value) : undefined;
  const denied = isParsed
    ? (checkAccess(publisherId, authorization) ?? checkOrigin(publisherId, origin))
    : undefined;
  const { isAdmitted, state: limit } = limiter.settle({
    ip: caller,
    // A caller without the publisher's key, or a page of another, must not be able to use up the publisher's limit.
    publisher: denied === undefined ? publisherId : undefined,
    state: admission.state,
  });
  const isTest = isParsed && readIsTest(parsed.value);
  if (!isAdmitted) return refused(tooMany(limit), limit, publisherId, isTest);
  if (!isParsed) return refused(parsed, limit);

  if (denied !== undefined) return refused(denied, limit, publisherId, isTest);

  const check = endpoint === 'strict' ? validateAsItIs : validateRepairing;
  const checked = check(parsed.value, locate);
  if (checked instanceof Refusal) return refused(checked, limit, publisherId, isTest);
  const noticed = warnOfRepairs(joined(body.repairs, checked.repairs));
  if (checked.kind === 'no-native') {
    const bidRequestId = readId(parsed.value);
    return { kind: 'no-native', bidRequestId, isTest, warnings: noticed, limit, publisherId };
  }
  const { request, ids, deadlineMs } = checked;
  const warnings = joined(joined(noticed, request.warnings), warnOfSize(body.bytes));
  const { bytes } = body;
  return { kind: 'received', request, warnings, limit, ids, bytes, deadlineMs };
}

function validateAsItIs(body: unknown, locate: Locate) {
  const request = validate(body, locate);
  return request instanceof Refusal ? request : untouched(request);
}

/** From a body that nobody has validated. */
function readId(body: unknown): string {
  const id = isObject(body) ? body.id : undefined;
  return typeof id === 'string' ? id : '';
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
