import { parseJson } from '../../lib/json.ts';
import type { Identity } from '../../lib/op.ts';
import { Refusal } from '../../lib/refusal.ts';
import { isObject } from '../../lib/schema-fault.ts';
import { type Caller, cookieName, cookieOf } from './access.ts';
import type { PortalSession, SessionInfo } from './answers.ts';
import { json } from './headers.ts';
import { csrfTokenOf, SESSION_MS_MAX, type Sessions } from './sessions.ts';

/** Of operators, or of people of publishers: each has sessions and a cookie of its own. */
type SessionKind<Who extends Identity> = {
  readonly cookie: 'session' | 'portal';
  readonly sessions: Sessions<Who>;
  /** Whose token it is. */
  readonly tryToken: (token: string, address: string) => Promise<Who | Refusal>;
};

type LoginCall = {
  readonly request: Request;
  readonly address: string;
  /** Where people reach the pages, if it is known. */
  readonly publicUrl: string | undefined;
};

/** `POST /login` with `{"token": "…"}`; a session's cookie where it is right. */
export async function login<Who extends Identity>(
  { request, address, publicUrl }: LoginCall,
  { cookie, sessions, tryToken }: SessionKind<Who>,
): Promise<Response | Refusal> {
  const identity = await tryToken(secretIn(await request.text(), 'token'), address);
  if (identity instanceof Refusal) return identity;
  const name = cookieName(request, cookie);
  const isSecure = isHttps(request, publicUrl);
  return withCookie(`${name}=${sessions.open(identity)}`, SESSION_MS_MAX / 1000, isSecure);
}

/** No header carries a longer one either. What is no secret is not kept while its answer waits. */
const SECRET_LENGTH_MAX = 16_384;

/** A member of the body; '' where it is none. */
export function secretIn(text: string, name: string): string {
  const secret = memberOf(text, name);
  return typeof secret === 'string' && secret.length <= SECRET_LENGTH_MAX ? secret : '';
}

export function logout<Who extends Identity>(
  { request, publicUrl }: Omit<LoginCall, 'address'>,
  { cookie, sessions }: Pick<SessionKind<Who>, 'cookie' | 'sessions'>,
): Response {
  const id = cookieOf(request, cookie);
  if (id !== undefined) sessions.close(id);
  return withCookie(`${cookieName(request, cookie)}=`, 0, isHttps(request, publicUrl));
}

/** Whether the browser sees https: a proxy says it, or the address that people are told. */
export function isHttps({ url, headers }: Request, publicUrl: string | undefined): boolean {
  const isForwarded = headers.get('x-forwarded-proto') === 'https';
  return isForwarded || url.startsWith('https:') || publicUrl?.startsWith('https:') === true;
}

function withCookie(nameAndValue: string, maxAgeSec: number, isSecure: boolean): Response {
  const attributes = ['HttpOnly', 'SameSite=Strict', 'Path=/', `Max-Age=${maxAgeSec}`];
  const cookie = [nameAndValue, ...attributes, ...(isSecure ? ['Secure'] : [])].join('; ');
  const response = json({});
  response.headers.set('Set-Cookie', cookie);
  return response;
}

/** What the console has to know before it shows anything. People of publishers have no console. */
export function sessionInfo(caller: Caller | Refusal, publicUrl: string): SessionInfo {
  if (caller instanceof Refusal || caller.role === 'publisher') {
    return { access: 'login', csrfToken: null, publicUrl: '', who: '', role: 'read' };
  }
  return {
    access: caller.kind === 'session' ? 'session' : 'local',
    csrfToken: csrfOf(caller),
    publicUrl,
    who: caller.who,
    role: caller.role,
  };
}

/** The same for the pages of a publisher. */
export function portalSession(caller: Caller | Refusal): PortalSession {
  if (caller instanceof Refusal) return { access: 'login', csrfToken: null, who: '' };
  const access = caller.role === 'publisher' ? 'session' : 'operator';
  return { access, csrfToken: csrfOf(caller), who: caller.who };
}

function csrfOf(caller: Caller): string | null {
  return caller.kind === 'session' ? csrfTokenOf(caller.id) : null;
}

/** Of the object in a body. undefined: the body has no such member, or is no object. */
export function memberOf(body: string, name: string): unknown {
  const parsed = parseJson(body);
  return parsed.kind === 'json' && isObject(parsed.value) ? parsed.value[name] : undefined;
}
