import type { Setup } from '../config/setup.ts';
import { accountsOf } from './accounts.ts';
import { type Memory, type MemoryPlan, mapMemory, memoryBytes } from './memory.ts';
import { metricsLayout } from './metrics-layout.ts';

/** What the memory of a machine holds: the same in every process that computes it from the same setup. */
export function planMemory(setup: Setup, workers: number): MemoryPlan {
  const { config } = setup;
  return {
    limits: config.limits,
    partners: config.partners.length,
    layout: metricsLayout(config.partners, workers),
    accounts: accountsOf(setup),
  };
}

/** Memory for a process on its own. */
export function ownMemory(plan: MemoryPlan): Memory {
  return mapMemory(new ArrayBuffer(memoryBytes(plan)), plan);
}
