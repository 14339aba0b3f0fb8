import { createHash, createHmac } from 'node:crypto';
import { isSameSecret } from '../../lib/hmac.ts';
import type { Log } from '../../lib/log.ts';
import type { Identity, OperatorIdentity } from '../../lib/op.ts';
import { createSessionFiles } from './session-files.ts';

export const SESSION_MS_MAX = 12 * 60 * 60 * 1000;
const SESSIONS_MAX = 1000;

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

type SessionParts<Who extends Identity> = {
  readonly nowMs: () => number;
  readonly newSecret: () => string;
  /** What somebody's sessions end with, where it is removed or changed. undefined: there is nobody like that now. */
  readonly secretOf: (identity: Who) => string | undefined;
  /** Where sessions outlive a restart. */
  readonly folder: string;
  readonly log: Log;
  readonly limits?: SessionLimits;
};

/** Who is logged in. */
export function createSessions<Who extends Identity>({
  nowMs,
  newSecret,
  secretOf,
  folder,
  log,
  limits: { countMax, perNameMax } = OF_OPERATORS,
}: SessionParts<Who>) {
  const files = createSessionFiles<Who>(folder, log);
  /** By hash, the oldest first: all sessions live equally long. */
  const sessions = new Map(files.readAll());
  forget(countMax);

  function end(hash: string): void {
    if (sessions.delete(hash)) files.remove(hash);
  }

  /** Ends those that are over, and the oldest of too many. */
  function forget(keptMax: number): void {
    for (const [hash, { endMs }] of sessions) {
      if (endMs > nowMs() && sessions.size <= keptMax) return;
      end(hash);
    }
  }

  function forgetOf(who: string): void {
    const own = [...sessions].filter(([, { identity }]) => identity.who === who);
    for (const [hash] of own.slice(0, Math.max(0, own.length - perNameMax + 1))) end(hash);
  }

  return {
    /** A new session's id, to be kept by the browser alone. */
    open(identity: Who): string {
      forget(countMax - 1);
      forgetOf(identity.who);
      const id = newSecret();
      const proof = proofOf(id, secretOf(identity) ?? '');
      const session = { endMs: nowMs() + SESSION_MS_MAX, identity, proof };
      sessions.set(hashOf(id), session);
      files.keep(hashOf(id), session);
      return id;
    },
    /** undefined: it is not open. */
    identityOf(id: string): Who | undefined {
      const session = sessions.get(hashOf(id));
      if (session === undefined || session.endMs <= nowMs()) return undefined;
      const { identity, proof } = session;
      const secret = secretOf(identity);
      return secret !== undefined && isSameSecret(proofOf(id, secret), proof)
        ? identity
        : undefined;
    },
    close(id: string): void {
      end(hashOf(id));
    },
  };
}

/** Nobody can guess the secret with it, since the id is not kept. */
function proofOf(id: string, secret: string): string {
  return createHmac('sha256', id).update(secret).digest('base64url');
}

function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}

/** What a page of ours has to send along with a change; another site cannot read it, nor make it. */
export function csrfTokenOf(sessionId: string): string {
  return createHmac('sha256', sessionId).update('csrf').digest('base64url');
}
