import { timingSafeEqual } from 'node:crypto';
import { type Refusal, refuse } from '../openrtb/refusal.ts';

/** What the admin port shows; each answer is JSON text. */
export type AdminPages = {
  readonly auction: (id: string) => MaybeLater<string | undefined>;
  readonly recentAuctions: (countMax: number) => MaybeLater<readonly string[]>;
  readonly status: () => MaybeLater<unknown>;
};

/** Workers in other processes have to be asked first. */
type MaybeLater<T> = T | Promise<T>;

export type AdminOptions = {
  readonly host: string;
  readonly port: number;
  readonly token: string | undefined;
  readonly pages: AdminPages;
  readonly newId: () => string;
};

export type AdminServer = { readonly port: number; readonly stop: () => Promise<void> };

const AUCTIONS_LISTED_MAX = 100;

export function startAdminServer({ host, port, token, pages, newId }: AdminOptions): AdminServer {
  const server = Bun.serve({
    hostname: host,
    port,
    development: false,
    maxRequestBodySize: 64 * 1024,
    async fetch(request) {
      const answer = isAllowed(request, token)
        ? await page(request, pages)
        : refuse.unauthorized(WHO);
      if (typeof answer === 'string') return new Response(answer, { headers: HEADERS });
      const { code, message, details, status } = answer;
      const error = { code, message, details, request_id: newId() };
      return new Response(JSON.stringify({ error }), { status, headers: HEADERS });
    },
  });
  return { port: server.port ?? port, stop: () => server.stop(true) };
}

const HEADERS = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
const WHO =
  'expected the header Authorization: Bearer <admin.token>, or a call to localhost itself';

async function page(request: Request, pages: AdminPages): Promise<string | Refusal> {
  const { pathname } = new URL(request.url);
  if (request.method !== 'GET') return refuse.methodNotAllowed('the admin port takes GET only');
  if (pathname === '/status') return JSON.stringify(await pages.status());
  if (pathname === '/auctions')
    return `[${(await pages.recentAuctions(AUCTIONS_LISTED_MAX)).join(',')}]`;
  const id = /^\/auctions\/([^/]+)$/.exec(pathname)?.[1];
  if (id === undefined) {
    return refuse.notFound('expected one of /status, /auctions, /auctions/<request id>');
  }
  return (
    (await pages.auction(id)) ??
    refuse.notFound(
      `no auction "${id}" is remembered: it may be too long ago, or never reached an auction`,
    )
  );
}

/**
 * With a token: who knows it. Without, the port listens on loopback only, and the Host header must say so
 * too: a page on the web could otherwise reach it through a name that resolves here.
 */
function isAllowed(request: Request, token: string | undefined): boolean {
  if (token === undefined) {
    const { hostname } = new URL(request.url);
    return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  }
  const given = Buffer.from(request.headers.get('authorization') ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
