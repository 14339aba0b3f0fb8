import type { LimitState } from '../../core/exchange/limiter.ts';
import { NO_BID_REASONS, NoBid, type NoBidReason } from '../../core/openrtb/no-bid.ts';
import type { NoticeAnswer } from '../../ledger/notices/receive.ts';
import { perObject } from '../../lib/lookup.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import type { PassedReply } from './buyer-calls.ts';
import { CORS_FOR_ALL, CORS_FOR_SERVERS, type HeaderFields, preflightHeaders } from './cors.ts';
import { encoded, isSentPlain } from './gzip.ts';
import { type FindPicture, isKept, pictureHeaders, UNKNOWN_HEADERS } from './images.ts';

/** What every response of the public port carries. */
export type Stamp = {
  readonly requestId: string;
  readonly limit: LimitState;
  readonly cors: HeaderFields;
  /** Those of the path, as `Allow` names them. */
  readonly methods: string;
  readonly isGzipAccepted: boolean;
  /** The connection ends with this answer: the server is going away, or the body was left unread. */
  readonly isLast: boolean;
};

const RETRY_AFTER_SEC = '1';

/** Copies name by name: a spread takes three times as long, and its result is slower to read for `Response`. */
function stamped(stamp: Stamp, own: HeaderFields): Record<string, string> {
  const headers: Record<string, string> = {
    'X-Request-Id': stamp.requestId,
    'X-RateLimit-Limit': String(stamp.limit.limit),
    'X-RateLimit-Remaining': String(stamp.limit.remaining),
    'X-RateLimit-Reset': String(stamp.limit.resetSec),
  };
  for (const name in stamp.cors) headers[name] = stamp.cors[name] as string; // of its own names
  for (const name in own) headers[name] = own[name] as string; // of its own names
  if (stamp.isLast) headers.Connection = 'close';
  return headers;
}

const ANY_SERVER = { cors: CORS_FOR_SERVERS, methods: '', isGzipAccepted: false, isLast: false };

/** The headers of answers that differ in their limits and their request id alone, as they were last. */
const keptHeaders = perObject((own: HeaderFields) => {
  const last = { limit: 0, remaining: 0, resetSec: 0 };
  const limit: LimitState = { ...last, scope: 'global' };
  return { last, headers: new Headers(stamped({ ...ANY_SERVER, requestId: '', limit }, own)) };
});

/**
 * For a server that asks, whose answers nearly all have the same headers: `Response` copies a `Headers`, which takes half
 * the time of reading an object (0.57). `own` has to be the same object for the same headers.
 */
function stampedForServer(stamp: Stamp, own: HeaderFields): Headers | Record<string, string> {
  if (stamp.cors !== CORS_FOR_SERVERS || stamp.isLast) return stamped(stamp, own);
  const { headers, last } = keptHeaders(own);
  const { limit, remaining, resetSec } = stamp.limit;
  headers.set('X-Request-Id', stamp.requestId);
  if (limit !== last.limit) headers.set('X-RateLimit-Limit', String(limit));
  if (remaining !== last.remaining) headers.set('X-RateLimit-Remaining', String(remaining));
  if (resetSec !== last.resetSec) headers.set('X-RateLimit-Reset', String(resetSec));
  last.limit = limit;
  last.remaining = remaining;
  last.resetSec = resetSec;
  return headers;
}

const BID_HEADERS = { 'Content-Type': 'application/json', 'X-OpenRTB-Version': '2.6' };

/** Sentences for the `X-NoBid-Detail` header, where a reason has to do with how this exchange is set up. */
export type NoBidDetails = Readonly<Partial<Record<NoBidReason, string>>>;

export function noBidDetails(publicUrl: string): NoBidDetails {
  return /^https:/i.test(publicUrl) ? {} : { 'not-secure': PLAIN_HTTP };
}

const PLAIN_HTTP =
  'this exchange has an http address, so ads with its own pictures cannot be in impressions with secure: 1; set listen.publicUrl to an https address, or send secure: 0 to try it without';

/** How no bid is said. */
type NoBidForm = {
  readonly details: NoBidDetails;
  /** Of the bid request, for a 200 without bids; undefined: a 204. */
  readonly emptyId?: string | undefined;
};

export function outcomeResponse(
  outcome: string | NoBid | Refusal,
  stamp: Stamp,
  form: NoBidForm,
): Response {
  if (outcome instanceof Refusal) return refusalResponse(outcome, stamp);
  if (outcome instanceof NoBid) return noBidResponse(outcome, stamp, form);
  if (isSentPlain(outcome)) {
    return new Response(outcome, { headers: stampedForServer(stamp, BID_HEADERS) });
  }
  const { body, headers } = encoded(outcome, stamp, stamped(stamp, BID_HEADERS));
  return new Response(body, { headers });
}

