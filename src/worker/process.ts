/** A worker as a process of its own: does what the supervisor says, and ends when the supervisor does. */

import { createRuntime } from '../lib/runtime.ts';
import { createLog } from '../observe/log.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import { startWorker, type Worker } from './worker.ts';

const runtime = createRuntime(createLog(process.env.LOG_LEVEL || 'info'));

const say = (message: FromWorker) => process.send?.(message);

let worker: Worker | undefined;

async function follow(message: ToWorker): Promise<void> {
  switch (message.kind) {
    case 'start':
      worker = startWorker(message.assignment, message.placement, runtime);
      say({ kind: 'done' });
      return;
    case 'reload':
      worker?.reload(message.assignment);
      say({ kind: 'done' });
      return;
    case 'ask': {
      const reply = await worker?.ask(message.question);
      say({ kind: 'answer', number: message.number, reply });
      return;
    }
    case 'stop':
      await worker?.stop(message.graceMs);
      process.exit(0);
  }
}

process.on('message', (message: ToWorker) => {
  follow(message).catch((error: unknown) => {
    say({ kind: 'failed', reason: (error as Error).message });
    process.exit(1);
  });
});
process.on('disconnect', () => process.exit(0));
// A terminal's Ctrl-C and a service manager's signals reach every process; the supervisor decides.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
