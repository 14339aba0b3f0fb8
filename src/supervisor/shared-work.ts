import { packSetup, type Setup } from '../config/setup.ts';
import { type Memory, type MemoryPlan, mapMemory, memoryBytes } from '../worker/memory.ts';
import { planMemory } from '../worker/plan.ts';
import { removeSharedFile, shareMemory, shareText } from './shared-file.ts';

/** A setup as the workers get it, and the memory they work in; one for each time the config is read. */
export type SharedWork = {
  readonly setup: Setup;
  readonly setupFile: string;
  readonly memoryFile: string;
  readonly plan: MemoryPlan;
  readonly memory: Memory;
  readonly remove: () => void;
};

export function shareWork(setup: Setup, workers: number): SharedWork {
  const plan = planMemory(setup, workers);
  const setupFile = shareText(packSetup(setup));
  const memoryFile = shareMemory(memoryBytes(plan));
  return {
    setup,
    setupFile,
    memoryFile,
    plan,
    memory: mapMemory(Bun.mmap(memoryFile, { shared: true }).buffer, plan),
    remove() {
      // What is mapped stays mapped.
      removeSharedFile(setupFile);
      removeSharedFile(memoryFile);
    },
  };
}
