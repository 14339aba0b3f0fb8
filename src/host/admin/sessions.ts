import { createHash, createHmac } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSameSecret } from '../../lib/hmac.ts';
import type { Log } from '../../lib/log.ts';
import type { Identity } from '../../lib/op.ts';

export const SESSION_MS_MAX = 12 * 60 * 60 * 1000;

/** In all, and of one name: the oldest end where there are more. Operators may share a token. */
export const OF_OPERATORS = { countMax: 1000, perNameMax: 1000 };
/** Nobody of a publisher can end the sessions of others by opening many. */
export const OF_PEOPLE = { countMax: 20_000, perNameMax: 10 };

const isOfPerson = ({ role }: Identity) => role === 'publisher';

/** What is kept of a session. Only the cookie contains its id, so what is read out of memory or a file opens nothing. */
type KeptSession = {
  readonly endMs: number;
  readonly identity: Identity;
  /** Made of the id and of the secret that the login was made with. */
  readonly proof: string;
};

export type Sessions = ReturnType<typeof createSessions>;

type SessionParts = {
  readonly nowMs: () => number;
  readonly newSecret: () => string;
  /** The secret that a login was made with, as it is now. undefined: there is nobody like that. */
  readonly secretOf: (identity: Identity) => string | undefined;
  /** Where sessions outlive a restart: each is a file, named after the hash of its id. */
  readonly folder: string;
  readonly log: Log;
};

/** Who is logged in. A session ends where the secret that it was opened with is removed or changed. */
export function createSessions({ nowMs, newSecret, secretOf, folder, log }: SessionParts) {
  /** By hash, the oldest first: all sessions live equally long. */
  const sessions = new Map(readAll(folder));
  endOver();

  /** Sessions go on in memory where the disk does not take them. */
  function onDisk(change: () => void, consequence: string): void {
    try {
      change();
    } catch (error) {
      log.warn({ err: error, folder }, consequence);
    }
  }

  function end(hash: string): void {
    if (!sessions.delete(hash)) return;
    onDisk(() => rmSync(join(folder, hash), { force: true }), 'an ended session is still on disk');
  }

  function endOver(): void {
    for (const [hash, { endMs }] of sessions) if (!(endMs > nowMs())) end(hash);
  }

  function makeRoomFor(identity: Identity): void {
    const { countMax, perNameMax } = isOfPerson(identity) ? OF_PEOPLE : OF_OPERATORS;
    const like = [...sessions].filter(
      ([, one]) => isOfPerson(one.identity) === isOfPerson(identity),
    );
    const own = like.filter(([, one]) => one.identity.who === identity.who);
    const surplus = [...firstBeyond(own, perNameMax - 1), ...firstBeyond(like, countMax - 1)];
    for (const [hash] of surplus) end(hash);
  }

  return {
    /** A new session's id, for the browser to keep. */
    open(identity: Identity): string {
      endOver();
      makeRoomFor(identity);
      const id = newSecret();
      const proof = proofOf(id, secretOf(identity) ?? '');
      const session = { endMs: nowMs() + SESSION_MS_MAX, identity, proof };
      sessions.set(hashOf(id), session);
      onDisk(() => {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        writeFileSync(join(folder, hashOf(id)), JSON.stringify(session), { mode: 0o600 });
      }, 'a session cannot be kept on disk: it ends with this run');
      return id;
    },
    /** undefined: it is not open. */
    identityOf(id: string): Identity | undefined {
      const session = sessions.get(hashOf(id));
      if (session === undefined || session.endMs <= nowMs()) return undefined;
      const secret = secretOf(session.identity);
      const isOpen = secret !== undefined && isSameSecret(proofOf(id, secret), session.proof);
      return isOpen ? session.identity : undefined;
    },
    close: (id: string) => end(hashOf(id)),
  };
}

const firstBeyond = <T>(list: readonly T[], max: number): readonly T[] =>
  list.slice(0, Math.max(0, list.length - max));

/** The sessions in the folder, the first to end first. A file that cannot be read has ended. */
function readAll(folder: string): readonly (readonly [hash: string, session: KeptSession])[] {
  const read = (hash: string): KeptSession => {
    try {
      const { endMs, identity, proof } = JSON.parse(readFileSync(join(folder, hash), 'utf8'));
      // Who it names must be known with this proof at each call.
      return { endMs: Number(endMs), identity: { ...identity }, proof: String(proof) };
    } catch {
      return { endMs: 0, identity: { who: '', role: 'read' }, proof: '' };
    }
  };
  try {
    const all = readdirSync(folder).map((hash) => [hash, read(hash)] as const);
    return all.sort(([, a], [, b]) => a.endMs - b.endMs);
  } catch {
    // Nobody has logged in yet.
    return [];
  }
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
