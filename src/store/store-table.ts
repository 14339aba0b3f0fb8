import type { Query, Row } from '../lib/sql/database.ts';

/** What the store has of everything in it, whatever it is. */
export type StoredRecord = {
  /** `deleted` is for machines that have not heard of it yet: nobody else sees what is deleted. */
  readonly state: string;
  /** Grows with every change in the store. */
  readonly revision: number;
  readonly createdMs: number;
  /** The order of creation. */
  readonly createdRevision: number;
  readonly changedMs: number;
  readonly changedBy: string;
};

/** The columns of a record that a change replaces. */
export const RECORD_COLUMNS =
  'state, definition, revision, created_ms, created_revision, changed_ms, changed_by';

/** Beside the state, which each kind of record has of its own. */
export function recordOf(row: Row): Omit<StoredRecord, 'state'> {
  return {
    revision: Number(row.revision),
    createdMs: Number(row.created_ms),
    createdRevision: Number(row.created_revision),
    changedMs: Number(row.changed_ms),
    changedBy: String(row.changed_by),
  };
}

/** Those columns, but for the state and the definition. */
export function recordValues(stored: StoredRecord) {
  const { revision, createdMs, createdRevision, changedMs, changedBy } = stored;
  return [revision, createdMs, createdRevision, changedMs, changedBy] as const;
}

/** SQL of an upsert: every column of the list gets the value of the new row. */
export function replacing(columns: string): string {
  return columns.replaceAll(/\w+/g, '$& = excluded.$&');
}

/**
 * One kind of record: how the database keeps it, and how the history shows it. All kinds share the revisions, the audit
 * log and the idempotency keys.
 */
export type StoreTable<Stored extends StoredRecord, Next> = {
  /** As sentences call all of them: the campaigns. */
  readonly name: string;
  /** SQL of the highest revision. */
  readonly lastRevision: string;
  /** Unlike that of any other record of any kind. The audit log has it as the subject. */
  readonly keyOf: (stored: Stored) => string;
  /** undefined where there is none. A deleted one is returned too. */
  readonly read: (query: Query, key: string) => Promise<Stored | undefined>;
  /** Those that changed after a revision, the earliest change first. */
  readonly readAfter: (
    query: Query,
    revision: number,
    countMax: number,
  ) => Promise<readonly Stored[]>;
  readonly write: (query: Query, stored: Stored) => Promise<void>;
  /** The record that a decision makes of the one before; undefined: there was none. */
  readonly completed: (
    next: Next,
    before: Stored | undefined,
    record: Omit<StoredRecord, 'state'>,
  ) => Stored;
  /** As people see it in the history. */
  readonly shownOf: (stored: Stored) => unknown;
};
