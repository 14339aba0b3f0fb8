import type { Exchange } from '../exchange/exchange.ts';
import type { Endpoint } from '../exchange/receive.ts';
import type { AdmissionQueue, Verdict } from '../limits/admission-queue.ts';
import type { LimitState } from '../limits/limiter.ts';
import type { Receive } from '../notices/receive.ts';
import { Refusal, refuse } from '../openrtb/refusal.ts';
import type { FindCaller } from './caller.ts';
import { corsHeaders } from './cors.ts';
import type { Documents } from './documents.ts';
import { endpointOf, PATH_BY_ENDPOINT, wantsEmptyBody } from './endpoints.ts';
import { acceptsGzip } from './gzip.ts';
import type { NoBidDetails } from './no-bid-details.ts';
import { readBody } from './read-body.ts';
import {
  documentResponse,
  type Empty,
  FAILURE,
  failureResponse,
  noticeResponse,
  optionsResponse,
  outcomeResponse,
  refusalResponse,
  type Stamp,
} from './reply.ts';

/** The parts that the public port serves with; a reload of the config replaces all of them at once. */
export type Service = {
  readonly bid: Exchange;
  readonly notices: {
    /** The prefix of the paths of notices. */
    readonly root: string;
    readonly receive: Receive;
  };
  readonly findCaller: FindCaller;
  readonly lookAtLimits: (caller: string) => LimitState;
  /** False while the clock of this machine is wrong. Notices are received meanwhile. */
  readonly isSelling: () => boolean;
  readonly documents: Documents;
  readonly noBidDetails: NoBidDetails;
};

export type PublicPortParts = {
  readonly service: () => Service;
  readonly admissionQueue: AdmissionQueue;
  /** A monotonic clock. */
  readonly tickMs: () => number;
  readonly newId: () => string;
  readonly onError: (error: unknown, failed: Failed) => void;
};

/** A request that was answered with a 500. */
export type Failed = {
  readonly requestId: string;
  /** Whether it was a bid request. */
  readonly isBid: boolean;
};

/** The public port without a socket: a function from a request to a response. */
export type PublicPort = {
  /** The peer is the address at the other end of the connection, where it is known. */
  readonly answer: (request: Request, peer: string | undefined) => Response | Promise<Response>;
  /** The response to a failure outside of `answer`. */
  readonly answerFailure: (error: unknown) => Response;
  /** From now on `/readyz` answers 503, and each connection closes after its response. */
  readonly announceStop: () => void;
  /** From now on bid requests are refused too. */
  readonly refuseRequests: () => void;
};

const BID_METHODS = 'POST, OPTIONS';
const DOCUMENT_METHODS = 'GET, HEAD, OPTIONS';
const NOTICE_METHODS = 'GET, HEAD, POST, OPTIONS';

const READY = { body: '{"status":"ready"}', contentType: 'application/json', maxAgeSec: 0 };

type Phase = 'serving' | 'leaving' | 'stopped';

/** One request, with the facts that are known before it is answered. */
type Visit = {
  readonly request: Request;
  /** Of the request. Bun makes the text anew each time it is read, as it does for each header. */
  readonly url: string;
  readonly origin: string | null;
  readonly path: string;
  /** Undefined for everything but bid requests. */
  readonly endpoint: Endpoint | undefined;
  readonly service: Service;
  readonly requestId: string;
  readonly caller: string;
  readonly arrivedMs: number;
  readonly isOverloaded: boolean;
};

/** The state of the port that its answers depend on. */
type Port = PublicPortParts & { phase: Phase };

export function createPublicPort(parts: PublicPortParts): PublicPort {
  const { admissionQueue, tickMs, newId, onError } = parts;
  const port: Port = { ...parts, phase: 'serving' };
  return {
    answer(request, peer) {
      const arrived = { request, peer, arrivedMs: tickMs() };
      const verdict = admissionQueue.enter();
      if (verdict instanceof Promise) return verdict.then((late) => answer(port, arrived, late));
      return answer(port, arrived, verdict);
    },
    answerFailure(error) {
      const requestId = newId();
      onError(error, { requestId, isBid: false });
      return failureResponse(requestId);
    },
    announceStop() {
      port.phase = 'leaving';
    },
    refuseRequests() {
      port.phase = 'stopped';
    },
  };
}

type Arrived = {
  readonly request: Request;
  readonly peer: string | undefined;
  readonly arrivedMs: number;
};

function answer(
  port: Port,
  { request, peer, arrivedMs }: Arrived,
  verdict: Verdict,
): Response | Promise<Response> {
  const { url, headers } = request;
  const origin = headers.get('origin');
  const path = pathOf(url);
  const endpoint = endpointOf(path);
  const requestId = port.newId();
  const isOverloaded = verdict === 'overloaded';
  let visit: Visit;
  try {
    const service = port.service();
    const caller = service.findCaller(peer, headers.get('x-forwarded-for'));
    visit = {
      request,
      url,
      origin,
      path,
      endpoint,
      service,
      requestId,
      caller,
      arrivedMs,
      isOverloaded,
    };
  } catch (error) {
    port.onError(error, { requestId, isBid: endpoint !== undefined });
    return failureResponse(requestId, corsHeaders(endpoint, origin));
  }
  try {
    return route(port, visit);
  } catch (error) {
    return failed(port, visit, error);
  }
}

