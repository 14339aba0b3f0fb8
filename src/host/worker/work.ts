import { readFileSync } from 'node:fs';
import { packSetup, type Setup, unpackSetup } from '../config/setup.ts';
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

export const packWork = (setup: Setup, rows: SetupRows) =>
  JSON.stringify({ setup: packSetup(setup), rows });

export function readWork(assignment: Assignment): Work {
  const { setup, rows } = JSON.parse(readFileSync(assignment.setupFile, 'utf8')) as {
    readonly setup: string;
    readonly rows: SetupRows;
  };
  const memory = planMemory(assignment).map(Bun.mmap(assignment.memoryFile, { shared: true }));
  return { assignment, setup: unpackSetup(setup), rows, memory };
}
