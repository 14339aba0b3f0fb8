import type { LimitState } from '../limits/limiter.ts';
import type { BidResponse } from '../openrtb/bid-response.ts';
import type { NoBid } from '../openrtb/no-bid.ts';
import { Refusal, refuse } from '../openrtb/refusal.ts';
import type { FindCaller } from './caller.ts';
import type { Documents } from './documents.ts';
import { readBody } from './read-body.ts';
import {
  documentResponse,
  FAILURE,
  failureResponse,
  noticeResponse,
  optionsResponse,
  outcomeResponse,
  refusalResponse,
  type Stamp,
} from './reply.ts';

/** What the public port needs from the rest; replaced as a whole when the config is reloaded. */
export type Service = {
  readonly bid: (arrival: {
    readonly caller: string;
    readonly requestId: string;
    readonly traceparent: string | null;
    readonly readBody: () => ReturnType<typeof readBody>;
  }) => Promise<{ readonly outcome: BidResponse | NoBid | Refusal; readonly limit: LimitState }>;
  readonly notices: {
    /** What the paths of notices begin with. */
    readonly root: string;
    readonly receive: (call: NoticeCall) => Promise<NoticeAnswer | Refusal>;
  };
  readonly findCaller: FindCaller;
  readonly lookAtLimits: (caller: string) => LimitState;
  readonly documents: Documents;
};

export type NoticeCall = {
  readonly method: string;
  readonly path: string;
  readonly search: string;
};

export type NoticeAnswer = {
  readonly status: number;
  readonly body: Uint8Array<ArrayBuffer> | string | null;
  readonly headers: Readonly<Record<string, string>>;
};

export type ServerOptions = {
  readonly host: string;
  readonly port: number;
  /** Other processes may listen on the same port; the system spreads connections over them. */
  readonly isShared: boolean;
  readonly service: () => Service;
  readonly newId: () => string;
  readonly onError: (error: unknown, failed: Failed) => void;
};

/** A request that was answered with a 500. */
export type Failed = {
  readonly requestId: string;
  /** Whether it was one to `/openrtb2`; others are no bid requests, and count as none. */
  readonly isBid: boolean;
};

export type PublicServer = {
  readonly port: number;
  /** Says on `/readyz` that this server is going away and closes each connection after its answer. */
  readonly announceStop: () => void;
  /** Takes no new connections, refuses new requests, and resolves when those under way are answered. */
  readonly stop: (waitMsMax: number) => Promise<void>;
};

/** Above the 60 s that load balancers usually keep idle connections, so that they close first. */
const IDLE_SEC_MAX = 75;

/**
 * `readBody` bounds bodies, and answers with our own error and headers where Bun would send a bare 413.
 * Nobody else reads one, and what is not read is not kept.
 */
const SOCKET_BODY_BYTES_MAX = Number.MAX_SAFE_INTEGER;

const BID_PATH = '/openrtb2';
const BID_METHODS = 'POST, OPTIONS';
const DOCUMENT_METHODS = 'GET, HEAD, OPTIONS';
const NOTICE_METHODS = 'GET, HEAD, POST, OPTIONS';

const READY = { body: '{"status":"ready"}', contentType: 'application/json', maxAgeSec: 0 };

type Phase = 'serving' | 'leaving' | 'stopped';

/** One request, who made it, and what it is answered with. */
type Visit = {
  readonly request: Request;
  readonly service: Service;
  readonly requestId: string;
  readonly caller: string;
};

