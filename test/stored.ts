import type { StoredRecord } from '../src/store/record-kind.ts';

/** A record of the store, which somebody has made. */
export const stored = <Definition, State extends string, Kept>(
  id: string,
  state: State,
  definition: Definition,
  kept: Kept,
): StoredRecord<Definition, State, Kept> => ({
  ...{ id, source: 'store', state, definition, kept },
  ...{ revision: 1, createdMs: 1, createdRevision: 1, changedMs: 1, changedBy: 'ann' },
});
