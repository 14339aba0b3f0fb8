import { createHash, createHmac } from 'node:crypto';

/** `read` looks, `ads` changes campaigns too, `admin` does everything. */
export type Role = 'admin' | 'ads' | 'read';

/** Who somebody is, by the token that was shown. The audit log has the name. */
export type Identity = { readonly who: string; readonly role: Role };

export const SESSION_MS_MAX = 12 * 60 * 60 * 1000;
export const SESSIONS_MAX = 1000;

export type Sessions = ReturnType<typeof createSessions>;

/** Who is logged in. Only hashes are kept: what is read out of memory opens nothing. */
export function createSessions(nowMs: () => number, newSecret: () => string) {
  /** By hash, the oldest first: all sessions live equally long. */
  const sessions = new Map<string, { readonly endMs: number; readonly identity: Identity }>();

  function forget(): void {
    for (const [hash, { endMs }] of sessions) {
      if (endMs > nowMs() && sessions.size < SESSIONS_MAX) return;
      sessions.delete(hash);
    }
  }

  return {
    /** A new session's id, to be kept by the browser alone. */
    open(identity: Identity): string {
      forget();
      const id = newSecret();
      sessions.set(hashOf(id), { endMs: nowMs() + SESSION_MS_MAX, identity });
      return id;
    },
    /** undefined: it is not open. */
    identityOf(id: string): Identity | undefined {
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
