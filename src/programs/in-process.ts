import type { Setup } from '../host/config/setup.ts';
import { type Machine, startMachine } from '../host/machine/machine.ts';
import type { Pool, WorkerPoolOptions } from '../host/machine/pool.ts';
import { startWorker, type Worker } from '../host/worker/worker.ts';
import type { Runtime } from '../lib/runtime.ts';
import { STANDARD_PARTS } from './standard-parts.ts';

/** A machine whose only worker runs in this process, for tests and for embedding in another program. */
export async function startInProcess(
  given: Setup,
  runtime: Runtime,
  sellerOf?: Parameters<typeof startMachine>[4],
): Promise<Machine> {
  const { config } = given;
  const setup = { ...given, config: { ...config, listen: { ...config.listen, workers: 1 } } };
  const machine = await startMachine(setup, runtime, STANDARD_PARTS, createOwnWorker, sellerOf);
  if ('reason' in machine) throw new Error(machine.reason);
  return machine;
}

const SLOT = 0;

function createOwnWorker({ port, assignment, bringImage, ...runtime }: WorkerPoolOptions): Pool {
  const journal = runtime.newId();
  let worker: Worker | undefined;
  const faultOf = (change: () => void) => {
    try {
      change();
      return undefined;
    } catch (error) {
      return { reason: (error as Error).message };
    }
  };
  return {
    start: async () =>
      faultOf(() => {
        const placement = { port, isPortShared: false, slot: SLOT, journal };
        worker = startWorker(assignment, placement, runtime, bringImage);
      }),
    pids: () => [process.pid],
    isLiveSlot: (slot) => worker !== undefined && slot === SLOT,
    isWriter: (name) => name === journal,
    ask: async (kind, ...asked) => [await worker?.ask({ kind, asked })],
    reload: async (next) => faultOf(() => worker?.reload(next)),
    stop: async (graceMs) => worker?.stop(graceMs),
  };
}
