import { inTime } from '../../lib/in-time.ts';
import { parseJson } from '../../lib/json.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import { isObject } from '../../lib/schema-fault.ts';
import { boundedBytes } from '../http/read-body.ts';
import {
  type Caller,
  type CookieKind,
  cookieName,
  cookieOf,
  foreignChange,
  type Guard,
  type Listener,
  type People,
  type Visit,
} from './access.ts';
import type { PortalSession, SessionInfo } from './answers.ts';
import type { Attempts } from './attempts.ts';
import { csrfTokenOf, SESSION_MS_MAX, type Sessions } from './sessions.ts';

/** What the routes that need no role depend on. */
export type OpenParts = {
  readonly guard: Guard;
  readonly sessions: Sessions;
  readonly attempts: Attempts;
  readonly people: People;
  readonly hasTokens: boolean;
  readonly publicUrl: string;
  readonly portalUrl?: string | undefined;
};

type Answer = Response | Refusal | undefined;

export type OpenRoute = {
  readonly listeners: readonly Listener[];
  /** undefined: here is no such route. */
  readonly answer: (visit: Visit, parts: OpenParts) => Answer | Promise<Answer>;
};

export type OpenRoutes = Readonly<Record<string, OpenRoute>>;

export const DATABASE_MS_MAX = 10_000;

const DOWN = refuse.databaseUnavailable(
  'the database does not answer: what is stored serves as it is; try again, and look whether the change was made',
);

const BOTH: readonly Listener[] = ['admin', 'portal'];

/** What is answered before anybody is known, beside what parts answer: sessions and invitations. */
export const OPEN_ROUTES = {
  'POST /login': {
    listeners: ['admin'],
    answer: (visit, parts) => (parts.hasTokens ? login('session', visit, parts) : undefined),
  },
  'POST /logout': {
    listeners: ['admin'],
    answer: (visit, parts) => logout('session', visit, parts),
  },
  'GET /api/session': {
    listeners: ['admin'],
    answer: async (visit, { guard, publicUrl }) =>
      Response.json(sessionInfo(await guard.recognise(visit), publicUrl)),
  },
  'POST /portal/login': {
    listeners: BOTH,
    answer: (visit, parts) => login('portal', visit, parts),
  },
  'POST /portal/logout': {
    listeners: BOTH,
    answer: (visit, parts) => logout('portal', visit, parts),
  },
  'GET /api/portal/session': {
    listeners: BOTH,
    answer: async (visit, { guard }) => Response.json(portalSession(await guard.recognise(visit))),
  },
  'POST /portal/accept': {
    listeners: BOTH,
    answer: async (visit, parts) =>
      foreignChange(visit.request) ??
      inTime(accept(visit, parts), DATABASE_MS_MAX, DOWN).catch(() => DOWN),
  },
} as const satisfies OpenRoutes;

const BODY_BYTES_MAX = 64 * 1024;

/** With `{"token": "…"}`; a session's cookie where it is right. */
async function login(
  kind: CookieKind,
  { request, address }: Visit,
  parts: OpenParts,
): Promise<Response | Refusal> {
  const foreign = foreignChange(request);
  if (foreign !== undefined) return foreign;
  const body = await boundedBytes(request, BODY_BYTES_MAX);
  if (body instanceof Refusal) return body;
  const token = secretIn(body, 'token');
  const identity = await parts.guard.tryToken(kind, token, address);
  if (identity instanceof Refusal) return identity;
  return withCookie(kind, request, parts, parts.sessions.open(identity));
}

/** Ends the session of whoever is known. */
async function logout(
  kind: CookieKind,
  visit: Visit,
  parts: OpenParts,
): Promise<Response | Refusal> {
  const { request } = visit;
  const caller = await parts.guard.recognise(visit);
  if (caller instanceof Refusal) return caller;
  const foreign = foreignChange(request, caller);
  if (foreign !== undefined) return foreign;
  const id = cookieOf(request, kind);
  if (id !== undefined) parts.sessions.close(id);
  return withCookie(kind, request, parts, '');
}

function withCookie(
  kind: CookieKind,
  request: Request,
  { portalUrl }: OpenParts,
  value: string,
): Response {
  const isSecure = isHttps(request, kind === 'portal' ? portalUrl : undefined);
  const maxAgeSec = value === '' ? 0 : SESSION_MS_MAX / 1000;
  const cookie = `${cookieName(request, kind)}=${value}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${maxAgeSec}`;
  return Response.json({}, { headers: { 'Set-Cookie': `${cookie}${isSecure ? '; Secure' : ''}` } });
}

/** Whether the browser sees https: a proxy says it, or the address that people are told. */
export function isHttps({ url, headers }: Request, publicUrl?: string): boolean {
  const isForwarded = headers.get('x-forwarded-proto') === 'https';
  return isForwarded || url.startsWith('https:') || publicUrl?.startsWith('https:') === true;
}

/** What the console has to know before it shows anything. People of publishers have no console. */
function sessionInfo(caller: Caller | Refusal, publicUrl: string): SessionInfo {
  if (caller instanceof Refusal || caller.role === 'publisher') {
    return { access: 'login', csrfToken: null, publicUrl: '', who: '', role: 'read' };
  }
  const { who, role, kind } = caller;
  const access = kind === 'session' ? 'session' : 'local';
  return { access, csrfToken: csrfOf(caller), publicUrl, who, role };
}

/** The same for the pages of a publisher. */
function portalSession(caller: Caller | Refusal): PortalSession {
  if (caller instanceof Refusal) return { access: 'login', csrfToken: null, who: '' };
  const access = caller.role === 'publisher' ? 'session' : 'operator';
  return { access, csrfToken: csrfOf(caller), who: caller.who };
}

function csrfOf(caller: Caller): string | null {
  return caller.kind === 'session' ? csrfTokenOf(caller.id) : null;
}

const NAME_LENGTH_MAX = 80;

/** Letters of any alphabet, digits, spaces and what names have between them. */
const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} .,'’@_-]*[\p{L}\p{M}\p{N}.])?$/u;

const WRONG_INVITATION =
  'this invitation is not valid: it was used or revoked, or has expired; ask for another one';

/** With `{invitation, name}`. An invitation that is not valid counts like a wrong token. */
async function accept(
  { request, address }: Visit,
  { people, attempts }: OpenParts,
): Promise<Response | Refusal> {
  const body = await boundedBytes(request, BODY_BYTES_MAX);
  if (body instanceof Refusal) return body;
  const name = memberOf(body, 'name');
  if (typeof name !== 'string' || name.length > NAME_LENGTH_MAX || !NAME.test(name)) {
    return refuse.wrongValue('name', `expected your name, of at most ${NAME_LENGTH_MAX} letters`);
  }
  const accepted = await people.accept(secretIn(body, 'invitation'), name);
  if (accepted === 'unknown') return attempts.refused(WRONG_INVITATION, address);
  return accepted instanceof Refusal ? accepted : Response.json(accepted);
}

/** No header carries a longer one either. What is no secret is not kept while its answer waits. */
const SECRET_LENGTH_MAX = 16_384;

/** A member of the body; '' where it is none. */
function secretIn(body: Uint8Array, name: string): string {
  const secret = memberOf(body, name);
  return typeof secret === 'string' && secret.length <= SECRET_LENGTH_MAX ? secret : '';
}

/** Of the object in a body. undefined: the body has no such member, or is no object. */
function memberOf(body: Uint8Array, name: string): unknown {
  const parsed = parseJson(new TextDecoder().decode(body));
  return parsed.kind === 'json' && isObject(parsed.value) ? parsed.value[name] : undefined;
}
