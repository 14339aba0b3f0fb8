import { readFileSync } from 'node:fs';
import { type Setup, unpackSetup } from '../config/setup.ts';
import { type Memory, type MemoryPlan, mapMemory, planMemory } from './memory.ts';
import type { Assignment } from './messages.ts';

/** An assignment with its setup and its shared memory. A reload replaces it as a whole. */
export type Work = {
  readonly assignment: Assignment;
  readonly setup: Setup;
  readonly plan: MemoryPlan;
  readonly memory: Memory;
};

export function readWork(assignment: Assignment): Work {
  const setup = unpackSetup(readFileSync(assignment.setupFile, 'utf8'));
  const plan = planMemory(setup, assignment.workers);
  const { buffer } = Bun.mmap(assignment.memoryFile, { shared: true });
  return { assignment, setup, plan, memory: mapMemory(buffer, plan) };
}
