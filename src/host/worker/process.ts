/** A worker as a process of its own: does what the supervisor says, and ends when the supervisor does. */

import { goOnAfterFaults } from '../../lib/rare-log.ts';
import { createRuntime } from '../../lib/runtime.ts';
import { boundConnections } from '../http/connection-bound.ts';
import { createLog } from '../observe/log.ts';
import type { FromWorker, ToWorker, WorkerOrder } from './messages.ts';
import { startWorker, type Worker } from './worker.ts';

const runtime = createRuntime(createLog(process.env.LOG_LEVEL || 'info'));

goOnAfterFaults(runtime.log, runtime.tickMs);
boundConnections(runtime.log, runtime.tickMs);

const say = (message: FromWorker) => process.send?.(message);

let worker: Worker | undefined;

async function follow(order: WorkerOrder): Promise<unknown> {
  switch (order.kind) {
    case 'start':
      worker = startWorker(order.assignment, order.placement, runtime);
      return undefined;
    case 'ask':
      return worker?.ask(order.question);
    case 'stop':
      await worker?.stop(order.cause, order.graceMs);
      process.exit(0);
  }
}

process.on('message', async (message: ToWorker) => {
  const { number, order } = message;
  try {
    say({ number, reply: await follow(order) });
  } catch (error) {
    say({ number, fault: error instanceof Error ? error.message : String(error) });
    process.exit(1);
  }
});
process.on('disconnect', () => process.exit(0));
// A terminal's Ctrl-C and a service manager's signals reach every process; the supervisor decides.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
