import { packSetup, type Setup } from '../config/setup.ts';
import { type Memory, type MemoryPlan, mapMemory, memoryBytes } from '../worker/memory.ts';
import { planMemory } from '../worker/plan.ts';
import { createSharedFiles, type SharedFiles } from './shared-files.ts';

/** A setup and the shared memory for it, with the files that hand both to the workers. One for each reload. */
export type SharedWork = SharedFiles & {
  readonly setup: Setup;
  readonly plan: MemoryPlan;
  readonly memory: Memory;
};

export function shareWork(setup: Setup, workers: number): SharedWork {
  const plan = planMemory(setup, workers);
  const files = createSharedFiles(packSetup(setup), memoryBytes(plan));
  const { buffer } = Bun.mmap(files.memoryFile, { shared: true });
  return { ...files, setup, plan, memory: mapMemory(buffer, plan) };
}
