import { createHash, createHmac } from 'node:crypto';

/** Who is logged in. Only hashes are kept: what is read out of memory opens nothing. */
export type Sessions = {
  /** A new session's id, to be kept by the browser alone. */
  readonly open: () => string;
  readonly isOpen: (id: string) => boolean;
  readonly close: (id: string) => void;
};

export const SESSION_MS_MAX = 12 * 60 * 60 * 1000;
export const SESSIONS_MAX = 1000;

export function createSessions(nowMs: () => number, newSecret: () => string): Sessions {
  /** Ends by hash, the oldest first: all sessions live equally long. */
  const ends = new Map<string, number>();

  function forget(): void {
    for (const [hash, endMs] of ends) {
      if (endMs > nowMs() && ends.size < SESSIONS_MAX) return;
      ends.delete(hash);
    }
  }

  return {
    open() {
      forget();
      const id = newSecret();
      ends.set(hashOf(id), nowMs() + SESSION_MS_MAX);
      return id;
    },
    isOpen: (id) => (ends.get(hashOf(id)) ?? 0) > nowMs(),
    close(id) {
      ends.delete(hashOf(id));
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
