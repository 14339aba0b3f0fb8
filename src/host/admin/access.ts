import { timingSafeEqual } from 'node:crypto';
import { bearerOf, hashSecret, isSameSecret } from '../../lib/hmac.ts';
import type { Identity, OperatorRole, PersonIdentity } from '../../lib/op.ts';
import { preview } from '../../lib/preview.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import { isSecretOf } from '../../store/account-secret.ts';
import type { Attempts } from './attempts.ts';
import { csrfTokenOf, type Sessions } from './sessions.ts';

export type KnownToken = {
  readonly name: string;
  readonly token: string;
  readonly role: OperatorRole;
};

/** The people of publishers. */
export type People = {
  /** Whose token this is. */
  readonly find: (token: string) => PersonIdentity | undefined;
  /** False: the person was removed, or the publisher was deleted. */
  readonly isKnown: (identity: PersonIdentity) => boolean;
  /** Somebody accepts an invitation. `unknown`: it was used or revoked, has expired, or never was. */
  readonly accept: (
    invitation: string,
    name: string,
  ) => Promise<{ readonly publisher: string; readonly token: string } | Refusal | 'unknown'>;
};

/** Where no part knows any. */
export const NOBODY: People = {
  find: () => undefined,
  isKnown: () => false,
  accept: async () => 'unknown',
};

const RANKS: Readonly<Record<OperatorRole, number>> = { read: 0, ads: 1, admin: 2 };

/** What a route asks of a caller. */
type CallerNeeds = {
  /** The role that an operator needs. */
  readonly role: OperatorRole;
  /** Whether people of publishers may call it too, for their own publisher alone. */
  readonly openTo?: 'publishers';
};

export function mayCall(caller: Identity, route: CallerNeeds, publisher?: string): boolean {
  if (caller.role !== 'publisher') return RANKS[caller.role] >= RANKS[route.role];
  return route.openTo === 'publishers' && caller.publisher === publisher;
}

/** The port of operators, which also has the pages of publishers, or the one that has those pages alone. */
export type Listener = 'admin' | 'portal';

/** A request, before it is known who sends it. */
export type Visit = {
  readonly request: Request;
  /** Wrong secrets count against it. */
  readonly address: string;
  readonly listener: Listener;
};

const PORTAL_PATH = /^\/(?:api\/)?portal(?:\/|$)/;

/** The cookie of operators, and that of people of publishers: a browser may be both. */
export type CookieKind = 'session' | 'portal';

/** Which of them a call is made with. */
function cookieKindOf({ request, listener }: Visit): CookieKind {
  const isOwn = PORTAL_PATH.test(new URL(request.url).pathname);
  return listener === 'portal' || isOwn ? 'portal' : 'session';
}

const OWN_API = '/api/portal/';

/** People call operations of their publisher without naming it, so that a proxy can pass on these paths alone. */
export function calledPath(path: string, caller: Identity): string {
  if (caller.role !== 'publisher' || !path.startsWith(OWN_API)) return path;
  return `/api/publishers/${encodeURIComponent(caller.publisher)}/${path.slice(OWN_API.length)}`;
}

/** Browsers send a cookie to every port of a host, where another Parley may listen. */
export function cookieName(request: Request, kind: CookieKind): string {
  return `parley_${kind}_${new URL(request.url).port || 'default'}`;
}

export function cookieOf(request: Request, kind: CookieKind): string | undefined {
  const name = cookieName(request, kind);
  const cookies = (request.headers.get('cookie') ?? '').split(';');
  const own = cookies.find((cookie) => cookie.trim().startsWith(`${name}=`));
  return own?.trim().slice(name.length + 1);
}

/** Who a call is from: this machine, where no token is configured; a program that showed one; a person who logged in. */
export type Caller = Identity &
  ({ readonly kind: 'local' | 'bearer' } | { readonly kind: 'session'; readonly id: string });

const LOCAL: Caller = { kind: 'local', who: 'local', role: 'admin' };

export const NOBODY_KNOWN = refuse.unauthorized(
  'expected the header Authorization: Bearer <admin.token>, or a call to localhost itself',
);

const NO_PERSON = refuse.unauthorized(
  'expected a session of these pages, or the header Authorization: Bearer <your token>',
);

