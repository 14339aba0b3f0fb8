import { inTime } from '../../lib/in-time.ts';
import { repeat } from '../../lib/repeat.ts';

/** The part of a Redis client that is used. */
export type RedisConnection = {
  /** Rejects at once without a connection. A command that was sent is never sent a second time. */
  readonly send: (command: string, args: string[]) => Promise<unknown>;
  /** Pending commands reject. */
  readonly close: () => void;
};

/** Rejects if no connection can be opened; `onLost` is called when an open one ends. */
export type OpenRedis = (onLost: () => void) => Promise<RedisConnection>;

type LinkParts = {
  readonly open: OpenRedis;
  /** Between the beginnings of two rounds. */
  readonly everyMs: number;
  /** Before the first round. */
  readonly delayMs: number;
  /** Rejects with the reason why Redis cannot be used. */
  readonly round: (connection: RedisConnection) => Promise<unknown>;
  /** Called once per change of the reason why Redis cannot be used. */
  readonly onChange: (reason: string | undefined) => void;
};

/** A round without an answer by then has failed. Its connection is closed, so that no calls pile up. */
export const ROUND_MS_MAX = 1000;

const OPEN_MS_MAX = 3000;

const RETRY_MS_MIN = 20;
const RETRY_MS_MAX = 1000;

/** Asks a Redis at regular times, over a connection that is opened again whenever it fails. */
export function createRedisLink(parts: LinkParts) {
  const { open, everyMs, delayMs, round, onChange } = parts;
  let connection: RedisConnection | undefined;
  /** Why the last round has failed; null before the first round has ended. */
  let reason: string | undefined | null = null;
  let retryMs = RETRY_MS_MIN;
  let isClosed = false;
  let stop: (() => Promise<void>) | undefined;

  function disconnect(): void {
    connection?.close();
    connection = undefined;
  }

  async function ask(): Promise<void> {
    connection ??= await openInTime(open, (lost) => {
      // The next round opens another one at once.
      if (lost === connection) connection = undefined;
    });
    const isDone = round(connection).then(() => true);
    if (!(await inTime(isDone, ROUND_MS_MAX, false))) throw new Error(tooLate(ROUND_MS_MAX));
  }

  /** Returns the time to wait before the next round. */
  async function askOnce(): Promise<number> {
    const startMs = performance.now();
    const problem = await ask().then(() => undefined, reasonOf);
    if (isClosed) disconnect();
    else if (problem !== reason) onChange(problem);
    reason = problem;
    if (problem === undefined) {
      retryMs = RETRY_MS_MIN;
      return Math.max(0, startMs + everyMs - performance.now());
    }
    disconnect();
    const waitMs = retryMs;
    retryMs = Math.min(2 * retryMs, RETRY_MS_MAX);
    return waitMs;
  }

  const timer = setTimeout(() => {
    stop = repeat(askOnce);
  }, delayMs);
  return {
    close(): void {
      isClosed = true;
      clearTimeout(timer);
      stop?.();
      disconnect();
    },
  };
}

async function openInTime(open: OpenRedis, onLost: (lost: RedisConnection) => void) {
  let opened: RedisConnection | undefined;
  const opening = open(() => {
    if (opened !== undefined) onLost(opened);
  });
  opened = await inTime(opening, OPEN_MS_MAX, undefined);
  if (opened !== undefined) return opened;
  opening.then(({ close }) => close()).catch(() => {});
  throw new Error(tooLate(OPEN_MS_MAX));
}

const tooLate = (ms: number) => `no answer within ${ms} ms`;

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
