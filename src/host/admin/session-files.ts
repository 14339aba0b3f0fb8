import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Type from 'typebox';
import { Compile } from 'typebox/schema';
import type { Log } from '../../lib/log.ts';

/** What is kept of a session. The cookie alone has its id, so what is read out of memory or a file opens nothing. */
type KeptSession<Who> = {
  readonly endMs: number;
  readonly identity: Who;
  /** Made of the id and of the secret that the login was made with. */
  readonly proof: string;
};

const compiled = Compile(
  Type.Object({
    endMs: Type.Number(),
    identity: Type.Object({ who: Type.String(), role: Type.String() }),
    proof: Type.String(),
  }),
);

/**
 * Sessions outlive a restart in a folder. Each is a file of its own, named after the hash of its id, so that a login and
 * a logout write no more than that.
 */
export function createSessionFiles<Who>(folder: string, log: Log) {
  /** Sessions go on in memory where the disk does not take them. */
  function tryTo(change: () => void, consequence: string): void {
    try {
      change();
    } catch (error) {
      log.warn({ err: error, folder }, consequence);
    }
  }

  const remove = (hash: string) =>
    tryTo(
      () => rmSync(join(folder, hash), { force: true }),
      'a session that ended is still on disk',
    );

  function read(hash: string): KeptSession<Who> | undefined {
    try {
      const value: unknown = JSON.parse(readFileSync(join(folder, hash), 'utf8'));
      // Who it names has to be known with this proof, at each call.
      return compiled.Check(value) ? (value as KeptSession<Who>) : undefined;
    } catch {
      return undefined;
    }
  }

  return {
    remove,
    keep(hash: string, session: KeptSession<Who>): void {
      tryTo(() => {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        writeFileSync(join(folder, hash), JSON.stringify(session), { mode: 0o600 });
      }, 'a session cannot be kept on disk: it ends with this run');
    },
    /** All by their hashes, the first to end first. A file that has none is removed. */
    readAll(): ReadonlyMap<string, KeptSession<Who>> {
      const sessions = namesIn(folder).flatMap((hash) => {
        const session = read(hash);
        if (session === undefined) remove(hash);
        return session === undefined ? [] : [[hash, session] as const];
      });
      return new Map(sessions.sort(([, a], [, b]) => a.endMs - b.endMs));
    },
  };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Nobody has logged in yet.
    return [];
  }
}
