import type { RequestList, RequestQuestion } from '../../core/exchange/request-rows.ts';
import type { BusyCaller } from '../fleet/allowances.ts';
import type { PassedCall, PassedReply } from '../http/buyer-calls.ts';
import type { LimitUse } from '../limits/watched-limiter.ts';
import type { MemoryShape } from './memory.ts';

/** `busy`: nobody could look, or too many ask. */
export type BroughtImage = 'there' | 'unknown' | 'busy';

/** Makes the file of an image, where the database has the image. */
export type BringImage = (path: string) => Promise<BroughtImage>;

export type Assignment = MemoryShape & {
  /** The setup and its rows as JSON: with many campaigns they are too long for a message. */
  readonly setupFile: string;
  readonly memoryFile: string;
  /** What the store has for the workers, as `feed.ts` reads it. */
  readonly feedFile: string;
  /** The same for all processes of a machine. */
  readonly machineId: string;
  /** The product service that ships with Parley, where a partner uses it. */
  readonly catalogUrl: string | undefined;
};

/** What a worker has for itself. */
export type Placement = {
  readonly port: number;
  /** A number that no other live worker has. */
  readonly slot: number;
  /** The name of its journal, never used before. */
  readonly journal: string;
};

/** What a worker asks its supervisor, which has the database. */
export type SupervisorAsks = {
  readonly answerBuyer: { readonly asked: [call: PassedCall]; readonly reply: PassedReply };
  /** By its path. */
  readonly bringImage: { readonly asked: [path: string]; readonly reply: BroughtImage };
};

/** What a worker is asked, and what it replies. `null`: it does not remember it. */
export type Questions = {
  /** The request of an auction without anything about the person; where a publisher is named, of it alone. */
  readonly request: { readonly asked: RequestOf; readonly reply: string | null };
  /** The explanation of its auction, or the record of its refusal. */
  readonly outcome: { readonly asked: RequestOf; readonly reply: string | null };
  /** Auctions and refusals. */
  readonly requests: { readonly asked: [question: RequestQuestion]; readonly reply: RequestList };
  readonly status: { readonly asked: []; readonly reply: WorkerStatus };
  readonly limits: { readonly asked: []; readonly reply: LimitUse };
  readonly busyCallers: { readonly asked: []; readonly reply: readonly BusyCaller[] };
  /** Reads on in the feed. */
  readonly feed: { readonly asked: []; readonly reply: null };
};

type RequestOf = [id: string, publisher?: string];

type WorkerStatus = {
  /** Why its journal takes no entries, or the last write failed. null where neither is so. */
  readonly journalFault: string | null;
  readonly partners: readonly { readonly name: string; readonly breaker: string | null }[];
};

export type QuestionKind = keyof Questions;
export type AskedOf<Kind extends QuestionKind> = Questions[Kind]['asked'];
export type ReplyTo<Kind extends QuestionKind> = Questions[Kind]['reply'];

/** What the supervisor orders a worker process. */
export type WorkerOrders = {
  readonly start: {
    readonly asked: [assignment: Assignment, placement: Placement];
    readonly reply: undefined;
  };
  readonly ask: {
    readonly asked: [kind: QuestionKind, asked: AskedOf<QuestionKind>];
    readonly reply: ReplyTo<QuestionKind> | undefined;
  };
  /** Ends the process. */
  readonly stop: { readonly asked: [cause: StopCause, graceMs: number]; readonly reply: undefined };
};

/** `replaced`: others serve the same port. */
export type StopCause = 'replaced' | 'machine-stops';
