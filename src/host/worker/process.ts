/** A worker as a process of its own: does what the supervisor says, and ends when the supervisor does. */

import { goOnAfterFaults } from '../../lib/rare-log.ts';
import { createRuntime } from '../../lib/runtime.ts';
import { boundConnections } from '../http/connection-bound.ts';
import { createLog } from '../observe/log.ts';
import type { SupervisorAsks, WorkerOrders } from './messages.ts';
import { type AnswersTo, createPipe, type Message } from './pipe.ts';
import { startWorker, type Worker } from './worker.ts';

let worker: Worker | undefined;

const runtime = createRuntime(createLog(process.env.LOG_LEVEL || 'info'));

goOnAfterFaults(runtime.log, runtime.tickMs, () => worker?.countUncaught());
boundConnections(runtime.log, runtime.tickMs);

const orders: AnswersTo<WorkerOrders> = {
  start(assignment, placement) {
    worker = startWorker(assignment, placement, pipe.ask, runtime);
    return undefined;
  },
  ask: async (kind, asked) => worker?.ask(kind, asked),
  async stop(cause, graceMs) {
    await worker?.stop(cause, graceMs);
    process.exit(0);
  },
};
const pipe = createPipe<WorkerOrders, SupervisorAsks>({
  send: (message) => process.send?.(message),
  answers: orders,
  onFault: (error) => runtime.log.debug({ err: error }, 'a worker could not follow an order'),
});

process.on('message', (message: Message) => void pipe.take(message));
process.on('disconnect', () => process.exit(0));
// A terminal's Ctrl-C and a service manager's signals reach every process; the supervisor decides.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
