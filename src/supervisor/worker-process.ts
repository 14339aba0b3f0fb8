import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inTime } from '../lib/in-time.ts';
import type { Assignment, FromWorker, Question, Reply, ToWorker } from '../worker/messages.ts';

/** A worker in a process of its own, as the supervisor holds it. */
export type WorkerProcess = {
  readonly pid: number;
  /** Settles when it serves; a sentence if it will not. */
  readonly ready: Promise<StartFault | undefined>;
  readonly exited: Promise<void>;
  readonly reload: (assignment: Assignment) => Promise<StartFault | undefined>;
  /** Undefined where no answer came in time. */
  readonly ask: (question: Question) => Promise<Reply>;
  /** Tells it to finish and waits; one that does not is killed. */
  readonly stop: (graceMs: number) => Promise<void>;
  readonly kill: () => void;
  readonly memoryBytes: () => number;
};

export type StartFault = { readonly reason: string };

export type Placement = {
  readonly port: number;
  /** A number that no other living worker has. */
  readonly slot: number;
  /** The name of its journal, never used before. */
  readonly journal: string;
};

const ENTRY = fileURLToPath(new URL('../worker/process.ts', import.meta.url));

const START_MS_MAX = 20_000;
const ASK_MS_MAX = 1000;
/** Beyond its grace: the longest auction, and a moment to end. */
const STOP_MS_MAX = 7000;

type Settle<T> = (value: T) => void;

export function spawnWorker(assignment: Assignment, placement: Placement): WorkerProcess {
  const questions = new Map<number, Settle<Reply>>();
  let asked = 0;
  // An order is answered before the next is given: the worker follows them one by one.
  const orders: Settle<StartFault | undefined>[] = [];

  const child = Bun.spawn([process.execPath, ENTRY], {
    stdin: 'ignore',
    stdout: 'inherit',
    stderr: 'inherit',
    serialization: 'json',
    ipc(message: FromWorker) {
      switch (message.kind) {
        case 'ready':
        case 'reloaded':
          orders.shift()?.(undefined);
          return;
        case 'failed':
          orders.shift()?.({ reason: message.reason });
          return;
        case 'answer':
          questions.get(message.number)?.(message.reply);
      }
    },
  });
  const exited = child.exited.then(() => {
    for (const settle of orders.splice(0)) settle({ reason: 'a worker ended before it was ready' });
    for (const settle of questions.values()) settle(undefined);
    questions.clear();
  });
  const say = (message: ToWorker) => {
    try {
      if (child.exitCode === null && !child.killed) child.send(message);
    } catch {
      // It is on its way out and listens no more; `exited` tells the rest.
    }
  };
  const order = (message: ToWorker) =>
    inTime(
      new Promise<StartFault | undefined>((settle) => {
        orders.push(settle);
        say(message);
      }),
      START_MS_MAX,
      TOO_SLOW,
    );

  return {
    pid: child.pid,
    ready: order({ kind: 'start', assignment, ...placement }),
    exited,
    reload: (next) => order({ kind: 'reload', assignment: next }),
    async ask(question) {
      const number = asked++;
      const reply = new Promise<Reply>((settle) => {
        questions.set(number, settle);
        say({ kind: 'ask', number, question });
      });
      const replyInTime = await inTime(reply, ASK_MS_MAX, undefined);
      questions.delete(number);
      return replyInTime;
    },
    async stop(graceMs) {
      say({ kind: 'stop', graceMs });
      const timer = setTimeout(() => child.kill('SIGKILL'), graceMs + STOP_MS_MAX);
      await exited;
      clearTimeout(timer);
    },
    kill: () => child.kill('SIGKILL'),
    memoryBytes: () => residentBytes(child.pid),
  };
}

const TOO_SLOW: StartFault = { reason: `a worker was not ready within ${START_MS_MAX} ms` };

const PAGE_BYTES = 4096;

/** Zero where the system does not tell. */
function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1] ?? 0) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
