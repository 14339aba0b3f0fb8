import type { Log } from '../../lib/log.ts';
import type { AnyOp } from '../../lib/op.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import type { Host } from '../host.ts';
import type { FindCaller } from '../http/caller.ts';
import { noteRequest } from '../http/connection-bound.ts';
import {
  createGuard,
  foreignChange,
  type KnownToken,
  type Listener,
  NOBODY_KNOWN,
  type People,
  secretOf,
  strangerToThisMachine,
  type Visit,
} from './access.ts';
import { createAttempts, isSlowed, SLOWED_MS } from './attempts.ts';
import { consoleFiles, fileResponse } from './console-files.ts';
import { docsAt } from './docs/serve-docs.ts';
import { A_YEAR, errorPage, secured } from './headers.ts';
import {
  isHttps,
  OPEN_ROUTES,
  type OpenParts,
  type OpenRoute,
  type OpenRoutes,
} from './open-routes.ts';
import { type ServeOps, serveOps } from './serve-ops.ts';
import { createSessions } from './sessions.ts';

type AdminOptions = {
  readonly host: string;
  readonly port: number;
  /** None: the port answers this machine only. */
  readonly tokens: readonly KnownToken[];
  readonly ops: readonly AnyOp[];
  /** What operations run on. */
  readonly machine: Host;
  /** The people of publishers. */
  readonly people: People;
  /** What parts answer before anybody is known. */
  readonly openRoutes: OpenRoutes;
  /** Where callers reach it. */
  readonly publicUrl: string;
  /** Where people of publishers reach their pages; undefined: at the address that an operator uses. */
  readonly portalUrl?: string | undefined;
  /** Sessions outlive a restart in it. */
  readonly sessionsFolder: string;
  /** Finds the address that wrong tokens are counted against. */
  readonly findCaller: FindCaller;
  readonly log: Log;
  readonly newId: () => string;
  /** 256 random bits as text. */
  readonly newSecret: () => string;
  readonly nowMs: () => number;
};

type Listening = { readonly port: number; readonly stop: () => Promise<void> };

export type AdminServer = Listening & {
  /** Opens a port that has the pages of publishers and nothing else. */
  readonly openPortal: (at: { readonly host: string; readonly port: number }) => Listening;
};

/** A bid request tried from here may take as long as the slowest auction. */
const IDLE_SEC_MAX = 30;

/** What Bun lets through, which would send a bare 413: photos of cameras are smaller, and get a sentence. */
const SOCKET_BODY_BYTES_MAX = 16 * 1024 * 1024;

/** The parts that an answer of the admin port depends on. */
type AdminPort = AdminOptions &
  OpenParts & {
    readonly serveOps: ServeOps;
    readonly routes: ReadonlyMap<string, OpenRoute>;
  };

export function startAdminServer(options: AdminOptions): AdminServer {
  const { host, port, tokens, people, log, nowMs, newSecret, sessionsFolder: folder } = options;
  const sessions = createSessions({
    ...{ nowMs, newSecret, log, folder },
    secretOf: (identity) => secretOf(identity, tokens, people),
  });
  const attempts = createAttempts(nowMs, () =>
    log.warn(
      {},
      'an address showed several wrong admin tokens: the answers to further ones come late',
    ),
  );
  const adminPort: AdminPort = {
    ...options,
    ...{ sessions, attempts, hasTokens: tokens.length > 0 },
    guard: createGuard({ tokens, people, sessions, attempts }),
    serveOps: serveOps(options.ops, options.machine, nowMs),
    routes: new Map(Object.entries<OpenRoute>({ ...OPEN_ROUTES, ...options.openRoutes })),
  };
  const server = listen(adminPort, { host, port }, 'admin');
  return { ...server, openPortal: (at) => listen(adminPort, at, 'portal') };
}

