import type { Config } from '../config/config.ts';
import type { Setup } from '../config/setup.ts';
import { traitsOf } from '../demand/kinds.ts';
import { accountsOf } from './accounts.ts';
import { type Memory, type MemoryPlan, mapMemory, memoryBytes } from './memory.ts';
import { metricsLayout } from './metrics-layout.ts';

/**
 * Campaigns of the store that can serve between two restarts or reloads. Memory that no campaign has used takes no
 * space.
 */
export const STORE_PLACES = 100_000;

export function usesStore(entry: Config['partners'][number]): boolean {
  return traitsOf(entry).campaigns?.kind === 'store';
}

/** The contents of the shared memory. Every process computes the same plan from the same setup. */
export function planMemory(setup: Setup, workers: number): MemoryPlan {
  const { config } = setup;
  return {
    limits: config.limits,
    partners: config.partners.length,
    layout: metricsLayout(config.partners, workers),
    accounts: accountsOf(setup),
    spare: config.partners.some(usesStore) ? STORE_PLACES : 0,
  };
}

/** Memory for a single process. */
export function ownMemory(plan: MemoryPlan): Memory {
  return mapMemory(new ArrayBuffer(memoryBytes(plan)), plan);
}
