import { join } from 'node:path';
import type { DatabaseLocation } from './database.ts';
import { type LaneCount, SQLITE_LANES } from './lanes.ts';

const DATABASE_FILE = 'parley.db';
const JOURNAL_FOLDER = 'journals';

/** How the ledger is kept, as the config says it. */
export type LedgerConfig = {
  /** Empty: SQLite under `dataDir`. */
  readonly databaseUrls: readonly string[];
  /** Of each Postgres. */
  readonly lanes: LaneCount;
  /** Facts of older sales are dropped. undefined: none are. */
  readonly keepDays: number | undefined;
};

/** The first database of a config: it has the budgets and the campaign store. */
export function databaseLocationOf(config: {
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
}): DatabaseLocation {
  const { databaseUrl, dataDir } = config;
  return databaseUrl === undefined
    ? { kind: 'sqlite', file: join(dataDir, DATABASE_FILE) }
    : { kind: 'postgres', url: databaseUrl };
}

/** All databases of a config, in its order. */
export function databaseLocationsOf(config: {
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  readonly ledger: LedgerConfig;
}): readonly DatabaseLocation[] {
  const { databaseUrls } = config.ledger;
  if (databaseUrls.length === 0) return [databaseLocationOf(config)];
  return databaseUrls.map((url) => ({ kind: 'postgres', url }));
}

export function lanesOf(location: DatabaseLocation, { lanes }: LedgerConfig): LaneCount {
  return location.kind === 'sqlite' ? SQLITE_LANES : lanes;
}

/** The folder of the journals of all workers of a machine. */
export function journalFolderOf(dataDir: string): string {
  return join(dataDir, JOURNAL_FOLDER);
}
