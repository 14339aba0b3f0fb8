import type { SessionInfo } from '../../console/api.ts';
import { Refusal } from '../../openrtb/refusal.ts';
import { type Caller, cookieName, cookieOf, type Guard } from './access.ts';
import { json } from './headers.ts';
import { memberOf } from './route.ts';
import { csrfTokenOf, SESSION_MS_MAX, type Sessions } from './sessions.ts';

/** `POST /login` with `{"token": "…"}`; a session's cookie where it is right. */
export async function login(
  request: Request,
  { guard, sessions, address }: { guard: Guard; sessions: Sessions; address: string },
): Promise<Response | Refusal> {
  const identity = await guard.tryToken(tokenIn(await request.text()), address);
  if (identity instanceof Refusal) return identity;
  const id = sessions.open(identity);
  const response = json({});
  response.headers.set('Set-Cookie', cookie(request, id, SESSION_MS_MAX / 1000));
  return response;
}

/** No header carries a longer one either. What is no token is not kept while its answer waits. */
const TOKEN_LENGTH_MAX = 16_384;

function tokenIn(text: string): string {
  const token = memberOf(text, 'token');
  return typeof token === 'string' && token.length <= TOKEN_LENGTH_MAX ? token : '';
}

export function logout(request: Request, sessions: Sessions): Response {
  const id = cookieOf(request);
  if (id !== undefined) sessions.close(id);
  const response = json({});
  response.headers.set('Set-Cookie', cookie(request, '', 0));
  return response;
}

function cookie(request: Request, value: string, maxAgeSec: number): string {
  const isHttps =
    request.headers.get('x-forwarded-proto') === 'https' || request.url.startsWith('https:');
  const attributes = ['HttpOnly', 'SameSite=Strict', 'Path=/', `Max-Age=${maxAgeSec}`];
  return [`${cookieName(request)}=${value}`, ...attributes, ...(isHttps ? ['Secure'] : [])].join(
    '; ',
  );
}

/** What the console has to know before it shows anything. */
export function sessionInfo(caller: Caller | Refusal, publicUrl: string): SessionInfo {
  if (caller instanceof Refusal) {
    return { access: 'login', csrfToken: null, publicUrl: '', who: '', role: 'read' };
  }
  return {
    access: caller.kind === 'session' ? 'session' : 'local',
    csrfToken: caller.kind === 'session' ? csrfTokenOf(caller.id) : null,
    publicUrl,
    who: caller.who,
    role: caller.role,
  };
}
