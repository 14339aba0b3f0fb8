import type { Setup } from '../config/setup.ts';
import { accountsOf } from './accounts.ts';
import { type Memory, type MemoryPlan, mapMemory, memoryBytes } from './memory.ts';
import { metricsLayout } from './metrics-layout.ts';

/** The contents of the shared memory. Every process computes the same plan from the same setup. */
export function planMemory(setup: Setup, workers: number): MemoryPlan {
  const { config } = setup;
  return {
    limits: config.limits,
    partners: config.partners.length,
    layout: metricsLayout(config.partners, workers),
    accounts: accountsOf(setup),
  };
}

/** Memory for a single process. */
export function ownMemory(plan: MemoryPlan): Memory {
  return mapMemory(new ArrayBuffer(memoryBytes(plan)), plan);
}
