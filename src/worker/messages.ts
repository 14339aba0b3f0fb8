import type { LimitUse } from '../limits/watched-limiter.ts';
import type { RequestList, RequestQuestion } from '../observe/request-rows.ts';
import type { WorkerStatus } from './worker.ts';

/** The messages between the supervisor and a worker process. */

export type Assignment = {
  /** The setup as JSON. With many campaigns it is too long for a message. */
  readonly setupFile: string;
  /** The shared memory. */
  readonly memoryFile: string;
  /** The campaigns of the store. */
  readonly feedFile: string;
  /** The number of workers: the layout of the memory depends on it. */
  readonly workers: number;
  readonly machineId: string;
  readonly catalogUrl: string | undefined;
};

export type Question =
  | { readonly kind: 'auction'; readonly id: string }
  | { readonly kind: 'request'; readonly id: string }
  | { readonly kind: 'outcome'; readonly id: string }
  | { readonly kind: 'recent'; readonly countMax: number }
  | { readonly kind: 'requests'; readonly question: RequestQuestion }
  | { readonly kind: 'status' }
  /** Reads on in the feed of the campaigns of the store. The reply is null. */
  | { readonly kind: 'campaigns' }
  | { readonly kind: 'limits' };

export type ToWorker =
  | {
      readonly kind: 'start';
      readonly assignment: Assignment;
      readonly port: number;
      /** A number that no other live worker has. */
      readonly slot: number;
      /** The name of its journal, never used before. */
      readonly journal: string;
    }
  | { readonly kind: 'reload'; readonly assignment: Assignment }
  | { readonly kind: 'ask'; readonly number: number; readonly question: Question }
  | { readonly kind: 'stop'; readonly graceMs: number };

/** `null`: the worker does not remember it. `undefined`: the worker gave no answer. */
export type Reply =
  | string
  | number
  | null
  | undefined
  | readonly string[]
  | WorkerStatus
  | LimitUse
  | RequestList;

export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'reloaded' }
  | { readonly kind: 'answer'; readonly number: number; readonly reply: Reply };