export function startServer(options: ServerOptions): PublicServer {
  const { host, port, newId, onError } = options;
  let phase: Phase = 'serving';

  function answer(request: Request, peer: string | undefined): Response | Promise<Response> {
    const path = pathOf(request.url);
    const requestId = newId();
    try {
      const service = options.service();
      const caller = service.findCaller(peer, request.headers.get('x-forwarded-for'));
      return answerAt(path, { request, service, requestId, caller });
    } catch (error) {
      onError(error, { requestId, isBid: path === BID_PATH });
      return failureResponse(requestId);
    }
  }

  function answerAt(path: string, visit: Visit): Response | Promise<Response> {
    const { service } = visit;
    if (path === BID_PATH) return answerBid(visit);
    if (path.startsWith(service.notices.root)) return answerNotice(path, visit);
    try {
      return answerOther(path, visit);
    } catch (error) {
      return failed(error, visit);
    }
  }

  const stamp = (
    { service, requestId, caller }: Visit,
    limit = service.lookAtLimits(caller),
  ): Stamp => ({ requestId, limit, isLast: phase !== 'serving' });

  function failed(error: unknown, visit: Visit): Response {
    const { request, requestId } = visit;
    onError(error, { requestId, isBid: pathOf(request.url) === BID_PATH });
    return refusalResponse(FAILURE, stamp(visit));
  }

  async function answerBid(visit: Visit): Promise<Response> {
    const { request, service, requestId, caller } = visit;
    try {
      if (request.method === 'OPTIONS') return optionsResponse(BID_METHODS, stamp(visit));
      if (phase === 'stopped') {
        return refusalResponse(refuse.unavailable('this server is shutting down'), stamp(visit));
      }
      if (request.method !== 'POST') return await answerWrongMethod(visit);
      const { outcome, limit } = await service.bid({
        caller,
        requestId,
        traceparent: request.headers.get('traceparent'),
        readBody: () => readBody(request),
      });
      return outcomeResponse(outcome, stamp(visit, limit));
    } catch (error) {
      return failed(error, visit);
    }
  }

  /** Ruling 41: it reached `/openrtb2`, so it counts like any other request. */
  async function answerWrongMethod(visit: Visit): Promise<Response> {
    const { request, service, requestId, caller } = visit;
    const refusal = refuse.methodNotAllowed(`expected POST, but got ${request.method}`);
    const { outcome, limit } = await service.bid({
      caller,
      requestId,
      traceparent: request.headers.get('traceparent'),
      readBody: async () => refusal,
    });
    if (outcome !== refusal) return outcomeResponse(outcome, stamp(visit, limit));
    return refusalResponse(refusal, stamp(visit, limit), { Allow: BID_METHODS });
  }

  async function answerNotice(path: string, visit: Visit): Promise<Response> {
    const { method, url } = visit.request;
    try {
      if (method === 'OPTIONS') return optionsResponse(NOTICE_METHODS, stamp(visit));
      const call = { method, path, search: searchOf(url) };
      const outcome = await visit.service.notices.receive(call);
      if (!(outcome instanceof Refusal)) return noticeResponse(outcome, stamp(visit));
      const allow = outcome.status === 405 ? { Allow: NOTICE_METHODS } : {};
      return refusalResponse(outcome, stamp(visit), allow);
    } catch (error) {
      return failed(error, visit);
    }
  }

  function answerOther(path: string, visit: Visit): Response {
    const { method } = visit.request;
    const { documents } = visit.service;
    const stamped = stamp(visit);
    const document = documents.find(path);
    const isReadiness = path === '/readyz';
    if (document === undefined && !isReadiness) {
      const paths = [BID_PATH, '/readyz', ...documents.paths].join(', ');
      return refusalResponse(refuse.notFound(`expected one of ${paths}, but got ${path}`), stamped);
    }
    if (method === 'OPTIONS') return optionsResponse(DOCUMENT_METHODS, stamped);
    if (method !== 'GET' && method !== 'HEAD') {
      const refusal = refuse.methodNotAllowed(`expected GET, but got ${method}`);
      return refusalResponse(refusal, stamped, { Allow: DOCUMENT_METHODS });
    }
    if (document !== undefined) return documentResponse(document, stamped);
    return phase === 'serving'
      ? documentResponse(READY, stamped)
      : refusalResponse(refuse.unavailable('this server is shutting down'), stamped);
  }

  const server = Bun.serve({
    hostname: host,
    port,
    reusePort: options.isShared,
    development: false,
    idleTimeout: IDLE_SEC_MAX,
    maxRequestBodySize: SOCKET_BODY_BYTES_MAX,
    fetch: (request, self) => answer(request, self.requestIP(request)?.address),
    // Not even the answer about a failure could be made, or Bun itself failed.
    error: (error) => {
      const requestId = newId();
      onError(error, { requestId, isBid: false });
      return failureResponse(requestId);
    },
  });

  return {
    port: server.port ?? port,
    announceStop() {
      phase = 'leaving';
    },
    async stop(waitMsMax) {
      phase = 'stopped';
      const answered = server.stop();
      await Promise.race([answered, Bun.sleep(waitMsMax)]);
      await server.stop(true);
    },
  };
}

/** `http://host:8080/openrtb2?x=1` → `/openrtb2`. Without a usable Host header the URL is only the path. */
function pathOf(url: string): string {
  const start = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('//') + 2);
  const query = url.indexOf('?', start);
  return query === -1 ? url.slice(start) : url.slice(start, query);
}

/** `http://host:8080/n/win/x?p=1` → `?p=1` */
function searchOf(url: string): string {
  const query = url.indexOf('?');
  return query === -1 ? '' : url.slice(query);
}
