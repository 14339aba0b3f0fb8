import { timingSafeEqual } from 'node:crypto';
import { bearerOf, hashSecret, isSameSecret } from '../../lib/same-secret.ts';
import { Refusal, refuse } from '../../openrtb/refusal.ts';
import type { Attempts } from './attempts.ts';
import { csrfTokenOf, type Identity, type Role, type Sessions } from './sessions.ts';

export type KnownToken = { readonly name: string; readonly token: string; readonly role: Role };

const RANKS: Readonly<Record<Role, number>> = { read: 0, ads: 1, admin: 2 };

export function mayAct(role: Role, needed: Role): boolean {
  return RANKS[role] >= RANKS[needed];
}

/** Who a call is from: this machine, where no token is configured; a program that showed one; a person who logged in. */
export type Caller = Identity &
  ({ readonly kind: 'local' | 'bearer' } | { readonly kind: 'session'; readonly id: string });

export const NOBODY_KNOWN = refuse.unauthorized(
  'expected the header Authorization: Bearer <admin.token>, or a call to localhost itself',
);

/** The same for every wrong token, whatever is wrong with it; where an address showed several, it was slowed. */
export const WRONG_TOKEN = {
  'first-ones': refuse.unauthorized('this is not an admin token'),
  slowed: refuse.rateLimited(
    'this is not an admin token; there were several wrong ones, so that this answer came late',
  ),
} as const;

export type Guard = ReturnType<typeof createGuard>;

/** Browsers send a cookie to every port of a host, where another Parley may listen. */
export function cookieName(request: Request): string {
  return `parley_session_${new URL(request.url).port || 'default'}`;
}

export function createGuard(tokens: readonly KnownToken[], sessions: Sessions, attempts: Attempts) {
  const known = tokens.map(({ name, role, token }) => ({
    identity: { who: name, role },
    hash: hashSecret(token),
  }));

  /** Whose token this is; a wrong one counts against the address. */
  async function tryToken(given: string, address: string): Promise<Identity | Refusal> {
    const hash = hashSecret(given);
    // Compares with all of them, so that the time does not tell which one was right.
    const [found] = known.filter((one) => timingSafeEqual(hash, one.hash));
    return found?.identity ?? WRONG_TOKEN[await attempts.countFailure(address)];
  }

  return {
    tryToken,
    async recognise(request: Request, address: string): Promise<Caller | Refusal> {
      if (tokens.length === 0) return { kind: 'local', who: 'local', role: 'admin' };
      const id = cookieOf(request);
      const visitor = id === undefined ? undefined : sessions.identityOf(id);
      if (id !== undefined && visitor !== undefined) return { kind: 'session', id, ...visitor };
      const bearer = bearerOf(request.headers.get('authorization'));
      if (bearer === undefined) return NOBODY_KNOWN;
      const answer = await tryToken(bearer, address);
      return answer instanceof Refusal ? answer : { kind: 'bearer', ...answer };
    },
  };
}

export function cookieOf(request: Request): string | undefined {
  const name = cookieName(request);
  const cookies = (request.headers.get('cookie') ?? '').split(';');
  const own = cookies.find((cookie) => cookie.trim().startsWith(`${name}=`));
  return own?.trim().slice(name.length + 1);
}

/** Without a token the Host header must be loopback too: a page on the web could use a name that resolves here. */
export function isForThisMachine(request: Request): boolean {
  const { hostname } = new URL(request.url);
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/** Why a change may not be made: it has to come from a page of ours, or from a program. */
export function foreignChange(request: Request, caller: Caller | undefined): Refusal | undefined {
  const { method, headers, url } = request;
  if (method === 'GET' || method === 'HEAD') return undefined;
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  const isOwnSite = site === null || site === 'same-origin';
  const isOwnOrigin = origin === null || URL.parse(origin)?.host === new URL(url).host;
  if (!isOwnSite || !isOwnOrigin) return refuse.unauthorized('this page belongs to another site');
  if (caller?.kind !== 'session') return undefined;
  return isSameSecret(headers.get(CSRF_HEADER) ?? '', csrfTokenOf(caller.id))
    ? undefined
    : refuse.unauthorized(`expected the header ${CSRF_HEADER} of this session: reload the page`);
}

const CSRF_HEADER = 'X-CSRF-Token';