/** The headers of each reason, made once for a set of details. */
const noBidHeaders = perObject((details: NoBidDetails) => {
  const fieldsOf = (reason: NoBidReason): HeaderFields => {
    const detail = details[reason];
    const own = { 'X-OpenRTB-Version': '2.6', 'X-NoBid-Reason': reason };
    return detail === undefined ? own : { ...own, 'X-NoBid-Detail': detail };
  };
  return new Map(NO_BID_REASONS.map((reason) => [reason, fieldsOf(reason)]));
});

function noBidResponse({ reason }: NoBid, stamp: Stamp, { details, emptyId }: NoBidForm): Response {
  const own = noBidHeaders(details).get(reason) ?? {};
  if (emptyId === undefined) {
    return new Response(null, { status: 204, headers: stampedForServer(stamp, own) });
  }
  const body = JSON.stringify({ id: emptyId, seatbid: [] });
  return new Response(body, { headers: stamped(stamp, { ...BID_HEADERS, ...own }) });
}

/** After these the rest of the body would still be on its way: the connection cannot be used again. */
const LEAVES_BODY_UNREAD: ReadonlySet<Refusal['code']> = new Set([
  'PAYLOAD_TOO_LARGE',
  'REQUEST_TIMEOUT',
]);

/** The answers that say when to come back. */
export const ASKS_TO_RETRY: ReadonlySet<string> = new Set<Refusal['code']>([
  'RATE_LIMIT_EXCEEDED',
  'SERVICE_UNAVAILABLE',
]);

export function refusalResponse(refusal: Refusal, stamp: Stamp, more: HeaderFields = {}): Response {
  const { code, status } = refusal;
  const headers = {
    'Content-Type': 'application/json',
    ...(ASKS_TO_RETRY.has(code) ? { 'Retry-After': RETRY_AFTER_SEC } : {}),
    ...(code === 'UNAUTHORIZED' ? { 'WWW-Authenticate': 'Bearer' } : {}),
    ...(code === 'METHOD_NOT_ALLOWED' ? { Allow: stamp.methods } : {}),
    ...more,
  };
  const isLast = stamp.isLast || LEAVES_BODY_UNREAD.has(code);
  return new Response(errorBody(refusal, stamp.requestId), {
    status,
    headers: stamped({ ...stamp, isLast }, headers),
  });
}

function errorBody({ code, message, details }: Refusal, requestId: string): string {
  return JSON.stringify({ error: { code, message, details, request_id: requestId } });
}

export const FAILURE = refuse.internal('the failure was recorded under this request_id');

/** For a failure so early that not even the limits are known: the one answer without their headers. */
export function failureResponse(requestId: string, cors: HeaderFields = CORS_FOR_ALL): Response {
  const headers = {
    'Content-Type': 'application/json',
    'X-Request-Id': requestId,
    ...cors,
  };
  return new Response(errorBody(FAILURE, requestId), { status: FAILURE.status, headers });
}

/** Something that `GET` can find. */
export type Document = {
  readonly body: string;
  /** The same body compressed, where it is large. */
  readonly gzipped?: Uint8Array<ArrayBuffer> | undefined;
  readonly contentType: string;
  /** How long clients may keep it. */
  readonly maxAgeSec: number;
};

export function documentResponse(
  { body, gzipped, contentType, maxAgeSec }: Document,
  stamp: Stamp,
): Response {
  const isGzip = gzipped !== undefined && stamp.isGzipAccepted;
  const headers = {
    'Content-Type': contentType,
    'Cache-Control': maxAgeSec === 0 ? 'no-store' : `public, max-age=${maxAgeSec}`,
    ...(gzipped === undefined ? {} : { Vary: 'Accept-Encoding' }),
    ...(isGzip ? { 'Content-Encoding': 'gzip' } : {}),
  };
  return new Response(isGzip ? gzipped : body, { headers: stamped(stamp, headers) });
}

/** What was asked for, and what the caller has of it. */
type PictureCall = { readonly path: string; readonly ifNoneMatch: string | null };

export function pictureResponse(
  found: Awaited<ReturnType<FindPicture>>,
  stamp: Stamp,
  { path, ifNoneMatch }: PictureCall,
): Response {
  if (found === 'busy') return refusalResponse(BUSY, stamp);
  if (found === 'unknown') {
    return refusalResponse(refuse.notFound(`no image is at ${path}`), stamp, UNKNOWN_HEADERS);
  }
  const headers = stamped(stamp, pictureHeaders(found));
  return isKept(found, ifNoneMatch)
    ? new Response(null, { status: 304, headers })
    : new Response(found.body, { headers });
}

const BUSY = refuse.unavailable('the image could not be looked for: ask again');

/** What another part of the exchange has answered. */
export function readyResponse(
  { status, body, headers }: NoticeAnswer | PassedReply,
  stamp: Stamp,
): Response {
  return new Response(body, { status, headers: stamped(stamp, headers) });
}

/** The answer to a CORS preflight; harmless to any other OPTIONS. */
export function optionsResponse(stamp: Stamp): Response {
  const headers = stamped(stamp, preflightHeaders(stamp.methods));
  return new Response(null, { status: 204, headers });
}
