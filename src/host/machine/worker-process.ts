import { readFileSync } from 'node:fs';
import { giveUpAfter, inTime } from '../../lib/in-time.ts';
import type {
  AskedOf,
  Assignment,
  FromWorker,
  Placement,
  QuestionKind,
  ReplyTo,
  StopCause,
  ToWorker,
  WorkerOrder,
  WorkerReply,
} from '../worker/messages.ts';
import { workerCommand } from './worker-command.ts';

export type StartFault = {
  readonly reason: string;
  /** Another server has what this one needs. */
  readonly cause?: 'in-use' | undefined;
};

const START_MS_MAX = 60_000;
const ASK_MS_MAX = 1000;
/** After the grace: the longest auction, plus time for the shutdown itself. */
const STOP_MS_MAX = 7000;

const ENDED: WorkerReply = { fault: 'a worker ended before it was ready' };
const TOO_SLOW: WorkerReply = { fault: `a worker was not ready within ${START_MS_MAX} ms` };

/** The supervisor's handle of a worker process. */
export type WorkerProcess = ReturnType<typeof spawnWorker>;

export function spawnWorker(assignment: Assignment, placement: Placement) {
  const waiting = new Map<number, (reply: WorkerReply) => void>();
  let orders = 0;
  let hasEnded = false;
  const child = Bun.spawn(workerCommand(), {
    stdin: 'ignore',
    stdout: 'inherit',
    stderr: 'inherit',
    serialization: 'json',
    ipc: (message: FromWorker) => waiting.get(message.number)?.(message),
  });
  const exited = child.exited.then(() => {
    hasEnded = true;
    for (const settle of waiting.values()) settle(ENDED);
    return { exitCode: child.exitCode, signal: child.signalCode };
  });

  function post<K extends QuestionKind>(message: ToWorker<K>): void {
    try {
      if (child.exitCode === null && !child.killed) child.send(message);
    } catch {
      // The worker is ending and has closed the pipe; `exited` follows.
    }
  }

  async function send<K extends QuestionKind>(order: WorkerOrder<K>, waitMs: number) {
    if (hasEnded) return ENDED;
    const number = orders++;
    const { promise, resolve } = Promise.withResolvers<WorkerReply>();
    waiting.set(number, resolve);
    post({ number, order });
    const reply = await inTime(promise, waitMs, TOO_SLOW);
    waiting.delete(number);
    return reply;
  }

  async function faultOf(order: WorkerOrder): Promise<StartFault | undefined> {
    const { fault } = await send(order, START_MS_MAX);
    return fault === undefined ? undefined : { reason: fault };
  }

  return {
    pid: child.pid,
    /** Resolves when the worker serves, or with the reason why it does not. */
    ready: faultOf({ kind: 'start', assignment, placement }),
    /** Resolves to how it ended. */
    exited,
    /** undefined where no answer came in time. */
    async ask<K extends QuestionKind>(kind: K, ...asked: AskedOf<K>) {
      const { reply } = await send<K>(
        { kind: 'ask', question: { kind, asked } },
        giveUpAfter(ASK_MS_MAX),
      );
      // A worker is of the same version: its reply to a kind of question is what `Questions` declares.
      return reply as ReplyTo<K> | undefined;
    },
    /** Asks the worker to finish and waits. Kills it after a time limit. */
    async stop(cause: StopCause, graceMs: number): Promise<void> {
      const reply = await send({ kind: 'stop', cause, graceMs }, graceMs + STOP_MS_MAX);
      if (reply === TOO_SLOW) child.kill('SIGKILL');
      await exited;
    },
    kill: () => child.kill('SIGKILL'),
    memoryBytes: () => residentBytes(child.pid),
  };
}

const PAGE_BYTES = 4096;

/** 0 where the system does not report it. */
function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1] ?? 0) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
