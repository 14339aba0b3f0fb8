import type { ChildProcess } from 'node:child_process';
import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SQL } from 'bun';
import { processTree } from '../../bench/measure/proc.ts';
import { freePort } from '../../src/host/http/free-port.ts';
import { madeOnce } from '../made-once.ts';
import { AWAITED_MS_MAX } from '../patience.ts';
import { atCleanUp, temporaryFolder } from '../process.ts';
import { startChild } from '../test-run.ts';
import {
  postgresOwner,
  postgresProgram,
  runAsOwner,
  runPostgresProgram,
  USER,
} from './programs.ts';

/** Only after a power failure would something be missing without it, and a test makes none. A benchmark sets it. */
const NOT_SYNCED = { fsync: 'off' };

export type PostgresServer = {
  /** Of the database that every server has. */
  readonly url: string;
  /** Of a new and empty database. */
  readonly newDatabase: () => Promise<string>;
  /** All its processes, the first one first. */
  readonly pids: () => readonly number[];
  /** Stops it in mid-air: connections stay open and nobody answers. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Ends it at once, as a crash would. */
  readonly kill: () => Promise<void>;
  /** The same by SIGKILL to each of its processes, for which it needs Linux. */
  readonly crash: () => Promise<void>;
  /** On the same port, with what it had. */
  readonly start: () => Promise<void>;
};

export type PostgresOptions = {
  /** Settings of `postgresql.conf`. */
  readonly settings?: Readonly<Record<string, string>>;
};

/** A real Postgres of the test's own: a free port, a folder that goes away with it. */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const made = await madeOnce('postgres', initialize);
  const folder = ownFolderIn(temporaryFolder());
  await runAsOwner('cp', ['--archive', `${made}/data/.`, folder], folder);
  return serve(folder, options);
}

/** What every server begins with. Made anew for each one, it would take most of the time of a start. */
async function initialize(home: string): Promise<void> {
  mkdirSync(home);
  const folder = ownFolderIn(home);
  const words = ['-D', folder, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  await runPostgresProgram('initdb', words, folder);
}

function ownFolderIn(home: string): string {
  const folder = join(home, 'data');
  mkdirSync(folder, { mode: 0o700 });
  const owner = postgresOwner();
  if (owner !== undefined) {
    for (const path of [home, folder]) chownSync(path, owner.uid, owner.gid);
  }
  return folder;
}

async function serve(folder: string, options: PostgresOptions = {}): Promise<PostgresServer> {
  const port = freePort('127.0.0.1');
  const urlOf = (database: string) => `postgres://${USER}@127.0.0.1:${port}/${database}`;
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    ...NOT_SYNCED,
    ...options.settings,
  };
  const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let child: ChildProcess | undefined;
  let databases = 0;

  const launch = () =>
    startChild(postgresProgram('postgres'), ['-D', folder, ...words], {
      cwd: folder,
      ...postgresOwner(),
      stdio: 'ignore',
    });
  const pids = () => (child?.pid === undefined ? [] : processTree(child.pid));

  async function start(): Promise<void> {
    child = launch();
    const giveUpMs = performance.now() + AWAITED_MS_MAX;
    while (!(await isAnswering(urlOf(USER)))) {
      if (performance.now() > giveUpMs) throw new Error('postgres does not answer');
      // It does not start as long as a process of before has not ended.
      if (child.exitCode !== null) child = launch();
      await Bun.sleep(20);
    }
  }

  async function end(send: (running: ChildProcess) => void): Promise<void> {
    const running = child;
    if (running === undefined || running.exitCode !== null) return;
    const exited = new Promise((resolve) => running.once('exit', resolve));
    send(running);
    child = undefined;
    await exited;
  }

  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of pids()) signalTo(pid, signal);
  };
  // Ends its processes too, without tidying up; they would outlive it after a SIGKILL.
  const kill = () => end((running) => running.kill('SIGQUIT'));
  atCleanUp(() => {
    signalAll('SIGCONT');
    return kill();
  });
  await start();
  return {
    url: urlOf(USER),
    pids,
    start,
    kill,
    pause: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    crash: () =>
      end(() => {
        // Stopped first, so that none starts another meanwhile.
        signalAll('SIGSTOP');
        signalAll('SIGKILL');
      }),
    async newDatabase() {
      const name = `test_${databases++}`;
      const sql = new SQL({ url: urlOf(USER), max: 1 });
      await sql.unsafe(`create database ${name}`);
      await sql.close();
      return urlOf(name);
    },
  };
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
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
