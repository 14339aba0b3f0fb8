import type { Exchange } from '../../core/exchange/exchange.ts';
import type { LimitState } from '../../core/exchange/limiter.ts';
import type { Arrival, BodyRead, Endpoint } from '../../core/exchange/receive.ts';
import { CONVERSION_PATHS, NOTICE_ROOT } from '../../core/sale/paths.ts';
import type { NoticeAnswer, Receive } from '../../ledger/notices/receive.ts';
import type { ReceiveConversion } from '../../ledger/notices/receive-conversion.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import type { AdmissionQueue } from '../limits/admission-queue.ts';
import type { AnswerBuyer } from './buyer-calls.ts';
import { ADCP_PATH } from './buyer-calls.ts';
import type { FindCaller } from './caller.ts';
import { corsHeaders } from './cors.ts';
import type { Documents } from './documents.ts';
import { PATH_BY_ENDPOINT, wantsEmptyBody } from './endpoints.ts';
import { acceptsGzip } from './gzip.ts';
import { type FindPicture, PICTURES_ROOT } from './images.ts';
import { type BodyKind, readBody } from './read-body.ts';
import {
  documentResponse,
  FAILURE,
  failureResponse,
  type NoBidDetails,
  optionsResponse,
  outcomeResponse,
  pictureResponse,
  readyResponse,
  refusalResponse,
  type Stamp,
} from './reply.ts';

/** The parts that the public port serves with. */
export type Service = {
  readonly bid: Exchange;
  readonly receiveNotice: Receive;
  readonly receiveConversion: ReceiveConversion;
  readonly findCaller: FindCaller;
  readonly lookAtLimits: (caller: string) => LimitState;
  readonly documents: Documents;
  readonly findPicture: FindPicture;
  /** undefined: nothing is sold to AI buyers. */
  readonly answerBuyer: AnswerBuyer | undefined;
  readonly noBidDetails: NoBidDetails;
};