const WRONG_TOKEN: Readonly<Record<CookieKind, string>> = {
  session: 'this is not an admin token',
  portal: 'this is not a token of somebody of a publisher',
};

/** What the sessions of somebody are bound to: a token of the config, with its role, or a person, whose token is never replaced. */
export function secretOf(
  identity: Identity,
  tokens: readonly KnownToken[],
  people: Pick<People, 'isKnown'>,
): string | undefined {
  if (identity.role === 'publisher') return people.isKnown(identity) ? identity.person : undefined;
  const own = tokens.filter(({ name, role }) => name === identity.who && role === identity.role);
  return own.length === 0 ? undefined : own.map(({ token }) => token).join(' ');
}

export type Guard = ReturnType<typeof createGuard>;

type GuardParts = {
  readonly tokens: readonly KnownToken[];
  readonly people: People;
  readonly sessions: Sessions;
  readonly attempts: Attempts;
};

export function createGuard({ tokens, people, sessions, attempts }: GuardParts) {
  const known = tokens.map(({ name, role, token }) => ({
    identity: { who: name, role },
    hash: hashSecret(token),
  }));

  function operatorOf(token: string): Identity | undefined {
    const hash = hashSecret(token);
    // Compares with all of them, so that the time does not tell which one was right.
    const [found] = known.filter((one) => timingSafeEqual(hash, one.hash));
    return found?.identity;
  }

  /** Whose token this is; a wrong one counts against the address. */
  async function tryToken(kind: CookieKind, token: string, address: string) {
    const found = kind === 'portal' ? people.find(token) : operatorOf(token);
    return found ?? attempts.refused(WRONG_TOKEN[kind], address);
  }

  function byCookie(request: Request, kind: CookieKind): Caller | undefined {
    const id = cookieOf(request, kind);
    const identity = id === undefined ? undefined : sessions.identityOf(id);
    if (id === undefined || identity === undefined) return undefined;
    const isOwn = (identity.role === 'publisher') === (kind === 'portal');
    return isOwn ? { kind: 'session', id, ...identity } : undefined;
  }

  return {
    tryToken,
    async recognise(visit: Visit): Promise<Caller | Refusal> {
      const { request, address, listener } = visit;
      const kind = cookieKindOf(visit);
      const bearer = bearerOf(request.headers.get('authorization'));
      const isPersonToken = isSecretOf('person', bearer ?? '');
      // Without tokens of operators, what else a caller shows is not looked at.
      const isOpen = listener === 'admin' && tokens.length === 0;
      if (isOpen && kind === 'session' && !isPersonToken) return LOCAL;
      const visitor = byCookie(request, kind);
      if (visitor !== undefined) return visitor;
      if (bearer === undefined || (isOpen && !isPersonToken)) {
        return kind === 'portal' ? NO_PERSON : NOBODY_KNOWN;
      }
      const isPerson = listener === 'portal' || isPersonToken;
      const found = await tryToken(isPerson ? 'portal' : 'session', bearer, address);
      return found instanceof Refusal ? found : { kind: 'bearer', ...found };
    },
  };
}

/**
 * Why a call is not one of this machine to itself, where no token is configured. The Host header must be loopback: a page
 * on the web could use a name that resolves here. A proxy may set that header, and everybody reaches loopback through it.
 */
export function strangerToThisMachine({ url, headers }: Request): Refusal | undefined {
  const proxied = [...headers.keys()].find((name) => PROXY_HEADER.test(name));
  if (proxied !== undefined) {
    return refuse.unauthorized(
      `expected a call to localhost itself, but the header ${preview(proxied)} shows that a proxy has passed it on: set admin.token or admin.tokens`,
    );
  }
  const { hostname } = new URL(url);
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname) ? undefined : NOBODY_KNOWN;
}

/** What proxies, balancers and CDNs add. */
const PROXY_HEADER =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-(?:real|client|cluster-client)-ip|x-original-(?:host|forwarded-for)|true-client-ip|cf-connecting-ip|fastly-client-ip)$/;

/** Why a change may not be made: it has to come from a page of ours, or from a program. */
export function foreignChange(request: Request, caller?: Caller): Refusal | undefined {
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
