import { readFileSync } from 'node:fs';
import { inTime } from '../lib/in-time.ts';
import type {
  AskedOf,
  Assignment,
  FromWorker,
  Placement,
  QuestionKind,
  ReplyTo,
  ToWorker,
} from '../worker/messages.ts';
import { workerCommand } from './worker-command.ts';

/** The supervisor's handle of a worker process. */
export type WorkerProcess = {
  readonly pid: number;
  /** Resolves when the worker serves, or with the reason why it does not. */
  readonly ready: Promise<StartFault | undefined>;
  readonly exited: Promise<void>;
  readonly reload: (assignment: Assignment) => Promise<StartFault | undefined>;
  /** undefined where no answer came in time. */
  readonly ask: <K extends QuestionKind>(
    kind: K,
    ...asked: AskedOf<K>
  ) => Promise<ReplyTo<K> | undefined>;
  /** Asks the worker to finish and waits. Kills it after a time limit. */
  readonly stop: (graceMs: number) => Promise<void>;
  readonly kill: () => void;
  readonly memoryBytes: () => number;
};

export type StartFault = { readonly reason: string };

const START_MS_MAX = 60_000;
const ASK_MS_MAX = 1000;
/** After the grace: the longest auction, plus time for the shutdown itself. */
const STOP_MS_MAX = 7000;

export function spawnWorker(assignment: Assignment, placement: Placement): WorkerProcess {
  const replies = createReplies();
  const child = Bun.spawn(workerCommand(), {
    stdin: 'ignore',
    stdout: 'inherit',
    stderr: 'inherit',
    serialization: 'json',
    ipc: replies.receive,
  });
  const exited = child.exited.then(replies.end);
  const send = <K extends QuestionKind>(message: ToWorker<K>) => {
    try {
      if (child.exitCode === null && !child.killed) child.send(message);
    } catch {
      // The worker is ending and has closed the pipe; `exited` follows.
    }
  };
  const order = (message: ToWorker) => {
    const done = replies.nextOrder();
    send(message);
    return inTime(done, START_MS_MAX, TOO_SLOW);
  };

  return {
    pid: child.pid,
    ready: order({ kind: 'start', assignment, placement }),
    exited,
    reload: (next) => order({ kind: 'reload', assignment: next }),
    async ask<K extends QuestionKind>(kind: K, ...asked: AskedOf<K>) {
      const { number, reply } = replies.nextQuestion<K>();
      send<K>({ kind: 'ask', number, question: { kind, asked } });
      const replyInTime = await inTime(reply, ASK_MS_MAX, undefined);
      replies.forgetQuestion(number);
      return replyInTime;
    },
    async stop(graceMs) {
      send({ kind: 'stop', graceMs });
      const timer = setTimeout(() => child.kill('SIGKILL'), graceMs + STOP_MS_MAX);
      await exited;
      clearTimeout(timer);
    },
    kill: () => child.kill('SIGKILL'),
    memoryBytes: () => residentBytes(child.pid),
  };
}

/** Matches the messages of a worker to the orders and questions that were sent to it. */
function createReplies() {
  // The worker follows orders one by one, so replies come in the order of the orders.
  const orders: ((fault: StartFault | undefined) => void)[] = [];
  const questions = new Map<number, (reply: unknown) => void>();
  let asked = 0;
  return {
    receive(message: FromWorker): void {
      switch (message.kind) {
        case 'done':
          orders.shift()?.(undefined);
          return;
        case 'failed':
          orders.shift()?.({ reason: message.reason });
          return;
        case 'answer':
          questions.get(message.number)?.(message.reply);
      }
    },
    /** The worker has ended: no more replies will come. */
    end(): void {
      for (const settle of orders.splice(0)) settle(ENDED);
      for (const settle of questions.values()) settle(undefined);
      questions.clear();
    },
    nextOrder: () => new Promise<StartFault | undefined>((settle) => orders.push(settle)),
    nextQuestion<K extends QuestionKind>() {
      const number = asked++;
      const { promise, resolve } = Promise.withResolvers<ReplyTo<K> | undefined>();
      // A worker is of the same version: its reply to a kind of question is what `Questions` declares.
      questions.set(number, (reply) => resolve(reply as ReplyTo<K> | undefined));
      return { number, reply: promise };
    },
    forgetQuestion: (number: number) => questions.delete(number),
  };
}

const ENDED: StartFault = { reason: 'a worker ended before it was ready' };
const TOO_SLOW: StartFault = { reason: `a worker was not ready within ${START_MS_MAX} ms` };

const PAGE_BYTES = 4096;

/** 0 where the system does not report it. */
function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1] ?? 0) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
