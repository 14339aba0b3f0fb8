import type { LimitUse } from '../limits/watched-limiter.ts';
import type { WorkerStatus } from './worker.ts';

/** What supervisor and worker process say to each other. */

export type Assignment = {
  /** The file with the setup as JSON: too long for a message where there are many campaigns. */
  readonly setupFile: string;
  /** The file with the memory that the workers share. */
  readonly memoryFile: string;
  /** How many workers there are, which the layout of the memory follows from. */
  readonly workers: number;
  readonly machineId: string;
  readonly catalogUrl: string | undefined;
};

export type Question =
  | { readonly kind: 'auction'; readonly id: string }
  | { readonly kind: 'request'; readonly id: string }
  | { readonly kind: 'outcome'; readonly id: string }
  | { readonly kind: 'recent'; readonly countMax: number }
  | { readonly kind: 'status' }
  | { readonly kind: 'limits' };

export type ToWorker =
  | {
      readonly kind: 'start';
      readonly assignment: Assignment;
      readonly port: number;
      /** A number that no other living worker has. */
      readonly slot: number;
      /** The name of its journal, never used before. */
      readonly journal: string;
    }
  | { readonly kind: 'reload'; readonly assignment: Assignment }
  | { readonly kind: 'ask'; readonly number: number; readonly question: Question }
  | { readonly kind: 'stop'; readonly graceMs: number };

export type Reply = string | undefined | readonly string[] | WorkerStatus | LimitUse;

export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'reloaded' }
  | { readonly kind: 'answer'; readonly number: number; readonly reply: Reply };
