import { readFileSync } from 'node:fs';
import { giveUpAfter } from '../../lib/in-time.ts';
import type { Log } from '../../lib/log.ts';
import type {
  AskedOf,
  Assignment,
  Placement,
  QuestionKind,
  ReplyTo,
  StopCause,
  SupervisorAsks,
  WorkerOrders,
} from '../worker/messages.ts';
import { type AnswersTo, createPipe, type Message } from '../worker/pipe.ts';
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

const ENDED = 'a worker ended before it was ready';
const TOO_SLOW = `a worker was not ready within ${START_MS_MAX} ms`;

/** The supervisor's handle of a worker process. */
export type WorkerProcess = ReturnType<typeof spawnWorker>;

export function spawnWorker(
  assignment: Assignment,
  placement: Placement,
  { answers, log }: { readonly answers: AnswersTo<SupervisorAsks>; readonly log: Log },
) {
  const pipe = createPipe<SupervisorAsks, WorkerOrders>({
    send(message) {
      try {
        if (child.exitCode === null && !child.killed) child.send(message);
      } catch {
        // The worker is ending and has closed the pipe; `exited` follows.
      }
    },
    answers,
    onFault: (error) => log.error({ err: error }, 'the supervisor could not answer a worker'),
  });
  const child = Bun.spawn(workerCommand(), {
    stdin: 'ignore',
    stdout: 'inherit',
    stderr: 'inherit',
    serialization: 'json',
    ipc: (message: Message) => void pipe.take(message),
  });
  const exited = child.exited.then(() => {
    pipe.end({ fault: ENDED });
    return { exitCode: child.exitCode, signal: child.signalCode };
  });

  async function start(): Promise<StartFault | undefined> {
    const { fault } = (await pipe.put('start', START_MS_MAX, assignment, placement)) ?? {
      fault: TOO_SLOW,
    };
    return fault === undefined ? undefined : { reason: fault };
  }

  return {
    pid: child.pid,
    /** Resolves when the worker serves, or with the reason why it does not. */
    ready: start(),
    /** Resolves to how it ended. */
    exited,
    /** undefined where no answer came in time. */
    ask: <Kind extends QuestionKind>(
      kind: Kind,
      ...asked: AskedOf<Kind>
    ): Promise<ReplyTo<Kind> | undefined> =>
      pipe.ask('ask', giveUpAfter(ASK_MS_MAX), kind, asked) as Promise<ReplyTo<Kind> | undefined>,
    /** Asks the worker to finish and waits. Kills it after a time limit. */
    async stop(cause: StopCause, graceMs: number): Promise<void> {
      const answer = await pipe.put('stop', graceMs + STOP_MS_MAX, cause, graceMs);
      if (answer === undefined) child.kill('SIGKILL');
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