function listen(
  adminPort: AdminPort,
  { host, port }: { readonly host: string; readonly port: number },
  listener: Listener,
): Listening {
  const { findCaller, log, newId } = adminPort;
  const server = Bun.serve({
    hostname: host,
    port,
    development: false,
    // Without this, Bun shares the port with another process where `development` is false.
    reusePort: false,
    idleTimeout: IDLE_SEC_MAX,
    maxRequestBodySize: SOCKET_BODY_BYTES_MAX,
    async fetch(request, self) {
      const peer = self.requestIP(request);
      noteRequest(peer?.port);
      const address = findCaller(peer?.address, request.headers.get('x-forwarded-for'));
      const visit = { request, address, listener, keepOpen: () => self.timeout(request, 0) };
      const answered = await answer(adminPort, visit).catch((error: unknown) => {
        log.error({ err: error, path: URL.parse(request.url)?.pathname }, 'the admin port failed');
        return FAILED;
      });
      return secured(respond(answered, visit, newId));
    },
  });
  return { port: server.port ?? port, stop: () => server.stop(true) };
}

const FAILED = refuse.internal('the admin port failed on this; the log says why');

async function answer(
  port: AdminPort,
  visit: Visit & { readonly keepOpen: () => void },
): Promise<Response | Refusal> {
  const { request, listener, keepOpen } = visit;
  const url = URL.parse(request.url);
  // Without a usable Host header the URL is only a path.
  if (url === null) return NOBODY_KNOWN;
  const isOpen = listener === 'admin' && !port.hasTokens;
  const stranger = isOpen ? strangerToThisMachine(request) : undefined;
  if (stranger !== undefined) return stranger;
  // Bun leaves out the body of an answer to HEAD.
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const file = method === 'GET' ? await fileAt(visit, url) : undefined;
  if (file !== undefined) return file;

  const open = port.routes.get(`${method} ${url.pathname}`);
  const opened = open?.listeners.includes(listener) ? await open.answer(visit, port) : undefined;
  if (opened !== undefined) return opened;
  const caller = await port.guard.recognise(visit);
  if (caller instanceof Refusal) return caller;
  const foreign = foreignChange(request, caller);
  if (foreign !== undefined) return foreign;
  const baseUrl = port.portalUrl ?? `${isHttps(request) ? 'https' : 'http'}://${url.host}`;
  return port.serveOps.answer({
    ...{ request, method, url, caller, listener },
    visit: { baseUrl, keepOpen, request },
  });
}

function respond(
  answered: Response | Refusal,
  { request, listener }: Visit,
  newId: () => string,
): Response {
  if (answered instanceof Response) return answered;
  const wantsPage = request.headers.get('accept')?.includes('text/html') ?? false;
  if (wantsPage && request.method === 'GET') {
    return errorPage(answered, listener === 'portal' ? '/portal' : '/');
  }
  const { code, message, details, status } = answered;
  const error = { code, message, details, request_id: newId() };
  const response = Response.json({ error }, { status });
  if (isSlowed(answered)) response.headers.set('Retry-After', String(SLOWED_MS / 1000));
  return response;
}

const ASSETS = '/assets/';
/** Those of publishers are below their pages, so that a proxy can pass on these alone. */
const PORTAL_ASSETS = '/portal/assets/';

/** The files of pages and of the documentation hold no secret, so they need no login; the data that they show does. */
async function fileAt(
  { request, listener }: Visit,
  { pathname: path, searchParams }: URL,
): Promise<Response | Refusal | undefined> {
  const isAsset =
    path.startsWith(PORTAL_ASSETS) || (listener === 'admin' && path.startsWith(ASSETS));
  if (isAsset) {
    const { assets } = await consoleFiles();
    const asset = assets.get(path.replace(PORTAL_ASSETS, ASSETS));
    return asset && fileResponse(asset, request, A_YEAR);
  }
  if (path === '/portal') {
    const { portal } = await consoleFiles();
    return portal && fileResponse(portal, request, 'no-store');
  }
  if (listener === 'portal') return undefined;
  if (path !== '/') return docsAt(path, searchParams.get('q'));
  return fileResponse((await consoleFiles()).shell, request, 'no-store');
}
