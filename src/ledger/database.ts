import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { SQL } from 'bun';

export type Value = string | number | null;
export type Row = Readonly<Record<string, unknown>>;

/** Placeholders are `$1`, `$2` … on either database. Whole numbers may come back as strings from Postgres. */
export type Query = (text: string, values?: readonly Value[]) => Promise<readonly Row[]>;

/** A place for the ledger. The same SQL has to do on both kinds. */
export type Database = {
  readonly query: Query;
  /** Everything in it happens or nothing does. Inside, only the query that it hands over may be used. */
  readonly transaction: <T>(work: (query: Query) => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
};

export type Place =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string };

const CONNECTIONS_MAX = 4;
const CONNECT_SEC_MAX = 5;
/** A machine that stops in the middle of a transaction holds up the others for so long. */
const IDLE_IN_TRANSACTION_MS_MAX = 10_000;

export async function openDatabase(place: Place): Promise<Database> {
  return place.kind === 'sqlite' ? openSqlite(place.file) : openPostgres(place.url);
}

async function openSqlite(file: string): Promise<Database> {
  createForOwner(file);
  const sql = new SQL({ adapter: 'sqlite', filename: file });
  await sql.unsafe('pragma busy_timeout = 5000');
  await sql.unsafe('pragma journal_mode = wal');
  // What was acknowledged has to survive the loss of power, not only of the process.
  await sql.unsafe('pragma synchronous = full');
  // There is one connection: what is asked during a transaction would be part of it, and go with it.
  const inTurn = createTurns();
  return {
    query: (text, values) => inTurn(() => numbered(on(sql))(text, values)),
    // A transaction that reads before it writes could otherwise fail on a writer in another process.
    transaction: (work) =>
      inTurn(() => sql.begin('immediate', (inner) => work(numbered(on(inner))))),
    close: () => inTurn(() => sql.close()),
  };
}

/** SQLite would let everybody read a new file; what it puts beside it gets the same mode. */
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
    query: on(sql),
    transaction: (work) => sql.begin((inner) => work(on(inner))),
    close: () => sql.close(),
  };
}

function on(runner: Pick<SQL, 'unsafe'>): Query {
  return (text, values = []) => runner.unsafe(text, [...values]);
}

/** To SQLite `$1` is a name, and it compares each name with all before: of thousands, that takes a second. */
function numbered(query: Query): Query {
  return (text, values) => query(text.replace(/\$(?=\d)/g, '?'), values);
}

/** Runs one thing after the other, in the order they came. */
function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work, work);
    last = turn.catch(() => {});
    return turn;
  };
}
