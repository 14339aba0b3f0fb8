import type { DatabaseKind } from '../database.ts';

/**
 * One change of the tables, in one transaction. It never changes once it was released. Machines of the version before
 * go on writing while it runs and after it, until they are replaced: it must not break their statements.
 */
export type Migration = (kind: DatabaseKind) => readonly string[];
