import { joined } from '../../lib/joined.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import { isObject } from '../../lib/schema-fault.ts';
import { readIsTest, readPublisherId } from '../openrtb/bid-request.ts';
import { type Locate, parseBody, validate } from '../openrtb/validate.ts';
import { warnOfSize } from '../openrtb/warnings.ts';
import type { Repair } from '../repairs/repair.ts';
import { untouched, validateRepairing, warnOfRepairs } from '../repairs/repair-request.ts';
import type { Authorize, Credentials } from './authorize.ts';
import type { Limiter, LimitState } from './limiter.ts';

/** Ruling 59: whether a request has to be as the specification has it, or is repaired where it is not. */
export type Endpoint = 'strict' | 'repairing';

/** A request whose body has not been read yet. */
export type Arrival = Credentials & {
  /** The name that the IP limit counts by. */
  readonly caller: string;
  readonly requestId: string;
  /** On the monotonic clock. A request may have waited since. */
  readonly arrivedMs: number;
  /** This worker has more requests than it can serve in time: the request is refused before its body is read. */
  readonly isOverloaded: boolean;
  readonly readBody: (endpoint: Endpoint) => BodyRead;
};

export type Body = {
  readonly text: string;
  readonly bytes: number;
  /** What was repaired while it was read. */
  readonly repairs: readonly Repair[];
};

/** At once where the body has come. */
export type BodyRead = Body | Refusal | Promise<Body | Refusal>;

/** What is known of a request that nobody has validated. */
type RequestSender = {
  readonly publisherId: string | undefined;
  readonly isTest: boolean;
  /** '' where the body has none. */
  readonly bidRequestId: string;
};

/** A request that was refused before it was parsed. */
const UNKNOWN_SENDER: RequestSender = {
  publisherId: undefined,
  isTest: false,
  bidRequestId: '',
};

type Receipt = ReturnType<typeof receiveBody>;
export type Refused = Extract<Receipt, { readonly kind: 'refused' }>;
export type Received = Extract<Receipt, { readonly kind: 'received' }>;
export type WithoutNative = Extract<Receipt, { readonly kind: 'no-native' }>;

export type ReceiveParts = {
  readonly limiter: Limiter;
  readonly locate: Locate;
  readonly authorize: Authorize;
};

/** The first half of the spine: admit, read, parse, authorize, validate. A promise only where the body has not come. */
export function receive(
  arrival: Arrival,
  endpoint: Endpoint,
  parts: ReceiveParts,
): Receipt | Promise<Receipt> {
  const { isAdmitted, state } = parts.limiter.admit(arrival.caller);
  if (!isAdmitted) return refused(tooMany(state), state);
  if (arrival.isOverloaded) return refused(OVERLOADED, state);

  const read = arrival.readBody(endpoint);
  return read instanceof Promise
    ? receiveLater(read, arrival, endpoint, state, parts)
    : receiveBody(read, arrival, endpoint, state, parts);
}

async function receiveLater(
  read: Promise<Body | Refusal>,
  arrival: Arrival,
  endpoint: Endpoint,
  state: LimitState,
  parts: ReceiveParts,
): Promise<Receipt> {
  return receiveBody(await read, arrival, endpoint, state, parts);
}

function receiveBody(
  body: Body | Refusal,
  arrival: Arrival,
  endpoint: Endpoint,
  state: LimitState,
  { limiter, locate, authorize }: ReceiveParts,
) {
  if (body instanceof Refusal) return refused(body, state);

  const parsed = parseBody(body.text);
  const isParsed = !(parsed instanceof Refusal);
  const sender = isParsed ? senderOf(parsed.value) : UNKNOWN_SENDER;
  const denied = isParsed ? authorize(sender.publisherId, arrival) : parsed;
  const { isAdmitted, state: limit } = limiter.settle({
    ip: arrival.caller,
    // A caller without the publisher's key, or a page of another, must not be able to use up the publisher's limit.
    publisher: denied === undefined ? sender.publisherId : undefined,
    state,
  });
  if (!isAdmitted) return refused(tooMany(limit), limit, sender);
  if (!isParsed) return refused(parsed, limit);
  if (denied !== undefined) return refused(denied, limit, sender);

  const check = endpoint === 'strict' ? validateAsItIs : validateRepairing;
  const checked = check(parsed.value, locate);
  if (checked instanceof Refusal) return refused(checked, limit, sender);
  const noticed = warnOfRepairs(joined(body.repairs, checked.repairs));
  if (checked.kind === 'no-native') {
    // There is nothing to sell, and nothing wrong.
    return { kind: 'no-native', ...sender, warnings: noticed, limit } as const;
  }
  const { request, ids, deadlineMs } = checked;
  const warnings = joined(joined(noticed, request.warnings), warnOfSize(body.bytes));
  return {
    kind: 'received',
    request,
    warnings,
    limit,
    ids,
    bytes: body.bytes,
    deadlineMs,
  } as const;
}

function validateAsItIs(body: unknown, locate: Locate) {
  const request = validate(body, locate);
  return request instanceof Refusal ? request : untouched(request);
}

function senderOf(body: unknown): RequestSender {
  return {
    publisherId: readPublisherId(body),
    isTest: readIsTest(body),
    bidRequestId: readId(body),
  };
}

/** From a body that nobody has validated. */
function readId(body: unknown): string {
  const id = isObject(body) ? body.id : undefined;
  return typeof id === 'string' ? id : '';
}

function refused(refusal: Refusal, limit: LimitState, sender = UNKNOWN_SENDER) {
  return { kind: 'refused', refusal, limit, ...sender } as const;
}

const OVERLOADED = refuse.unavailable('there are more requests than can be served in time');

export function tooMany({ scope, limit }: LimitState): Refusal {
  return refuse.rateLimited(`more than ${limit} requests in this second (${scope} limit)`);
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const TRACEPARENT_LENGTH_MAX = 512;
const SAMPLED = 1;

/**
 * The caller's `traceparent` (W3C Trace Context) as partners get it. undefined for one that is invalid by the standard: it
 * counts as absent.
 */
export function readTraceparent(header: string | null): string | undefined {
  if (header === null || header.length > TRACEPARENT_LENGTH_MAX) return undefined;
  const [, version = '', traceId = '', spanId = '', flags = '', more] =
    TRACEPARENT.exec(header) ?? [];
  const isKnown = version === '00' ? more === undefined : version !== '' && version !== 'ff';
  if (!isKnown || isZero(traceId) || isZero(spanId)) return undefined;
  const isSampled = (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED;
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}

const isZero = (id: string): boolean => /^0*$/.test(id);
