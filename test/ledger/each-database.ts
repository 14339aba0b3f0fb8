import { describe } from 'bun:test';
import { join } from 'node:path';
import type { Database, DatabaseLocation } from '../../src/lib/sql/database.ts';
import { HAS_POSTGRES, newPostgresDatabase } from '../postgres/shared-postgres.ts';
import { temporaryFolder } from '../process.ts';
import { openLedger } from './ledger.ts';

/** Databases of one kind, each with nothing in it. */
type NewDatabases = {
  readonly kind: DatabaseLocation['kind'];
  readonly locate: () => Promise<DatabaseLocation>;
  /** With the ledger's tables. */
  readonly open: () => Promise<Database>;
};

/** Declares tests for SQLite, and in `npm run test:all` for Postgres too. `cleanUp` removes the databases. */
export function onEachDatabase(declare: (databases: NewDatabases) => void): void {
  const kinds = HAS_POSTGRES ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const);
  describe.each([...kinds])('on %s', (kind) => {
    const locate = async (): Promise<DatabaseLocation> =>
      kind === 'sqlite'
        ? { kind, file: join(temporaryFolder(), 'parley.db') }
        : { kind, url: await newPostgresDatabase() };
    declare({ kind, locate, open: async () => openLedger(await locate()) });
  });
}
