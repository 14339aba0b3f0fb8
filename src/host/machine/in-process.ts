import type { Runtime } from '../../lib/runtime.ts';
import type { Setup } from '../config/setup.ts';
import { startWorker, type Worker } from '../worker/worker.ts';
import { type Machine, startMachine } from './machine.ts';
import type { Pool, WorkerPoolOptions } from './pool.ts';

/** A machine whose only worker runs in this process, for tests and for embedding in another program. */
export async function startInProcess(given: Setup, runtime: Runtime): Promise<Machine> {
  const { config } = given;
  const setup = { ...given, config: { ...config, listen: { ...config.listen, workers: 1 } } };
  const machine = await startMachine(setup, runtime, createOwnWorker);
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
