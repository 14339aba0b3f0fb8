import { inTime } from '../../lib/in-time.ts';
import type { PersonIdentity } from '../../lib/op.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import {
  foreignChange,
  type Guard,
  type Listener,
  type People,
  WRONG_INVITATION,
} from './access.ts';
import type { Attempts } from './attempts.ts';
import { json } from './headers.ts';
import { login, logout, memberOf, portalSession, secretIn, sessionInfo } from './login.ts';
import type { Sessions } from './sessions.ts';

/** What the routes that need no role depend on. */
export type OpenParts = {
  readonly guard: Guard;
  readonly sessions: Sessions;
  readonly peopleSessions: Sessions<PersonIdentity>;
  readonly attempts: Attempts;
  readonly people: People;
  readonly hasTokens: boolean;
  readonly publicUrl: string;
  readonly portalUrl: string | undefined;
};

export type Visit = {
  readonly request: Request;
  /** Wrong secrets count against it. */
  readonly address: string;
  readonly listener: Listener;
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
    answer({ request, address }, { guard, sessions, hasTokens }) {
      if (!hasTokens) return undefined;
      const of = { cookie: 'session', sessions, tryToken: guard.tryOperator } as const;
      const call = { request, address, publicUrl: undefined };
      return foreignChange(request, undefined) ?? login(call, of);
    },
  },
  'POST /logout': {
    listeners: ['admin'],
    answer: (visit, { guard, sessions }) =>
      leave(visit, guard, (request) =>
        logout({ request, publicUrl: undefined }, { cookie: 'session', sessions }),
      ),
  },
  'GET /api/session': {
    listeners: ['admin'],
    answer: async ({ request, address, listener }, { guard, publicUrl }) =>
      json(sessionInfo(await guard.recognise(request, address, listener), publicUrl)),
  },
  'POST /portal/login': {
    listeners: BOTH,
    answer({ request, address }, { guard, peopleSessions: sessions, portalUrl }) {
      const of = { cookie: 'portal', sessions, tryToken: guard.tryPerson } as const;
      const call = { request, address, publicUrl: portalUrl };
      return foreignChange(request, undefined) ?? login(call, of);
    },
  },
  'POST /portal/logout': {
    listeners: BOTH,
    answer: (visit, { guard, peopleSessions: sessions, portalUrl }) =>
      leave(visit, guard, (request) =>
        logout({ request, publicUrl: portalUrl }, { cookie: 'portal', sessions }),
      ),
  },
  'GET /api/portal/session': {
    listeners: BOTH,
    answer: async ({ request, address, listener }, { guard }) =>
      json(portalSession(await guard.recognise(request, address, listener))),
  },
  'POST /portal/accept': {
    listeners: BOTH,
    answer: async (visit, parts) =>
      foreignChange(visit.request, undefined) ??
      inTime(accept(visit, parts), DATABASE_MS_MAX, DOWN).catch(() => DOWN),
  },
} as const satisfies OpenRoutes;

/** Ends the session of whoever is known. */
async function leave(
  { request, address, listener }: Visit,
  guard: Guard,
  end: (request: Request) => Response,
): Promise<Response | Refusal> {
  const caller = await guard.recognise(request, address, listener);
  if (caller instanceof Refusal) return caller;
  return foreignChange(request, caller) ?? end(request);
}

const NAME_LENGTH_MAX = 80;

/** Letters of any alphabet, digits, spaces and what names have between them. */
const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} .,'’@_-]*[\p{L}\p{M}\p{N}.])?$/u;

/** With `{invitation, name}`. An invitation that is not valid counts like a wrong token. */
async function accept(
  { request, address }: Visit,
  { people, attempts }: OpenParts,
): Promise<Response | Refusal> {
  const body = await request.text();
  const name = memberOf(body, 'name');
  if (typeof name !== 'string' || name.length > NAME_LENGTH_MAX || !NAME.test(name)) {
    return refuse.wrongValue('name', `expected your name, of at most ${NAME_LENGTH_MAX} letters`);
  }
  const accepted = await people.accept(secretIn(body, 'invitation'), name);
  if (accepted === 'unknown') return WRONG_INVITATION[await attempts.countFailure(address)];
  return accepted instanceof Refusal ? accepted : json(accepted);
}
