import type { LaneCount } from '../ledger/lanes.ts';
import type { LedgerConfig } from '../ledger/locations.ts';
import type { ConfigFile } from './config-schema.ts';

type LedgerKeys = Pick<ConfigFile, 'databaseUrl' | 'ledger'>;

const LANES_DEFAULT: LaneCount = 4;

export function ledgerOf({ databaseUrl, ledger = {} }: LedgerKeys): LedgerConfig {
  const { databaseUrls = databaseUrl === undefined ? [] : [databaseUrl] } = ledger;
  return { databaseUrls, lanes: ledger.lanes ?? LANES_DEFAULT, keepDays: ledger.keepDays };
}

/** A URL of the environment stands in place of all databases of the file. */
export function withDatabaseUrl(file: LedgerKeys, databaseUrl: string | undefined): LedgerKeys {
  if (databaseUrl === undefined) return file;
  const { databaseUrls: _, ...ledger } = file.ledger ?? {};
  return { databaseUrl, ledger };
}

/** The databases are named in one place, each once. */
export function databasesFault({ databaseUrl, ledger }: LedgerKeys) {
  const { databaseUrls = [] } = ledger ?? {};
  const path = 'ledger.databaseUrls';
  if (databaseUrl !== undefined && databaseUrls.length > 0) {
    return { path, reason: 'expected nothing, since there is databaseUrl' };
  }
  const again = databaseUrls.findIndex((url, index) => databaseUrls.indexOf(url) < index);
  if (again === -1) return undefined;
  return { path: `${path}[${again}]`, reason: 'another entry names the same database' };
}
