import { existsSync } from 'node:fs';
import { databaseLocationOf, databaseNameOf } from '../../ledger/data-folder.ts';
import { checkSchema } from '../../ledger/schema.ts';
import { type Database, openDatabase } from '../../lib/sql/database.ts';
import { type Config, ConfigFault, loadConfig } from '../config/config.ts';
import type { Fail } from './command.ts';

/** For a command on the ledger of this folder's config, also while a server runs. Says why there is none, and ends. */
export async function withLedger(
  fail: Fail,
  work: (database: Database, config: Config) => Promise<void>,
): Promise<void> {
  const config = loadConfig(process.env, process.cwd());
  if (config instanceof ConfigFault) return fail(config.message, 1);
  const location = databaseLocationOf(config);
  if (location.kind === 'sqlite' && !existsSync(location.file)) {
    return fail(`nothing was recorded yet: there is no ${location.file}`, 1);
  }
  try {
    const database = await openDatabase(location);
    try {
      const fault = await checkSchema(database);
      if (fault !== undefined) return fail(fault.reason, 1);
      await work(database, config);
    } finally {
      await database.close();
    }
  } catch (error) {
    const { message } = error as Error;
    const isEmpty = /schema_version/.test(message);
    const empty = 'nothing was recorded yet: the database has no tables';
    fail(isEmpty ? empty : `${databaseNameOf(location)}: ${(error as Error).message}`, 1);
  }
}
