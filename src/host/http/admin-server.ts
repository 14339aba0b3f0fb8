import { join } from 'node:path';
import type { Log } from '../../lib/log.ts';
import { type AnyOp, BYTES, type OperatorIdentity, type PersonIdentity } from '../../lib/op.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import {
  createGuard,
  foreignChange,
  type KnownToken,
  type Listener,
  NOBODY_KNOWN,
  type People,
  SLOWED_REFUSALS,
  strangerToThisMachine,
  tokenSecretOf,
} from '../admin/access.ts';
import { createAttempts, SLOWED_MS } from '../admin/attempts.ts';
import { consoleFiles, fileResponse } from '../admin/console-files.ts';
import { docsAt } from '../admin/docs/serve-docs.ts';
import { A_YEAR, errorPage, json, secured } from '../admin/headers.ts';
import { isHttps } from '../admin/login.ts';
import {
  OPEN_ROUTES,
  type OpenParts,
  type OpenRoute,
  type OpenRoutes,
  type Visit,
} from '../admin/open-routes.ts';
import { type ServeOps, serveOps } from '../admin/serve-ops.ts';
import { createSessions, OF_PEOPLE } from '../admin/sessions.ts';
import type { Host } from '../host.ts';
import type { FindCaller } from './caller.ts';
import { noteRequest } from './connection-bound.ts';
import { BODY_BYTES_MAX, receiveChunks, tooLarge } from './read-body.ts';

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
  readonly tickMs: () => number;
};

type Listening = { readonly port: number; readonly stop: () => Promise<void> };

export type AdminServer = Listening & {
  /** Opens a port that has the pages of publishers and nothing else. */
  readonly openPortal: (at: { readonly host: string; readonly port: number }) => Listening;
};

/** A bid request tried from here may take as long as the slowest auction. */
const IDLE_SEC_MAX = 30;

const WHERE: Readonly<Record<Listener, string>> = {
  admin:
    'expected / (the console), /portal, /docs/ or one of /status, /requests, /requests/<request id>, /metrics',
  portal: 'expected /portal',
};

/** The parts that an answer of the admin port depends on. */
type AdminPort = AdminOptions &
  OpenParts & {
    readonly serveOps: ServeOps;
    readonly routes: ReadonlyMap<string, OpenRoute>;
  };

export function startAdminServer(options: AdminOptions): AdminServer {
  const { host, port, tokens, people, log, nowMs, newSecret, portalUrl } = options;
  const kept = { nowMs, newSecret, log };
  const sessions = createSessions<OperatorIdentity>({
    ...kept,
    secretOf: tokenSecretOf(tokens),
    folder: join(options.sessionsFolder, 'operators'),
  });
  const peopleSessions = createSessions<PersonIdentity>({
    ...kept,
    // A person's token is never replaced: whoever gets another one is another person.
    secretOf: (person) => (people.isKnown(person) ? person.person : undefined),
    folder: join(options.sessionsFolder, 'people'),
    limits: OF_PEOPLE,
  });
  const attempts = createAttempts(nowMs, () =>
    log.warn(
      {},
      'an address showed several wrong admin tokens: the answers to further ones come late',
    ),
  );
  const guard = createGuard({
    tokens,
    people,
    sessions,
    peopleSessions,
    attempts,
  });
  const known = {
    guard,
    sessions,
    peopleSessions,
    attempts,
    portalUrl,
    serveOps: serveOps(options.ops, options.machine, nowMs),
    routes: new Map(Object.entries<OpenRoute>({ ...OPEN_ROUTES, ...options.openRoutes })),
  };
  const adminPort: AdminPort = { ...options, ...known, hasTokens: tokens.length > 0 };
  const server = listen(adminPort, { host, port }, 'admin');
  return {
    port: server.port,
    stop: server.stop,
    openPortal: (at) => listen(adminPort, at, 'portal'),
  };
}

/** As the caller has it in its address bar. */
function addressOf(request: Request): string {
  const { host } = new URL(request.url);
  return `${isHttps(request, undefined) ? 'https' : 'http'}://${host}`;
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
        // Whoever has left in the middle of a body gets no answer.
        if (request.signal.aborted && (error as Error).name === 'AbortError') return ENDED;
        log.error({ err: error, path: URL.parse(request.url)?.pathname }, 'the admin port failed');
        return FAILED;
      });
      return secured(respond(answered, visit, newId));
    },
  });
  return { port: server.port ?? port, stop: () => server.stop(true) };
}

const FAILED = refuse.internal('the admin port failed on this; the log says why');

type AdminCall = Visit & { readonly keepOpen: () => void };

