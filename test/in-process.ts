import type { Setup } from '../src/host/config/setup.ts';
import { type Machine, startMachine } from '../src/host/machine/machine.ts';
import type { SpawnWorker } from '../src/host/machine/roster.ts';
import type { SupervisorAsks } from '../src/host/worker/messages.ts';
import type { Ask } from '../src/host/worker/pipe.ts';
import { startWorker } from '../src/host/worker/worker.ts';
import type { Runtime } from '../src/lib/runtime.ts';
import { STANDARD_PARTS } from '../src/programs/standard-parts.ts';

/** A machine whose only worker runs in this process. */
export async function startInProcess(
  given: Setup,
  runtime: Runtime,
  parts: Parameters<typeof startMachine>[2] = STANDARD_PARTS,
): Promise<Machine> {
  const machine = await startMachine(withOneWorker(given), runtime, parts, inThisProcess(runtime));
  if ('reason' in machine) throw new Error(machine.reason);
  return {
    ...machine,
    reload: (next) => machine.reload('config' in next ? withOneWorker(next) : next),
  };
}

function withOneWorker({ config, ...setup }: Setup): Setup {
  return { ...setup, config: { ...config, listen: { ...config.listen, workers: 1 } } };
}

/** It cannot be killed, and uses no memory of its own. */
function inThisProcess(runtime: Runtime): SpawnWorker {
  return (assignment, placement, { answers }) => {
    const { promise: exited, resolve } = Promise.withResolvers<{ exitCode: 0; signal: null }>();
    const end = () => resolve({ exitCode: 0, signal: null });
    const ask: Ask<SupervisorAsks> = async (kind, _, ...asked) => answers[kind](...asked);
    const worker = startWorker(assignment, placement, ask, runtime);
    return {
      pid: process.pid,
      ready: Promise.resolve(undefined),
      exited,
      ask: (kind, ...asked) => worker.ask(kind, asked),
      stop: (cause, graceMs) => worker.stop(cause, graceMs).finally(end),
      kill: end,
      memoryBytes: () => 0,
    };
  };
}
