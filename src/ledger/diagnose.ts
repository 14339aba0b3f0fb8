import type { Cause } from '../lib/cause.ts';
import { FILE_CAUSES, FULL_DISK } from '../lib/file-causes.ts';
import { PARLEY } from '../lib/own-command.ts';

/** A Postgres that comes back says so for a moment. */
const STARTING_UP: Cause = {
  what: 'this Postgres is starting up or shutting down',
  advice: 'Wait, and look into its log if it lasts.',
};

const UNREACHABLE: Cause = {
  what: 'nothing answers at the host and port of its URL',
  advice:
    'Start Postgres, or mend the name, the port or the firewall: pg_isready with the host and the port of databaseUrl says whether it answers.',
};

const CLOSED: Cause = {
  what: 'the connection to this Postgres was closed',
  advice:
    'Look into the log of Postgres, which says why it closed, and at what lies between: a proxy or a firewall.',
};

const DAMAGED: Cause = {
  what: 'the file of the database is damaged',
  advice: `Stop Parley, and put the last backup back with ${PARLEY} restore: docs/deploy/backup.md#restore.`,
};

/** One that is connected, or lets itself be connected, and does not answer. */
const SILENT_ADVICE =
  "Look at its load and its disk, and at the network in between: select pid, wait_event, query from pg_stat_activity where state != 'idle' shows what it waits for.";

const LOCKED_ADVICE =
  'End that session: select pid, pg_blocking_pids(pid), query from pg_stat_activity names it, and select pg_terminate_backend with its pid ends it.';

/** What an operator can do about the errors of Postgres by SQLSTATE, of its client by code, and of SQLite by code. */
export const DATABASE_CAUSES: Readonly<Record<string, Cause>> = {
  ERR_POSTGRES_CONNECTION_REFUSED: UNREACHABLE,
  ERR_POSTGRES_CONNECTION_FAILED: UNREACHABLE,
  ERR_POSTGRES_CONNECTION_CLOSED: CLOSED,
  ERR_POSTGRES_CONNECTION_TIMEOUT: {
    what: 'this Postgres does not complete a connection',
    advice: SILENT_ADVICE,
  },
  '25006': {
    what: 'this Postgres is a standby or read-only',
    advice:
      'Set databaseUrl to the primary server and restart, or promote this one: select pg_promote().',
  },
  '25P03': {
    what: 'this machine stood still in the middle of a transaction, or its network did',
    advice:
      'Nothing, where it happens once: the transaction is repeated. Else look at its CPU and its network.',
  },
  '28000': {
    what: 'this Postgres does not accept the user of its URL from this machine',
    advice: 'Permit the user and the address in pg_hba.conf, then select pg_reload_conf().',
  },
  '28P01': {
    what: 'this Postgres does not accept the user or the password of its URL',
    advice: 'Put the right user and password into databaseUrl or DATABASE_URL, and restart.',
  },
  '3D000': {
    what: 'this Postgres has no database of the name in its URL',
    advice: 'Create it with createdb, or mend the name in databaseUrl and restart.',
  },
  '40P01': {
    what: 'two transactions waited for each other, and Postgres has ended one',
    advice:
      'Nothing, where it happens once: the transaction is repeated. Else look what else writes to these tables.',
  },
  '42501': {
    what: 'the user of the URL may not create or change the tables',
    advice:
      'Grant it the schema: grant all on schema public to that user, and the tables if others own them.',
  },
  '53100': {
    what: 'the disk of this Postgres is full',
    advice: 'Make room on it: df -h on its data_directory. It goes on by itself.',
  },
  '53200': {
    what: 'this Postgres has no memory left',
    advice: 'Give its host more memory, or lower work_mem and shared_buffers.',
  },
  '53300': {
    what: 'this Postgres accepts no more connections',
    advice:
      'Raise max_connections, or the connection limit of the user: each machine takes four. select usename, count(*) from pg_stat_activity group by 1 shows who has them.',
  },
  '55P03': { what: 'another session keeps rows of the ledger locked', advice: LOCKED_ADVICE },
  '57014': {
    what: 'this Postgres took too long for a statement, or somebody has cancelled it',
    advice:
      'Look at its load and its disk, and for long statements: select pid, now() - query_start, query from pg_stat_activity order by 2 desc.',
  },
  '57P03': STARTING_UP,
  ...FILE_CAUSES,
  SQLITE_FULL: FULL_DISK,
  SQLITE_READONLY: {
    what: 'the file of the database may not be written',
    advice:
      'Give the files in dataDir to the user of Parley with chown, and mount the disk to be written to.',
  },
  SQLITE_BUSY: {
    what: 'another program keeps the file of the database locked',
    advice: 'End that program: fuser on parley.db in dataDir names it.',
  },
  SQLITE_CORRUPT: DAMAGED,
  SQLITE_NOTADB: DAMAGED,
};

/** One outage says several of these, one after the other: that it is away is all that is known. */
const AWAY = new Set([STARTING_UP, UNREACHABLE, CLOSED].map(({ advice }) => advice)).add(
  SILENT_ADVICE,
);

export function isAway({ advice }: Cause): boolean {
  return AWAY.has(advice);
}

const VERSION_MIN = 13;

/** An error whose cause is known where it is thrown. */
export class UnusableDatabase extends Error {
  readonly known: Cause;
  constructor(known: Cause) {
    super(known.what);
    this.known = known;
  }
}

/** A question that nobody waits for any more. */
export function noAnswerIn(ms: number): UnusableDatabase {
  const what = `no answer from the database in ${ms} ms`;
  return new UnusableDatabase({ what, advice: SILENT_ADVICE });
}

/** A database that has left a question without an answer for so long. */
export function silentFor(ms: number): Cause {
  return {
    what: `it has not answered for ${Math.floor(ms / 1000)} seconds`,
    advice: SILENT_ADVICE,
  };
}

/** Why a database cannot be used, or undefined where the error says all there is. */
export function diagnosisOf(error: unknown): Cause | undefined {
  if (error instanceof UnusableDatabase) return error.known;
  const { errno, code, cause } = error as Partial<Record<'errno' | 'code' | 'cause', unknown>>;
  for (const key of [errno, code]) {
    // SQLite names kinds of a fault behind it, like SQLITE_IOERR_WRITE.
    const known = typeof key === 'string' && (DATABASE_CAUSES[key] ?? DATABASE_CAUSES[kindOf(key)]);
    if (known) return known;
  }
  return cause === undefined ? undefined : diagnosisOf(cause);
}

/** What people are told where nobody reads a log: the diagnosis with its advice, or what the error says. */
export function sentencesOf(error: unknown): string {
  const found = diagnosisOf(error);
  return found === undefined ? `${(error as Error).message}.` : `${found.what}. ${found.advice}`;
}

const kindOf = (code: string) => code.split('_').slice(0, 2).join('_');

/** A deadlock, or a transaction that cannot be ordered before or behind another: it may work the next time. */
const CONFLICTS: ReadonlySet<unknown> = new Set(['40P01', '40001']);

export function isTransactionConflict(error: unknown): boolean {
  return CONFLICTS.has((error as { readonly errno?: unknown }).errno);
}

/** `server_version_num` is 150004 for version 15.4. */
export function checkVersion(versionNumber: number): void {
  const version = Math.floor(versionNumber / 10_000);
  if (version >= VERSION_MIN) return;
  throw new UnusableDatabase({
    what: `this Postgres is version ${version}, and Parley needs ${VERSION_MIN} or newer`,
    advice: 'Upgrade it with pg_upgrade, or set databaseUrl to a newer one and restart.',
  });
}
