import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { SQL } from 'bun';

export type DatabaseKind = 'sqlite' | 'postgres';

export type Value = string | number | null;
export type Row = Readonly<Record<string, unknown>>;

/** Placeholders are `$1`, `$2` … on either database. Whole numbers may come back as strings from Postgres. */
export type Query = (text: string, values?: readonly Value[]) => Promise<readonly Row[]>;

/** The database of the ledger. All statements have to run on SQLite and on Postgres. */
export type Database = {
  readonly kind: DatabaseKind;
  readonly query: Query;
  /** Commits if `work` resolves, else rolls back. `work` may use only the query that it is given. */
  readonly transaction: <T>(work: (query: Query) => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
};

export type DatabaseLocation =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string };

/** Of a machine to each database. Lanes, the outbox and the budgets share them. */
const CONNECTIONS_MAX = 4;
const CONNECT_SEC_MAX = 5;
/** A machine that stops in the middle of a transaction blocks the others for at most this long. */
const IDLE_IN_TRANSACTION_MS_MAX = 10_000;

export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  return location.kind === 'sqlite' ? openSqlite(location.file) : openPostgres(location.url);
}

async function openSqlite(file: string): Promise<Database> {
  createForOwner(file);
  const sql = new SQL({ adapter: 'sqlite', filename: file });
  await sql.unsafe('pragma busy_timeout = 5000');
  await sql.unsafe('pragma journal_mode = wal');
  // Committed data has to survive a power failure, not only the end of the process.
  await sql.unsafe('pragma synchronous = full');
  // There is one connection. A query during a transaction would become a part of it and roll back with it.
  const inTurn = createTurns();
  return {
    kind: 'sqlite',
    query: (text, values) => inTurn(() => numbered(on(sql))(text, values)),
    // 'immediate' locks at the start: a transaction that reads first could fail when another process writes.
    transaction: (work) =>
      inTurn(() => sql.begin('immediate', (inner) => work(numbered(on(inner))))),
    close: () => inTurn(() => sql.close()),
  };
}

/** SQLite would make the file readable for all users. The files that it puts beside it get the same mode. */
function createForOwner(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, 'a', 0o600));
}

function openPostgres(url: string): Database {
  const sql = new SQL({
    url,
    max: CONNECTIONS_MAX,
    connectionTimeout: CONNECT_SEC_MAX,
    connection: {
      application_name: 'parley',
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS_MAX,
    },
  });
  return {
    kind: 'postgres',
    query: on(sql),
    transaction: (work) => sql.begin((inner) => work(on(inner))),
    close: () => sql.close(),
  };
}

function on(runner: Pick<SQL, 'unsafe'>): Query {
  return (text, values = []) => runner.unsafe(text, [...values]);
}

/** SQLite takes `$1` for a name and compares it with all earlier names, which is slow for thousands. `?1` is not. */
function numbered(query: Query): Query {
  return (text, values) => query(text.replace(/\$(?=\d)/g, '?'), values);
}

/** Runs one task at a time, in the order of the calls. */
export function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work, work);
    last = turn.catch(() => {});
    return turn;
  };
}
