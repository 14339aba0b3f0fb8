import { answerOrLate, LATE } from './redis-limiter-timing.ts';

/** The part of a Redis client that is used. */
export type RedisConnection = {
  /** Sends a command, pipelined with others of the same tick; rejects at once without a connection. */
  readonly send: (command: string, args: string[]) => Promise<unknown>;
  /** Pending commands reject. */
  readonly close: () => void;
};

/** Rejects if no connection can be opened; `onLost` is called when an open one ends. */
export type OpenRedis = (onLost: () => void) => Promise<RedisConnection>;

/**
 * The connection to Redis, usable while answers come in time. A connection whose answers are late is closed,
 * so that no calls queue up behind a Redis that hangs, and another is opened in the background.
 */
export type RedisLink = {
  /** Undefined while Redis must not be asked. */
  readonly usable: () => RedisConnection | undefined;
  /** Checks the connection after a late answer. */
  readonly suspect: () => void;
  readonly fail: (connection: RedisConnection, reason: string) => void;
  readonly close: () => void;
};

export type LinkParts = {
  readonly open: OpenRedis;
  /** The longest that a beat may take. */
  readonly answerMsMax: number;
  /** Runs once on each new connection. */
  readonly prepare: (connection: RedisConnection) => Promise<unknown>;
  /** The regular check. `isSteady` after every machine had time to reconnect. */
  readonly beat: (connection: RedisConnection, isSteady: boolean) => Promise<unknown>;
  /** Called once per change; a reason means that the link is unusable. */
  readonly onChange: (reason: string | undefined) => void;
};

export const BEAT_EVERY_MS = 1000;
const PREPARE_MS_MAX = 1000;

const RETRY_MS_MIN = 20;
const RETRY_MS_MAX = 1000;

/** After so many beats, every machine that lost Redis at the same time has reconnected. */
const STEADY_BEATS = 3;

/** The state of a link; the functions below change it. */
type LinkState = LinkParts & {
  connection: RedisConnection | undefined;
  /** Whether `onChange` has been called at least once. */
  isKnown: boolean;
  isClosed: boolean;
  isAsking: boolean;
  beats: number;
  retryMs: number;
  timer: Timer | undefined;
};

export function createRedisLink(parts: LinkParts): RedisLink {
  const link: LinkState = {
    ...parts,
    connection: undefined,
    isKnown: false,
    isClosed: false,
    isAsking: false,
    beats: 0,
    retryMs: RETRY_MS_MIN,
    timer: undefined,
  };
  schedule(link, connect, 0);
  return {
    usable: () => link.connection,
    suspect: () => void probe(link, false),
    fail: (connection, reason) => fail(link, connection, reason),
    close() {
      link.isClosed = true;
      clearTimeout(link.timer);
      const last = link.connection;
      link.connection = undefined;
      last?.close();
    },
  };
}

function schedule(link: LinkState, work: (link: LinkState) => void, afterMs: number): void {
  clearTimeout(link.timer);
  if (!link.isClosed) link.timer = setTimeout(work, afterMs, link);
}

async function connect(link: LinkState): Promise<void> {
  const { open, prepare, beat, answerMsMax } = link;
  let opened: RedisConnection | undefined;
  const onLost = () => {
    if (opened !== undefined) fail(link, opened, 'connection lost');
  };
  let problem: string | undefined;
  try {
    opened = await open(onLost);
    problem = await problemOf(prepare(opened), PREPARE_MS_MAX);
    problem ??= await problemOf(beat(opened, false), answerMsMax);
  } catch (error) {
    problem = reasonOf(error);
  }
  if (problem !== undefined || link.isClosed) {
    opened?.close();
    markUnusable(link, problem ?? 'closed');
    link.retryMs = Math.min(2 * link.retryMs, RETRY_MS_MAX);
    return;
  }
  link.connection = opened;
  link.isKnown = true;
  link.beats = 0;
  link.onChange(undefined);
  schedule(link, beatOnce, BEAT_EVERY_MS);
}

function markUnusable(link: LinkState, reason: string): void {
  schedule(link, connect, link.retryMs);
  if (link.isClosed || (link.isKnown && link.connection === undefined)) return;
  link.isKnown = true;
  link.connection = undefined;
  link.onChange(reason);
}

function fail(link: LinkState, failed: RedisConnection, reason: string): void {
  if (failed !== link.connection) return;
  markUnusable(link, reason);
  failed.close();
}

async function beatOnce(link: LinkState): Promise<void> {
  schedule(link, beatOnce, BEAT_EVERY_MS);
  link.beats++;
  await probe(link, link.beats >= STEADY_BEATS);
}

/** Sends a beat, and a second one if the first fails: a single late answer may be chance. */
async function probe(link: LinkState, isSteady: boolean): Promise<void> {
  const { connection: probed, beat, answerMsMax } = link;
  if (probed === undefined || link.isAsking) return;
  link.isAsking = true;
  let problem = await problemOf(beat(probed, isSteady), answerMsMax);
  if (problem !== undefined) problem = await problemOf(beat(probed, isSteady), answerMsMax);
  link.isAsking = false;
  if (probed !== link.connection) return;
  if (problem !== undefined) return fail(link, probed, problem);
  // Not before the link is steady: a link that breaks right after each connect must keep its backoff.
  if (isSteady) link.retryMs = RETRY_MS_MIN;
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
