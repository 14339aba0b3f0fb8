/** A Postgres that comes back says so for a moment. */
export const STARTING_UP = 'this Postgres is starting up or shutting down';

/** What an operator can do about the errors of Postgres, by SQLSTATE. */
const SENTENCES: Readonly<Record<string, string>> = {
  '25006': 'this Postgres is a standby or read-only: name the primary server',
  '25P03':
    'this machine stood still in the middle of a transaction, or its network did: the transaction is repeated; see its CPU and its network',
  '28000': 'this Postgres does not accept the user of its URL from this machine: see pg_hba.conf',
  '28P01': 'this Postgres does not accept the user or the password of its URL',
  '3D000': 'this Postgres has no database of the name in its URL: create it',
  '40P01': 'two transactions waited for each other, and Postgres has ended one: it is repeated',
  '42501': 'the user of the URL may not create or change the tables: grant it the schema',
  '53100': 'the disk of this Postgres is full',
  '53200': 'this Postgres has no memory left',
  '53300': 'this Postgres accepts no more connections: raise max_connections',
  '55P03':
    'another session keeps rows of the ledger locked: pg_blocking_pids and pg_stat_activity of this Postgres name it',
  '57014':
    'this Postgres took too long for a statement, or somebody has cancelled it: see its load and its disk',
  '57P03': STARTING_UP,
};

const VERSION_MIN = 13;

/** A sentence about a database that cannot be used, or undefined where the error says all there is. */
export function diagnosisOf(error: unknown): string | undefined {
  if (error instanceof TooOld) return error.message;
  const { errno, cause } = error as { readonly errno?: unknown; readonly cause?: unknown };
  if (typeof errno === 'string') return SENTENCES[errno];
  return cause === undefined ? undefined : diagnosisOf(cause);
}

/** A deadlock, or a transaction that cannot be ordered before or behind another: it may work the next time. */
const CONFLICTS: ReadonlySet<unknown> = new Set(['40P01', '40001']);

export function isTransactionConflict(error: unknown): boolean {
  return CONFLICTS.has((error as { readonly errno?: unknown }).errno);
}

class TooOld extends Error {}

/** `server_version_num` is 150004 for version 15.4. */
export function checkVersion(versionNumber: number): void {
  const version = Math.floor(versionNumber / 10_000);
  if (version < VERSION_MIN) {
    throw new TooOld(`this Postgres is version ${version}: Parley needs ${VERSION_MIN} or newer`);
  }
}
