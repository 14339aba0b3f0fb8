import type { SupplyDocument } from '../supply-document.ts';

/** `under-way`: the check goes on, and takes longer than anybody waits. */
export type NoCheck = 'too-many' | 'under-way';

/** What a publisher has to publish, and what was found. Rejects while the database cannot be reached. */
export type SupplyApi = {
  /** undefined: there is no such publisher. */
  readonly read: (publisher: string) => Promise<SupplyDocument | undefined>;
  /** Fetches the files now. A check of a few seconds ago is not repeated. */
  readonly check: (publisher: string) => Promise<SupplyDocument | undefined | NoCheck>;
};
