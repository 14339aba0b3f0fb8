import type { SessionInfo } from '../../console/api.ts';
import { parseJson } from '../../lib/json.ts';
import { isObject } from '../../lib/schema-fault.ts';
import { type Refusal, refuse } from '../../openrtb/refusal.ts';
import { type Caller, cookieName, cookieOf, type Door, Wait } from './access.ts';
import { json } from './headers.ts';
import { csrfTokenOf, SESSION_MS_MAX, type Sessions } from './sessions.ts';

/** Every failure answers this, whatever was wrong. */
export const WRONG_TOKEN = refuse.unauthorized('this is not an admin token');

/** `POST /login` with `{"token": "…"}`; a session's cookie where it is right. */
export async function login(
  request: Request,
  { door, sessions, address }: { door: Door; sessions: Sessions; address: string },
): Promise<Response | Refusal | Wait> {
  const parsed = parseJson(await request.text());
  const body = parsed.kind === 'json' && isObject(parsed.value) ? parsed.value : {};
  const identity = door.tryToken(typeof body.token === 'string' ? body.token : '', address);
  if (identity instanceof Wait) return identity;
  if (identity === undefined) return WRONG_TOKEN;
  const id = sessions.open(identity);
  const response = json({});
  response.headers.set('Set-Cookie', cookie(request, id, SESSION_MS_MAX / 1000));
  return response;
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
export function sessionInfo(caller: Caller | Wait | undefined, publicUrl: string): SessionInfo {
  if (caller === undefined || caller instanceof Wait) {
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
