import { createHash, createHmac } from 'node:crypto';

/** `read` looks, `ads` changes campaigns too, `admin` does everything. */
export type OperatorRole = 'admin' | 'ads' | 'read';

/** The audit log has the name. */
export type OperatorIdentity = { readonly who: string; readonly role: OperatorRole };

/** Somebody of one publisher, who sees its own pages and nothing else. */
export type PersonIdentity = {
  /** Unlike the name of any operator's token, which has no spaces. */
  readonly who: string;
  readonly role: 'publisher';
  readonly publisher: string;
  /** The id of the person in the account. */
  readonly person: string;
};

/** Who somebody is, by the token that was shown. */
export type Identity = OperatorIdentity | PersonIdentity;

export const SESSION_MS_MAX = 12 * 60 * 60 * 1000;
export const SESSIONS_MAX = 1000;

type SessionLimits = {
  readonly countMax: number;
  /** Of one name: the oldest of its own ends where there are more. */
  readonly perNameMax: number;
};

/** Operators may share a token. */
const OF_OPERATORS: SessionLimits = { countMax: SESSIONS_MAX, perNameMax: SESSIONS_MAX };

/** Nobody of a publisher can end the sessions of others by opening many. */
export const OF_PEOPLE: SessionLimits = { countMax: 20_000, perNameMax: 10 };

export type Sessions<Who extends Identity = OperatorIdentity> = ReturnType<
  typeof createSessions<Who>
>;

/** Who is logged in. Only hashes are kept: what is read out of memory opens nothing. */
export function createSessions<Who extends Identity = OperatorIdentity>(
  nowMs: () => number,
  newSecret: () => string,
  { countMax, perNameMax }: SessionLimits = OF_OPERATORS,
) {
  /** By hash, the oldest first: all sessions live equally long. */
  const sessions = new Map<string, { readonly endMs: number; readonly identity: Who }>();

  function forget(): void {
    for (const [hash, { endMs }] of sessions) {
      if (endMs > nowMs() && sessions.size < countMax) return;
      sessions.delete(hash);
    }
  }

  function forgetOf(who: string): void {
    const own = [...sessions].filter(([, { identity }]) => identity.who === who);
    for (const [hash] of own.slice(0, Math.max(0, own.length - perNameMax + 1))) {
      sessions.delete(hash);
    }
  }

  return {
    /** A new session's id, to be kept by the browser alone. */
    open(identity: Who): string {
      forget();
      forgetOf(identity.who);
      const id = newSecret();
      sessions.set(hashOf(id), { endMs: nowMs() + SESSION_MS_MAX, identity });
      return id;
    },
    /** undefined: it is not open. */
    identityOf(id: string): Who | undefined {
      const session = sessions.get(hashOf(id));
      return session !== undefined && session.endMs > nowMs() ? session.identity : undefined;
    },
    close(id: string): void {
      sessions.delete(hashOf(id));
    },
  };
}

function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}

/** What a page of ours has to send along with a change; another site cannot read it, nor make it. */
export function csrfTokenOf(sessionId: string): string {
  return createHmac('sha256', sessionId).update('csrf').digest('base64url');
}
