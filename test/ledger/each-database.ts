import { beforeAll, describe } from 'bun:test';
import type { Database, DatabaseLocation } from '../../src/ledger/database.ts';
import { type PostgresServer, startPostgres } from '../postgres/postgres-server.ts';
import { KINDS, newLocation, openLedger } from './ledger.ts';

/** Databases of one kind, each with nothing in it. */
type NewDatabases = {
  readonly kind: (typeof KINDS)[number];
  readonly locate: () => Promise<DatabaseLocation>;
  /** With the ledger's tables. */
  readonly open: () => Promise<Database>;
};

/** Declares tests once for SQLite and once for a Postgres of the file's own, which `cleanUp` ends. */
export function onEachDatabase(declare: (databases: NewDatabases) => void): void {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  describe.each([...KINDS])('on %s', (kind) => {
    const locate = () => newLocation(kind, postgres);
    declare({ kind, locate, open: async () => openLedger(await locate()) });
  });
}
