import type { Endpoint } from '../../core/exchange/receive.ts';

/** What pages of other origins may read and send. */

const EXPOSED =
  'X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-OpenRTB-Version, X-NoBid-Reason, X-NoBid-Detail, Retry-After';

export type HeaderFields = Readonly<Record<string, string>>;

/** For what is no secret to anybody: documents, notices, errors of unknown paths. */
export const CORS_FOR_ALL: HeaderFields = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED,
};

/** For a server, which sends no `Origin`. A cache must not give this answer to a page. */
export const CORS_FOR_SERVERS: HeaderFields = { Vary: 'Origin' };

/** A page with credentials, as Prebid.js sends them, needs its origin named. A preflight has no publisher to allow it. */
export function corsHeaders(endpoint: Endpoint | undefined, origin: string | null): HeaderFields {
  if (endpoint === undefined) return CORS_FOR_ALL;
  if (origin === null) return CORS_FOR_SERVERS;
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Expose-Headers': EXPOSED,
    Vary: 'Origin',
  };
}

const REQUEST_HEADERS =
  'Authorization, Content-Type, Content-Encoding, X-OpenRTB-Version, X-Requested-With, traceparent, tracestate';

/** A day; browsers cut it to what they like. */
const PREFLIGHT_AGE_SEC = 86_400;

export function preflightHeaders(methods: string): HeaderFields {
  return {
    Allow: methods,
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': REQUEST_HEADERS,
    'Access-Control-Max-Age': String(PREFLIGHT_AGE_SEC),
  };
}
