import { timingSafeEqual } from 'node:crypto';
import { bearerOf, hashSecret, isSameSecret } from '../../lib/hmac.ts';
import type { Identity, OperatorIdentity, OperatorRole, PersonIdentity } from '../../lib/op.ts';
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
  /** Whether people of publishers may call it too, for their own publisher. */
  readonly openTo?: 'publishers';
};

export function mayCall({ role }: Identity, route: CallerNeeds): boolean {
  if (role === 'publisher') return route.openTo === 'publishers';
  return RANKS[role] >= RANKS[route.role];
}

/** The port of operators, which also has the pages of publishers, or the one that has those pages alone. */
export type Listener = 'admin' | 'portal';

const PORTAL_PATH = /^\/(?:api\/)?portal(?:\/|$)/;

function isPortalPath(path: string): boolean {
  return PORTAL_PATH.test(path);
}

/** Operators name the publisher whose pages they look at. People of a publisher have one. */
const PUBLISHER_PARAMETER = 'publisher';

/** Whether a call is made as somebody of a publisher, so that a browser may be both that and an operator. */
function isOfPerson(url: URL, listener: Listener): boolean {
  if (listener === 'portal') return true;
  return isPortalPath(url.pathname) && !url.searchParams.has(PUBLISHER_PARAMETER);
}

/** Who a call is from: this machine, where no token is configured; a program that showed one; a person who logged in. */
export type Caller = Identity &
  ({ readonly kind: 'local' | 'bearer' } | { readonly kind: 'session'; readonly id: string });

export const NOBODY_KNOWN = refuse.unauthorized(
  'expected the header Authorization: Bearer <admin.token>, or a call to localhost itself',
);

const NO_PERSON = refuse.unauthorized(
  'expected a session of these pages, or the header Authorization: Bearer <your token>',
);

/** The same for every wrong token, whatever is wrong with it; where an address showed several, it was slowed. */
function wrongSecret(words: string) {
  const late = `${words}; there were several wrong ones, so that this answer came late`;
  return { 'first-ones': refuse.unauthorized(words), slowed: refuse.rateLimited(late) } as const;
}

const WRONG_TOKEN = wrongSecret('this is not an admin token');
const WRONG_PERSON_TOKEN = wrongSecret('this is not a token of somebody of a publisher');
export const WRONG_INVITATION = wrongSecret(
  'this invitation is not valid: it was used or revoked, or has expired; ask for another one',
);

/** Those that came late. */
export const SLOWED_REFUSALS: ReadonlySet<unknown> = new Set(
  [WRONG_TOKEN, WRONG_PERSON_TOKEN, WRONG_INVITATION].map(({ slowed }) => slowed),
);

/** What the sessions of somebody are bound to: a token, which the config may replace, and its role. */
export function tokenSecretOf(tokens: readonly KnownToken[]) {
  return ({ who, role }: OperatorIdentity): string | undefined => {
    const own = tokens.filter((one) => one.name === who && one.role === role);
    return own.length === 0 ? undefined : own.map(({ token }) => token).join(' ');
  };
}

export type Guard = ReturnType<typeof createGuard>;

/** Browsers send a cookie to every port of a host, where another Parley may listen. */
export function cookieName(request: Request, of: 'session' | 'portal' = 'session'): string {
  return `parley_${of}_${new URL(request.url).port || 'default'}`;
}

type GuardParts = {
  readonly tokens: readonly KnownToken[];
  readonly people: People;
  readonly sessions: Sessions;
  readonly peopleSessions: Sessions<PersonIdentity>;
  readonly attempts: Attempts;
};

export function createGuard(parts: GuardParts) {
  const { tokens, people, sessions, peopleSessions, attempts } = parts;
  const known = tokens.map(({ name, role, token }) => ({
    identity: { who: name, role },
    hash: hashSecret(token),
  }));

  function operatorOf(given: string): OperatorIdentity | undefined {
    const hash = hashSecret(given);
    // Compares with all of them, so that the time does not tell which one was right.
    const [found] = known.filter((one) => timingSafeEqual(hash, one.hash));
    return found?.identity;
  }

  /** Whose token this is; a wrong one counts against the address. */
  async function tryOperator(given: string, address: string): Promise<OperatorIdentity | Refusal> {
    return operatorOf(given) ?? WRONG_TOKEN[await attempts.countFailure(address)];
  }

  async function tryPerson(given: string, address: string): Promise<PersonIdentity | Refusal> {
    return people.find(given) ?? WRONG_PERSON_TOKEN[await attempts.countFailure(address)];
  }

  function byCookie(request: Request, url: URL, listener: Listener): Caller | undefined {
    if (!isOfPerson(url, listener)) {
      const id = cookieOf(request);
      const operator = id === undefined ? undefined : sessions.identityOf(id);
      return id && operator ? { kind: 'session', id, ...operator } : undefined;
    }
    const id = cookieOf(request, 'portal');
    const person = id === undefined ? undefined : peopleSessions.identityOf(id);
    return id && person ? { kind: 'session', id, ...person } : undefined;
  }

  return {
    tryOperator,
    tryPerson,
    async recognise(
      request: Request,
      address: string,
      listener: Listener = 'admin',
    ): Promise<Caller | Refusal> {
      const url = new URL(request.url);
      const isOpen = listener === 'admin' && tokens.length === 0;
      const bearer = bearerOf(request.headers.get('authorization'));
      // Without tokens of operators, what else a caller shows is not looked at.
      const isLooked = !isOpen || isSecretOf('person', bearer ?? '');
      if (isOpen && !isLooked && !isOfPerson(url, listener)) return LOCAL;
      const visitor = byCookie(request, url, listener);
      if (visitor !== undefined) return visitor;
      if (bearer === undefined || !isLooked) {
        return isOfPerson(url, listener) ? NO_PERSON : NOBODY_KNOWN;
      }
      const isPerson = listener === 'portal' || isSecretOf('person', bearer);
      const answer = await (isPerson ? tryPerson : tryOperator)(bearer, address);
      return answer instanceof Refusal ? answer : { kind: 'bearer', ...answer };
    },
  };
}

const LOCAL: Caller = { kind: 'local', who: 'local', role: 'admin' };

export function cookieOf(request: Request, of?: 'session' | 'portal'): string | undefined {
  const name = cookieName(request, of);
  const cookies = (request.headers.get('cookie') ?? '').split(';');
  const own = cookies.find((cookie) => cookie.trim().startsWith(`${name}=`));
  return own?.trim().slice(name.length + 1);
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
