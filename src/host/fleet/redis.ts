import { RedisClient } from 'bun';
import { inTime } from '../../lib/in-time.ts';
import type { Log } from '../../lib/log.ts';
import { repeat } from '../../lib/repeat.ts';

/** Sends a command. One that was sent is never sent a second time. */
export type Send = (command: string, ...args: readonly (string | number)[]) => Promise<unknown>;

/** Between the beginnings of two rounds. */
export const ROUND_MS = 100;
/** A round without an answer by then has failed. Its connection is closed, so that no calls pile up. */
const ROUND_MS_MAX = 1000;
const RETRY_MS_MAX = 1000;
/** A Redis that comes and goes many times a minute is told of at this rate. */
const TOLD_MS_MIN = 10_000;

type RedisParts = {
  readonly url: string;
  /** Rejects with the reason why Redis cannot be used. */
  readonly round: (send: Send) => Promise<unknown>;
  readonly log: Pick<Log, 'info' | 'warn'>;
};

/** Asks Redis ten times a second, over a connection that is opened again when a round has failed. */
export function startRedis({ url, round, log }: RedisParts) {
  const server = new URL(url).host;
  let client: Promise<RedisClient> | undefined;
  let reason: string | null = 'it was not asked yet';
  let retryMs = ROUND_MS;
  let told: string | null | undefined;
  let toldMs = Number.NEGATIVE_INFINITY;

  async function ask(): Promise<undefined> {
    client ??= connected(url);
    const open = await client;
    await round((command, ...args) => open.send(command, args.map(String)));
  }

  function disconnect(): void {
    client?.then((open) => open.close()).catch(() => {});
    client = undefined;
  }

  function tell(): void {
    const isNews = told === undefined || (told === null) !== (reason === null);
    if (!isNews || performance.now() - toldMs < TOLD_MS_MIN) return;
    if (reason === null) log.info({ server }, 'limits are shared through Redis');
    else log.warn({ server, reason }, UNUSABLE);
    told = reason;
    toldMs = performance.now();
  }

  const stop = repeat(async () => {
    const startMs = performance.now();
    const late = `no answer within ${ROUND_MS_MAX} ms`;
    reason = (await inTime(ask().catch(reasonOf), ROUND_MS_MAX, late)) ?? null;
    tell();
    if (reason === null) {
      retryMs = ROUND_MS;
      return Math.max(0, startMs + ROUND_MS - performance.now());
    }
    disconnect();
    retryMs = Math.min(2 * retryMs, RETRY_MS_MAX);
    return retryMs;
  });
  return {
    server,
    /** Why Redis cannot be used, in the words of its client; null while it can. */
    reason: () => reason,
    close(): void {
      void stop();
      disconnect();
    },
  };
}

const UNUSABLE =
  'Redis is unusable: limits are this machine’s own share, and frequency caps hold on this machine alone';

async function connected(url: string): Promise<RedisClient> {
  const client = new RedisClient(url, {
    connectionTimeout: ROUND_MS_MAX,
    autoReconnect: false,
    enableOfflineQueue: false,
  });
  try {
    await client.connect();
    return client;
  } catch (error) {
    client.close();
    throw error;
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