function stamp(
  { phase }: Port,
  { request: { headers }, origin, endpoint, service, requestId, caller }: Visit,
  limit: LimitState = service.lookAtLimits(caller),
): Stamp {
  const cors = corsHeaders(endpoint, origin);
  const isGzipAccepted = acceptsGzip(headers.get('accept-encoding'));
  return { requestId, limit, cors, isGzipAccepted, isLast: phase !== 'serving' };
}

function route(port: Port, visit: Visit): Response | Promise<Response> {
  if (visit.endpoint !== undefined) return answerBid(port, visit, visit.endpoint);
  if (visit.path.startsWith(visit.service.notices.root)) return answerNotice(port, visit);
  return answerDocument(port, visit);
}

async function answerBid(port: Port, visit: Visit, endpoint: Endpoint): Promise<Response> {
  const { request } = visit;
  try {
    if (request.method === 'OPTIONS') return optionsResponse(BID_METHODS, stamp(port, visit));
    if (port.phase === 'stopped') return refusalResponse(SHUTTING_DOWN, stamp(port, visit));
    if (!visit.service.isSelling()) return refusalResponse(NOT_SELLING, stamp(port, visit));
    if (request.method !== 'POST') return await answerWrongMethod(port, visit, endpoint);
    const settled = await bid(visit, endpoint, () => readBody(request, endpoint));
    const { outcome, limit, bidRequestId: id = '' } = settled;
    const isWhole = wantsEmptyBody(endpoint, searchOf(visit.url));
    const details = visit.service.noBidDetails;
    const empty: Empty = isWhole ? { status: 200, id, details } : { status: 204, details };
    return outcomeResponse(outcome, stamp(port, visit, limit), empty);
  } catch (error) {
    return failed(port, visit, error);
  }
}

function bid(
  { request, origin, service, requestId, caller, arrivedMs, isOverloaded }: Visit,
  endpoint: Endpoint,
  read: () => ReturnType<typeof readBody>,
) {
  const { headers } = request;
  return service.bid({
    endpoint,
    caller,
    requestId,
    arrivedMs,
    isOverloaded,
    origin,
    traceparent: headers.get('traceparent'),
    authorization: headers.get('authorization'),
    readBody: read,
  });
}

/** Ruling 41: it reached `/openrtb2`, so it counts like any other request. */
async function answerWrongMethod(port: Port, visit: Visit, endpoint: Endpoint): Promise<Response> {
  const refusal = refuse.methodNotAllowed(`expected POST, but got ${visit.request.method}`);
  const { outcome, limit } = await bid(visit, endpoint, async () => refusal);
  const stamped = stamp(port, visit, limit);
  if (outcome !== refusal) return outcomeResponse(outcome, stamped);
  return refusalResponse(refusal, stamped, { Allow: BID_METHODS });
}

async function answerNotice(port: Port, visit: Visit): Promise<Response> {
  const { method } = visit.request;
  try {
    if (method === 'OPTIONS') return optionsResponse(NOTICE_METHODS, stamp(port, visit));
    const call = { method, path: visit.path, search: searchOf(visit.url) };
    const outcome = await visit.service.notices.receive(call);
    if (!(outcome instanceof Refusal)) return noticeResponse(outcome, stamp(port, visit));
    const allow = outcome.status === 405 ? { Allow: NOTICE_METHODS } : {};
    return refusalResponse(outcome, stamp(port, visit), allow);
  } catch (error) {
    return failed(port, visit, error);
  }
}

function answerDocument(port: Port, visit: Visit): Response {
  const path = withoutLastSlash(visit.path);
  const { method } = visit.request;
  const { documents } = visit.service;
  const stamped = stamp(port, visit);
  const document = documents.find(path);
  const isReadiness = path === '/readyz';
  if (document === undefined && !isReadiness) {
    const paths = [...Object.values(PATH_BY_ENDPOINT), '/readyz', ...documents.paths].join(', ');
    return refusalResponse(
      refuse.notFound(`expected one of ${paths}, but got ${visit.path}`),
      stamped,
    );
  }
  if (method === 'OPTIONS') return optionsResponse(DOCUMENT_METHODS, stamped);
  if (method !== 'GET' && method !== 'HEAD') {
    const refusal = refuse.methodNotAllowed(`expected GET, but got ${method}`);
    return refusalResponse(refusal, stamped, { Allow: DOCUMENT_METHODS });
  }
  if (document !== undefined) return documentResponse(document, stamped);
  if (port.phase !== 'serving') return refusalResponse(SHUTTING_DOWN, stamped);
  return visit.service.isSelling()
    ? documentResponse(READY, stamped)
    : refusalResponse(NOT_SELLING, stamped);
}

function failed(port: Port, visit: Visit, error: unknown): Response {
  const { endpoint, requestId } = visit;
  port.onError(error, { requestId, isBid: endpoint !== undefined });
  return refusalResponse(FAILURE, stamp(port, visit));
}

const NOT_SELLING = refuse.unavailable('the clock of this server is wrong');
const SHUTTING_DOWN = refuse.unavailable('this server is shutting down');

/** `http://host:8080/openrtb2?x=1` → `/openrtb2`. Without a usable Host header the URL is only the path. */
function pathOf(url: string): string {
  const start = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('//') + 2);
  const query = url.indexOf('?', start);
  return query === -1 ? url.slice(start) : url.slice(start, query);
}

/** `/formats/` → `/formats` */
function withoutLastSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** `http://host:8080/n/win/x?p=1` → `?p=1` */
function searchOf(url: string): string {
  const query = url.indexOf('?');
  return query === -1 ? '' : url.slice(query);
}
