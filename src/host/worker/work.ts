import { readFileSync } from 'node:fs';
import type { Campaign } from '../../demand/campaigns/campaign-schema.ts';
import type { Setup } from '../config/setup.ts';
import { type Memory, planMemory } from './memory.ts';
import type { Assignment } from './messages.ts';

/** The rows in the shared memory that what a config names has: of its partners, and of the campaigns of its files. */
export type SetupRows = {
  /** In the order of the config. */
  readonly partners: readonly number[];
  /** By partner, in the order of its file. */
  readonly campaigns: Readonly<Record<string, readonly number[]>>;
};

/** What a worker is built from. A new config makes a new one, in the same memory. */
export type Work = {
  readonly assignment: Assignment;
  readonly setup: Setup;
  readonly rows: SetupRows;
  readonly memory: Memory;
};

/** As one process hands it to another, which then need not read and check the files again. */
export const packWork = ({ campaigns, ...setup }: Setup, rows: SetupRows) =>
  JSON.stringify({ setup: { ...setup, campaigns: [...campaigns] }, rows });

export function readWork(assignment: Assignment): Work {
  const { setup, rows } = JSON.parse(readFileSync(assignment.setupFile, 'utf8')) as {
    readonly setup: Omit<Setup, 'campaigns'> & {
      readonly campaigns: readonly (readonly [string, readonly Campaign[]])[];
    };
    readonly rows: SetupRows;
  };
  const memory = planMemory(assignment).map(Bun.mmap(assignment.memoryFile, { shared: true }));
  const campaigns = new Map(setup.campaigns);
  return { assignment, setup: { ...setup, campaigns }, rows, memory };
}
