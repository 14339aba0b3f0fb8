import type { LiveEvent } from '../console/api.ts';
import type { Log } from '../lib/log.ts';
import { Refusal, refuse } from '../openrtb/refusal.ts';
import {
  type Caller,
  createGuard,
  foreignChange,
  type Guard,
  isForThisMachine,
  type KnownToken,
  mayAct,
  NOBODY_KNOWN,
  WRONG_TOKEN,
} from './admin/access.ts';
import type { AdminApi, MaybeLater } from './admin/admin-api.ts';
import { createAttempts, SLOWED_MS } from './admin/attempts.ts';
import { consoleFiles, fileResponse } from './admin/console-files.ts';
import { docsAt } from './admin/docs.ts';
import { A_YEAR, errorPage, json, secured } from './admin/headers.ts';
import { createLiveStreams } from './admin/live-stream.ts';
import { login, logout, sessionInfo } from './admin/login.ts';
import { type AdminRoute, type Call, partsOf, type RouteAnswer } from './admin/route.ts';
import { createRoutes } from './admin/routes.ts';
import { createSessions, type Sessions } from './admin/sessions.ts';
import type { FindCaller } from './caller.ts';

type AdminOptions = {
  readonly host: string;
  readonly port: number;
  /** None: the port answers this machine only. */
  readonly tokens: readonly KnownToken[];
  readonly api: AdminApi;
  /** Where this process reaches the public port. */
  readonly bidUrl: string;
  /** Where callers reach it. */
  readonly publicUrl: string;
  /** Finds the address that wrong tokens are counted against. */
  readonly findCaller: FindCaller;
  readonly log: Log;
  readonly newId: () => string;
  /** 256 random bits as text. */
  readonly newSecret: () => string;
  readonly nowMs: () => number;
  readonly tickMs: () => number;
};

export type AdminServer = { readonly port: number; readonly stop: () => Promise<void> };

/** As much as the public port takes, since bid requests are tried from here. */
const BODY_BYTES_MAX = 1024 * 1024;
/** A bid request tried from here may take as long as the slowest auction. */
const IDLE_SEC_MAX = 30;

const WHERE =
  'expected / (the console), /docs/ or one of /status, /auctions, /auctions/<request id>, /requests/<request id>, /metrics';

/** The parts that an answer of the admin port depends on. */
type AdminPort = AdminOptions & {
  readonly guard: Guard;
  readonly sessions: Sessions;
  readonly routes: readonly AdminRoute[];
};

export function startAdminServer(options: AdminOptions): AdminServer {
  const { host, port, tokens, api, findCaller, log, nowMs, tickMs } = options;
  const sessions = createSessions(nowMs, options.newSecret);
  const attempts = createAttempts(nowMs, () =>
    log.warn(
      {},
      'an address showed several wrong admin tokens: the answers to further ones come late',
    ),
  );
  const streams = createLiveStreams<LiveEvent>();
  const isStillOpen = (caller: Caller) =>
    caller.kind !== 'session' || sessions.identityOf(caller.id) !== undefined;
  const guard = createGuard(tokens, sessions, attempts);
  const parts = { api, streams, publicUrl: options.bidUrl, isStillOpen, nowMs, tickMs };
  const adminPort: AdminPort = { ...options, guard, sessions, routes: createRoutes(parts) };
  const server = Bun.serve({
    hostname: host,
    port,
    development: false,
    // Without this, Bun shares the port with another process where `development` is false.
    reusePort: false,
    idleTimeout: IDLE_SEC_MAX,
    maxRequestBodySize: BODY_BYTES_MAX,
    async fetch(request, self) {
      const forwardedFor = request.headers.get('x-forwarded-for');
      const address = findCaller(self.requestIP(request)?.address, forwardedFor);
      const visit = { request, address, keepOpen: () => self.timeout(request, 0) };
      const answered = await answer(adminPort, visit).catch((error: unknown) => {
        const path = new URL(request.url).pathname;
        log.error({ err: error, path }, 'the admin port failed');
        return refuse.internal('the admin port failed on this; the log says why');
      });
      return secured(respond(answered, request, options.newId));
    },
  });
  return {
    port: server.port ?? port,
    stop() {
      streams.closeAll();
      return server.stop(true);
    },
  };
}

type AdminCall = Pick<Call, 'request' | 'keepOpen'> & { readonly address: string };

async function answer(
  port: AdminPort,
  { request, address, keepOpen }: AdminCall,
): Promise<RouteAnswer> {
  const { tokens, guard, sessions } = port;
  const isOpen = tokens.length === 0;
  // Without a usable Host header the URL is only a path.
  if (!URL.canParse(request.url) || (isOpen && !isForThisMachine(request))) return NOBODY_KNOWN;
  const url = new URL(request.url);
  // Bun leaves out the body of an answer to HEAD.
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const file = method === 'GET' ? await fileAt(request, url.pathname) : undefined;
  if (file !== undefined) return file;

  if (url.pathname === '/login' && method === 'POST' && !isOpen) {
    return foreignChange(request, undefined) ?? login(request, { guard, sessions, address });
  }
  const caller = await guard.recognise(request, address);
  if (url.pathname === '/api/session' && method === 'GET') {
    return json(sessionInfo(caller, port.publicUrl));
  }
  if (caller instanceof Refusal) return caller;
  const foreign = foreignChange(request, caller);
  if (foreign !== undefined) return foreign;
  if (url.pathname === '/logout' && method === 'POST') return logout(request, sessions);
  return answerRoute(port.routes, method, { request, url, caller, keepOpen });
}

function answerRoute(
  routes: readonly AdminRoute[],
  method: string,
  call: Omit<Call, 'parts'>,
): MaybeLater<RouteAnswer> {
  const here = routes.flatMap((route) => {
    const parts = partsOf(route.path, call.url.pathname);
    return parts === undefined ? [] : [{ route, parts }];
  });
  const found = here.find(({ route }) => route.method === method);
  if (found === undefined) {
    const [other] = here;
    if (other === undefined) return refuse.notFound(WHERE);
    return refuse.methodNotAllowed(
      `expected ${other.route.method}, but got ${call.request.method}`,
    );
  }
  const { route, parts } = found;
  if (!mayAct(call.caller.role, route.role)) {
    const { who, role } = call.caller;
    return refuse.notPermitted(`expected the role ${route.role}, but ${who} has the role ${role}`);
  }
  return route.answer({ ...call, parts });
}

function respond(refusal: RouteAnswer, request: Request, newId: () => string): Response {
  if (refusal instanceof Response) return refusal;
  const wantsPage = request.headers.get('accept')?.includes('text/html') ?? false;
  if (wantsPage && request.method === 'GET' && refusal instanceof Refusal) {
    return errorPage(refusal);
  }
  const { code, message, details, status } = refusal;
  const response = json({ error: { code, message, details, request_id: newId() } }, status);
  if (refusal === WRONG_TOKEN.slowed) response.headers.set('Retry-After', String(SLOWED_MS / 1000));
  return response;
}

/** The files of the console and the documentation hold no secret, so they need no login; the data that it shows does. */
async function fileAt(request: Request, path: string): Promise<Response | Refusal | undefined> {
  if (path !== '/' && path !== '/portal' && !path.startsWith('/assets/')) return docsAt(path);
  const { shell, portal, assets } = await consoleFiles();
  if (path === '/') return fileResponse(shell, request, 'no-store');
  if (path === '/portal') return fileResponse(portal, request, 'no-store');
  const asset = assets.get(path);
  return asset === undefined ? undefined : fileResponse(asset, request, A_YEAR);
}
