import type { ChildProcess } from 'node:child_process';
import { RedisClient } from 'bun';
import { freePort } from '../../src/host/http/free-port.ts';
import { AWAITED_MS_MAX } from '../patience.ts';
import { temporaryFolder } from '../process.ts';
import { startChild } from '../test-run.ts';

export type RedisServer = {
  readonly url: string;
  readonly port: number;
  /** Stops it in mid-air: connections stay open and nobody answers. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Ends it at once, as a crash would. */
  readonly kill: () => Promise<void>;
  /** On the same port, with nothing remembered. */
  readonly start: () => Promise<void>;
  readonly command: (...words: readonly [string, ...string[]]) => Promise<unknown>;
  /** How often each command was called, those inside scripts included. */
  readonly calls: () => Promise<ReadonlyMap<string, number>>;
};

export type RedisOptions = {
  /** Settings of `redis.conf`. */
  readonly settings?: Readonly<Record<string, string | number>>;
  /** Whether its port takes TLS alone. */
  readonly isTls?: boolean;
  /** Its URL, where that is not the plain one. */
  readonly url?: (port: number) => string;
};

/** A real Redis of the test's own: a free port, a folder that goes away, nothing kept on disk. */
export async function startRedis(given: RedisOptions = {}): Promise<RedisServer> {
  const port = freePort('127.0.0.1');
  const url = given.url?.(port) ?? `redis://127.0.0.1:${port}`;
  const folder = temporaryFolder();
  let child: ChildProcess | undefined;

  async function kill(): Promise<void> {
    const running = child;
    child = undefined;
    if (running === undefined || running.exitCode !== null) return;
    const exited = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGKILL');
    await exited;
  }

  async function command(...[name, ...args]: readonly [string, ...string[]]): Promise<unknown> {
    const tls = url.startsWith('rediss:') ? { rejectUnauthorized: false } : false;
    const options = { autoReconnect: false, enableOfflineQueue: false, tls };
    const client = new RedisClient(url, options);
    try {
      await client.connect();
      return await client.send(name, args);
    } finally {
      client.close();
    }
  }

  async function start(): Promise<void> {
    const ports = given.isTls === true ? { port: 0, 'tls-port': port } : { port };
    const plain = { ...ports, bind: '127.0.0.1', save: '', appendonly: 'no', dir: folder };
    const options = { ...plain, ...given.settings };
    const args = Object.entries(options).flatMap(([key, value]) => [`--${key}`, String(value)]);
    const started = startChild('redis-server', args, { stdio: 'ignore' });
    child = started;
    const missing = new Promise<never>((_, reject) => {
      started.once('error', () =>
        reject(new Error('this test needs redis-server: apt-get install redis-server, as root')),
      );
    });
    await Promise.race([missing, answering()]);
  }

  async function answering(): Promise<void> {
    const giveUpMs = performance.now() + AWAITED_MS_MAX;
    while ((await command('PING').catch(() => undefined)) !== 'PONG') {
      if (performance.now() > giveUpMs) throw new Error('redis-server does not answer');
      await Bun.sleep(10);
    }
  }

  await start();
  return {
    url,
    port,
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    kill,
    start,
    command,
    async calls() {
      const stats = String(await command('INFO', 'commandstats'));
      const lines = stats.matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm);
      return new Map([...lines].map(([, name = '', count]) => [name, Number(count)]));
    },
  };
}
