import { answerOrLate, LATE } from './redis-limiter-timing.ts';

/** All that is asked of a Redis client. */
export type RedisConnection = {
  /** Sends a command in one go with others of the same moment; rejects at once without a connection. */
  readonly send: (command: string, args: string[]) => Promise<unknown>;
  /** What is under way then rejects. */
  readonly close: () => void;
};

/** Rejects if there is no connection to be had; `onLost` is called if one ends that was open. */
export type OpenRedis = (onLost: () => void) => Promise<RedisConnection>;

/**
 * The way to Redis, either usable or not. It is usable while answers come in time; else it is closed, so
 * that nothing piles up behind a Redis that hangs, and opened anew in the background.
 */
export type RedisLink = {
  /** Undefined while nobody should wait for Redis. */
  readonly usable: () => RedisConnection | undefined;
  /** An answer was late: finds out whether that was an exception. */
  readonly suspect: () => void;
  readonly fail: (connection: RedisConnection, reason: string) => void;
  readonly close: () => void;
};

export type LinkParts = {
  readonly open: OpenRedis;
  /** How soon each beat has to be answered for the link to be usable. */
  readonly answerMsMax: number;
  /** What a new connection needs first. */
  readonly prepare: (connection: RedisConnection) => Promise<unknown>;
  /** Asked regularly, to learn whether Redis is there. `isSteady` once everyone had time to come back. */
  readonly beat: (connection: RedisConnection, isSteady: boolean) => Promise<unknown>;
  /** Told of each change once; a reason means that the link is not usable. */
  readonly onChange: (reason: string | undefined) => void;
};

export const BEAT_EVERY_MS = 1000;
const PREPARE_MS_MAX = 1000;

const RETRY_MS_MIN = 20;
const RETRY_MS_MAX = 1000;

/** By then all who lost Redis at the same time have tried again. */
const STEADY_BEATS = 3;

export function createRedisLink(parts: LinkParts): RedisLink {
  const { open, prepare, beat, onChange, answerMsMax } = parts;
  let connection: RedisConnection | undefined;
  let isKnown = false;
  let isClosed = false;
  let isAsking = false;
  let beats = 0;
  let retryMs = RETRY_MS_MIN;
  let timer: Timer | undefined;

  const next = (work: () => void, afterMs: number) => {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(work, afterMs);
  };

  async function connect(): Promise<void> {
    let opened: RedisConnection | undefined;
    const onLost = () => {
      if (opened !== undefined) fail(opened, 'connection lost');
    };
    let problem: string | undefined;
    try {
      opened = await open(onLost);
      problem = await problemOf(prepare(opened), PREPARE_MS_MAX);
      problem ??= await problemOf(beat(opened, false), answerMsMax);
    } catch (error) {
      problem = reasonOf(error);
    }
    if (problem !== undefined || isClosed) {
      opened?.close();
      unusable(problem ?? 'closed');
      retryMs = Math.min(2 * retryMs, RETRY_MS_MAX);
      return;
    }
    connection = opened;
    isKnown = true;
    beats = 0;
    onChange(undefined);
    next(beatOn, BEAT_EVERY_MS);
  }

  function unusable(reason: string): void {
    next(connect, retryMs);
    if (isClosed || (isKnown && connection === undefined)) return;
    isKnown = true;
    connection = undefined;
    onChange(reason);
  }

  function fail(failed: RedisConnection, reason: string): void {
    if (failed !== connection) return;
    unusable(reason);
    failed.close();
  }

  async function ask(isSteady: boolean): Promise<void> {
    const asked = connection;
    if (asked === undefined || isAsking) return;
    isAsking = true;
    let problem = await problemOf(beat(asked, isSteady), answerMsMax);
    // One late answer may be chance; a Redis that is late again is not worth waiting for.
    if (problem !== undefined) problem = await problemOf(beat(asked, isSteady), answerMsMax);
    isAsking = false;
    if (asked !== connection) return;
    if (problem !== undefined) return fail(asked, problem);
    // Only then: a link that breaks as soon as it is usable must not be tried ever so often.
    if (isSteady) retryMs = RETRY_MS_MIN;
  }

  async function beatOn(): Promise<void> {
    next(beatOn, BEAT_EVERY_MS);
    beats++;
    await ask(beats >= STEADY_BEATS);
  }

  next(connect, 0);
  return {
    usable: () => connection,
    suspect: () => void ask(false),
    fail,
    close() {
      isClosed = true;
      clearTimeout(timer);
      const last = connection;
      connection = undefined;
      last?.close();
    },
  };
}

async function problemOf(answer: Promise<unknown>, msMax: number) {
  try {
    return (await answerOrLate(answer, msMax)) === LATE
      ? `no answer within ${msMax} ms`
      : undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
