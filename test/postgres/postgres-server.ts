import type { ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SQL } from 'bun';
import { atCleanUp, temporaryFolder } from '../process.ts';
import { startChild } from '../test-run.ts';

const START_MS_MAX = 60_000;
const USER = 'postgres';
const NEEDS = 'this test needs PostgreSQL: apt-get install postgresql, as root';

export type PostgresServer = {
  /** Of a new and empty database. */
  readonly newDatabase: () => Promise<string>;
  /** Ends it at once, as a crash would. */
  readonly kill: () => Promise<void>;
  /** On the same port, with what it had. */
  readonly start: () => Promise<void>;
};

/** A real Postgres of the test's own: a free port, a folder that goes away with it. */
export async function startPostgres(): Promise<PostgresServer> {
  const programs = findPrograms();
  const home = temporaryFolder();
  const folder = join(home, 'data');
  mkdirSync(folder, { mode: 0o700 });
  const owner = ownerOf();
  if (owner !== undefined) {
    for (const path of [home, folder]) chownSync(path, owner.uid, owner.gid);
  }
  const options = { cwd: home, ...owner } as const;
  await finished(
    startChild(
      join(programs, 'initdb'),
      ['-D', folder, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
      { ...options, stdio: 'ignore' },
    ),
  );
  const port = freePort();
  const urlOf = (database: string) => `postgres://${USER}@127.0.0.1:${port}/${database}`;
  let child: ChildProcess | undefined;
  let databases = 0;

  async function start(): Promise<void> {
    const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
    const args = ['-D', folder, ...settings.flatMap((setting) => ['-c', setting])];
    child = startChild(join(programs, 'postgres'), args, { ...options, stdio: 'ignore' });
    const giveUpMs = performance.now() + START_MS_MAX;
    while (!(await isAnswering(urlOf(USER)))) {
      if (performance.now() > giveUpMs) throw new Error('postgres does not answer');
      await Bun.sleep(20);
    }
  }

  async function kill(): Promise<void> {
    const running = child;
    child = undefined;
    if (running === undefined || running.exitCode !== null) return;
    const exited = new Promise((resolve) => running.once('exit', resolve));
    // Ends its processes too, without tidying up; they would outlive it after a SIGKILL.
    running.kill('SIGQUIT');
    await exited;
  }

  atCleanUp(kill);
  await start();
  return {
    start,
    kill,
    async newDatabase() {
      const name = `test_${databases++}`;
      const sql = new SQL({ url: urlOf(USER), max: 1 });
      await sql.unsafe(`create database ${name}`);
      await sql.close();
      return urlOf(name);
    },
  };
}

async function isAnswering(url: string): Promise<boolean> {
  const sql = new SQL({ url, max: 1, connectionTimeout: 1 });
  try {
    await sql.unsafe('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await sql.close();
  }
}

/** Debian keeps the programs of each version in a folder of its own, beside the path. */
function findPrograms(): string {
  const base = '/usr/lib/postgresql';
  const versions = existsSync(base) ? readdirSync(base) : [];
  const folders = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(base, version, 'bin'));
  const known = [...folders, ...(process.env.PATH ?? '').split(':')];
  const found = known.find((folder) => existsSync(join(folder, 'initdb')));
  if (found === undefined) throw new Error(NEEDS);
  return found;
}

/** Postgres refuses to run as root. The user of Debian's package is there for it. */
function ownerOf(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(Bun.spawnSync(['id', flag, USER]).stdout.toString());
  const owner = { uid: id('-u'), gid: id('-g') };
  if (!(owner.uid > 0)) throw new Error(NEEDS);
  return owner;
}

async function finished(child: ChildProcess): Promise<void> {
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code !== 0) throw new Error(`initdb ended with ${code}`);
}

function freePort(): number {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } });
  const { port } = listener;
  listener.stop(true);
  return port;
}