async function answer(port: AdminPort, visit: AdminCall): Promise<Response | Refusal> {
  const { address, listener, keepOpen } = visit;
  // Without a usable Host header the URL is only a path.
  if (!URL.canParse(visit.request.url)) return NOBODY_KNOWN;
  const isOpen = listener === 'admin' && !port.hasTokens;
  const stranger = isOpen ? strangerToThisMachine(visit.request) : undefined;
  if (stranger !== undefined) return stranger;
  const request = await withBoundedBody(visit.request, port.ops);
  if (request instanceof Refusal) return request;
  const url = new URL(request.url);
  // Bun leaves out the body of an answer to HEAD.
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const file =
    method === 'GET'
      ? await fileAt({ request, path: url.pathname, listener }, port.ops)
      : undefined;
  if (file !== undefined) return file;

  const open = port.routes.get(`${method} ${url.pathname}`);
  const opened = open?.listeners.includes(listener)
    ? await open.answer({ request, address, listener }, port)
    : undefined;
  if (opened !== undefined) return opened;
  const caller = await port.guard.recognise(request, address, listener);
  if (caller instanceof Refusal) return caller;
  const foreign = foreignChange(request, caller);
  if (foreign !== undefined) return foreign;
  const isServed = ({ openTo }: AnyOp) => listener === 'admin' || openTo === 'publishers';
  const answered = await port.serveOps.answer({
    request,
    method,
    url,
    caller,
    isServed,
    visit: { baseUrl: port.portalUrl ?? addressOf(request), keepOpen, request },
  });
  if (answered !== undefined) return answered;
  const [expected] = port.serveOps.methodsAt({ url, isServed });
  if (expected === undefined) return refuse.notFound(WHERE[listener]);
  return refuse.methodNotAllowed(`expected ${expected}, but got ${request.method}`);
}

function respond(
  refusal: Response | Refusal,
  { request, listener }: Visit,
  newId: () => string,
): Response {
  if (refusal instanceof Response) return refusal;
  const wantsPage = request.headers.get('accept')?.includes('text/html') ?? false;
  if (wantsPage && request.method === 'GET') {
    return errorPage(refusal, listener === 'portal' ? '/portal' : '/');
  }
  const { code, message, details, status } = refusal;
  const response = json({ error: { code, message, details, request_id: newId() } }, status);
  if (SLOWED_REFUSALS.has(refusal)) response.headers.set('Retry-After', String(SLOWED_MS / 1000));
  return response;
}

const ASSETS = '/assets/';
/** Those of publishers are below their pages, so that a proxy can pass on these alone. */
const PORTAL_ASSETS = '/portal/assets/';

/** The files of pages and of the documentation hold no secret, so they need no login; the data that they show does. */
async function fileAt(
  { request, path, listener }: Pick<Visit, 'request' | 'listener'> & { readonly path: string },
  ops: readonly AnyOp[],
): Promise<Response | Refusal | undefined> {
  const isAsset =
    path.startsWith(PORTAL_ASSETS) || (listener === 'admin' && path.startsWith(ASSETS));
  if (isAsset) {
    const { assets } = await consoleFiles();
    const asset = assets.get(path.replace(PORTAL_ASSETS, ASSETS));
    return asset === undefined ? undefined : fileResponse(asset, request, A_YEAR);
  }
  if (path === '/portal') {
    const { portal } = await consoleFiles();
    return portal && fileResponse(portal, request, 'no-store');
  }
  if (listener === 'portal') return undefined;
  if (path !== '/') return docsAt(path, URL.parse(request.url)?.searchParams.get('q'), ops);
  return fileResponse((await consoleFiles()).shell, request, 'no-store');
}

/** What Bun lets through, which would send a bare 413: photos of cameras are smaller, and get a sentence. */
const SOCKET_BODY_BYTES_MAX = 16 * 1024 * 1024;

const ENDED = refuse.invalidJson('the connection ended before the body did');

/** The request with a body that is not too large, whoever sends it. Bid requests are tried from here, and bytes uploaded. */
async function withBoundedBody(
  request: Request,
  ops: readonly AnyOp[],
): Promise<Request | Refusal> {
  const { url, method, headers, body, signal } = request;
  const called = `${method} ${URL.parse(url)?.pathname}`;
  const upload = ops.find(({ name, body }) => body === BYTES && name === called);
  const bytesMax = upload?.bodyBytesMax ?? BODY_BYTES_MAX;
  const length = headers.get('content-length');
  if (length !== null) {
    return Number(length) > bytesMax ? tooLarge(bytesMax, `, but got ${length}`) : request;
  }
  if (body === null) return request;
  const received = await receiveChunks(body, bytesMax).catch(() => ENDED);
  if (received instanceof Refusal) return received;
  return new Request(url, { method, headers, body: Uint8Array.from(received), signal });
}
