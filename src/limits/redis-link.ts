import { inTime } from '../lib/in-time.ts';

/** The part of a Redis client that is used. */
export type RedisConnection = {
  /** Rejects at once without a connection. A command that was sent is never sent a second time. */
  readonly send: (command: string, args: string[]) => Promise<unknown>;
  /** Pending commands reject. */
  readonly close: () => void;
};

/** Rejects if no connection can be opened; `onLost` is called when an open one ends. */
export type OpenRedis = (onLost: () => void) => Promise<RedisConnection>;

/** Asks a Redis at regular times, over a connection that is opened again whenever it fails. */
export type RedisLink = {
  readonly close: () => void;
};

export type LinkParts = {
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

/** The state of a link; the functions below change it. */
type LinkState = LinkParts & {
  connection: RedisConnection | undefined;
  isClosed: boolean;
  /** Whether the first round has ended. */
  isKnown: boolean;
  /** Why the last round has failed. */
  reason: string | undefined;
  retryMs: number;
  timer: Timer | undefined;
};

export function createRedisLink(parts: LinkParts): RedisLink {
  const link: LinkState = {
    ...parts,
    connection: undefined,
    isClosed: false,
    isKnown: false,
    reason: undefined,
    retryMs: RETRY_MS_MIN,
    timer: undefined,
  };
  schedule(link, parts.delayMs);
  return {
    close() {
      link.isClosed = true;
      clearTimeout(link.timer);
      link.connection?.close();
    },
  };
}

function schedule(link: LinkState, afterMs: number): void {
  clearTimeout(link.timer);
  if (!link.isClosed) link.timer = setTimeout(turn, afterMs, link);
}

async function turn(link: LinkState): Promise<void> {
  const startMs = performance.now();
  const problem = await runRound(link).then(() => undefined, reasonOf);
  if (link.isClosed) {
    link.connection?.close();
    return;
  }
  change(link, problem);
  if (problem === undefined) {
    link.retryMs = RETRY_MS_MIN;
    schedule(link, Math.max(0, startMs + link.everyMs - performance.now()));
    return;
  }
  drop(link);
  schedule(link, link.retryMs);
  link.retryMs = Math.min(2 * link.retryMs, RETRY_MS_MAX);
}

async function runRound(link: LinkState): Promise<void> {
  link.connection ??= await openOnce(link);
  const isDone = link.round(link.connection).then(() => true);
  if (!(await inTime(isDone, ROUND_MS_MAX, false))) throw new Error(tooLate(ROUND_MS_MAX));
}

async function openOnce(link: LinkState): Promise<RedisConnection> {
  let opened: RedisConnection | undefined;
  const opening = link.open(() => {
    // The next round opens another one at once.
    if (opened !== undefined && opened === link.connection) link.connection = undefined;
  });
  opened = await inTime(opening, OPEN_MS_MAX, undefined);
  if (opened !== undefined) return opened;
  opening.then(({ close }) => close()).catch(() => {});
  throw new Error(tooLate(OPEN_MS_MAX));
}

function drop(link: LinkState): void {
  const last = link.connection;
  link.connection = undefined;
  last?.close();
}

function change(link: LinkState, reason: string | undefined): void {
  if (link.isKnown && link.reason === reason) return;
  link.isKnown = true;
  link.reason = reason;
  link.onChange(reason);
}

const tooLate = (ms: number) => `no answer within ${ms} ms`;

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