type PublicPortParts = {
  readonly service: Service;
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

/** What the paths of one kind lead to. */
type PublicRoute = {
  readonly methods: string;
  /** Of bid requests only. */
  readonly endpoint?: Endpoint;
  readonly answer: (request: PublicRequest) => Response | Promise<Response>;
};

/** Paths without the slash at their end. */
const BID_PATHS: readonly string[] = Object.values(PATH_BY_ENDPOINT);
/** With one look for the path of a bid request, whatever else is sold here. */
const EXACT_ROUTES: ReadonlyMap<string, PublicRoute> = new Map([
  ...(['strict', 'repairing'] as const).map((endpoint): [string, PublicRoute] => [
    PATH_BY_ENDPOINT[endpoint],
    {
      methods: 'POST, OPTIONS',
      endpoint,
      answer: (request: PublicRequest) => answerBid(request, endpoint),
    },
  ]),
  [ADCP_PATH, { methods: 'POST', answer: answerBuyer }],
]);
const NOTICES: PublicRoute = { methods: 'GET, HEAD, POST, OPTIONS', answer: answerNotice };
const CONVERSION_ROUTES: ReadonlyMap<string, PublicRoute> = new Map([
  [CONVERSION_PATHS.server, { methods: 'POST, OPTIONS', answer: answerConversion }],
  [CONVERSION_PATHS.pixel, { methods: 'GET, HEAD, OPTIONS', answer: answerConversion }],
]);
const PICTURES: PublicRoute = { methods: 'GET, HEAD, OPTIONS', answer: answerPicture };
/** All other paths, with those that lead nowhere. */
const DOCUMENTS: PublicRoute = { methods: 'GET, HEAD, OPTIONS', answer: answerDocument };

function routeOf(path: string): PublicRoute {
  if (path.startsWith(NOTICE_ROOT)) return CONVERSION_ROUTES.get(path) ?? NOTICES;
  if (path.startsWith(PICTURES_ROOT)) return PICTURES;
  return EXACT_ROUTES.get(withoutLastSlash(path)) ?? DOCUMENTS;
}

/** One request, with what is known before it is answered. The exchange gets bid requests as they are here. */
type PublicRequest = Omit<Arrival, 'readBody'> & {
  readonly readBody: (kind: BodyKind) => BodyRead;
  readonly method: string;
  readonly path: string;
  /** With the question mark; '' without one. */
  readonly search: string;
  readonly route: PublicRoute;
  readonly service: Service;
  /** As it is when the answer is sent. */
  readonly port: { readonly phase: Phase };
};

/** `replaced`: others serve the same port. */
type Phase = 'serving' | 'replaced' | 'leaving' | 'stopped';

export type PublicPort = ReturnType<typeof createPublicPort>;

/** The public port without a socket: a function from a request to a response. */
export function createPublicPort(parts: PublicPortParts) {
  const { service, admissionQueue, tickMs, newId, onError } = parts;
  const port: { phase: Phase } = { phase: 'serving' };
  return {
    /** The peer is the address at the other end of the connection, where it is known. */
    async answer(request: Request, peer: string | undefined): Promise<Response> {
      const arrivedMs = tickMs();
      const isOverloaded = (await admissionQueue.enter()) === 'overloaded';
      // Bun makes the text of the URL anew each time it is read, as it does for each header.
      const { method, url, headers } = request;
      const path = pathOf(url);
      const route = routeOf(path);
      const origin = headers.get('origin');
      const requestId = newId();
      let arrived: PublicRequest | undefined;
      try {
        const caller = service.findCaller(peer, headers.get('x-forwarded-for'));
        arrived = {
          requestId,
          caller,
          arrivedMs,
          isOverloaded,
          method,
          path,
          search: searchOf(url),
          headers,
          origin,
          readBody: (kind) => readBody(request, kind),
          route,
          service,
          port,
        };
        return await route.answer(arrived);
      } catch (error) {
        const { endpoint } = route;
        onError(error, { requestId, isBid: endpoint !== undefined });
        return arrived === undefined
          ? failureResponse(requestId, corsHeaders(endpoint, origin))
          : refusalResponse(FAILURE, stamp(arrived));
      }
    },
    /** The response to a failure outside of `answer`. */
    answerFailure(error: unknown): Response {
      const requestId = newId();
      onError(error, { requestId, isBid: false });
      return failureResponse(requestId);
    },
    /**
     * From now on each connection closes after its response; `leaving`: and `/readyz` answers 503; `stopped`: and bid requests
     * are refused.
     */
    enter(phase: Phase): void {
      port.phase = phase;
    },
  };
}

function stamp(
  { headers, origin, route, service, requestId, caller, port }: PublicRequest,
  limit: LimitState = service.lookAtLimits(caller),
): Stamp {
  const { endpoint, methods } = route;
  const cors = corsHeaders(endpoint, origin);
  const isGzipAccepted = acceptsGzip(headers.get('accept-encoding'));
  return { requestId, limit, cors, methods, isGzipAccepted, isLast: port.phase !== 'serving' };
}

async function answerBid(request: PublicRequest, endpoint: Endpoint): Promise<Response> {
  const { method, service, port } = request;
  if (method === 'OPTIONS') return optionsResponse(stamp(request));
  if (port.phase === 'stopped') return refusalResponse(SHUTTING_DOWN, stamp(request));
  const { outcome, limit, bidRequestId = '' } = await service.bid(request, endpoint);
  const emptyId = wantsEmptyBody(endpoint, request.search) ? bidRequestId : undefined;
  const form = { details: service.noBidDetails, emptyId };
  return outcomeResponse(outcome, stamp(request, limit), form);
}

async function answerNotice(request: PublicRequest): Promise<Response> {
  if (request.method === 'OPTIONS') return optionsResponse(stamp(request));
  return noticed(request, await request.service.receiveNotice(request));
}

async function answerConversion(request: PublicRequest): Promise<Response> {
  if (request.method === 'OPTIONS') return optionsResponse(stamp(request));
  return noticed(request, await request.service.receiveConversion(request));
}

/** Without a seller the path leads nowhere, like any other. */
async function answerBuyer(request: PublicRequest): Promise<Response> {
  const { service, port } = request;
  if (service.answerBuyer === undefined) return answerDocument({ ...request, route: DOCUMENTS });
  if (port.phase === 'stopped') return refusalResponse(SHUTTING_DOWN, buyerStamp(request));
  return readyResponse(await service.answerBuyer(request), buyerStamp(request));
}

/** No page may read it, whatever its origin. */
function buyerStamp(request: PublicRequest): Stamp {
  return { ...stamp(request), cors: {} };
}

function noticed(request: PublicRequest, outcome: NoticeAnswer | Refusal): Response {
  return outcome instanceof Refusal
    ? refusalResponse(outcome, stamp(request))
    : readyResponse(outcome, stamp(request));
}

const READY = { body: '{"status":"ready"}', contentType: 'application/json', maxAgeSec: 0 };

function answerDocument(request: PublicRequest): Response {
  const { path, service } = request;
  const { documents } = service;
  const name = withoutLastSlash(path);
  const found = name === '/readyz' ? readiness(request) : documents.find(name);
  if (found === undefined) {
    const paths = [...BID_PATHS, '/readyz', ...documents.paths].join(', ');
    const refusal = refuse.notFound(`expected one of ${paths}, but got ${path}`);
    return refusalResponse(refusal, stamp(request));
  }
  const other = otherMethod(request);
  if (other !== undefined) return other;
  return found instanceof Refusal
    ? refusalResponse(found, stamp(request))
    : documentResponse(found, stamp(request));
}

async function answerPicture(request: PublicRequest): Promise<Response> {
  const { path, service, headers } = request;
  const other = otherMethod(request);
  if (other !== undefined) return other;
  const found = await service.findPicture(path);
  return pictureResponse(found, stamp(request), {
    path,
    ifNoneMatch: headers.get('if-none-match'),
  });
}

/** The answer to a method that only looks at no document. */
function otherMethod(request: PublicRequest): Response | undefined {
  const { method } = request;
  if (method === 'GET' || method === 'HEAD') return undefined;
  if (method === 'OPTIONS') return optionsResponse(stamp(request));
  const refusal = refuse.methodNotAllowed(`expected GET, but got ${method}`);
  return refusalResponse(refusal, stamp(request));
}

function readiness({ port }: PublicRequest): typeof READY | Refusal {
  return port.phase === 'leaving' || port.phase === 'stopped' ? SHUTTING_DOWN : READY;
}

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
