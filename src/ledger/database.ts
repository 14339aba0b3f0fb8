import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { SQL } from 'bun';

export type Value = string | number | null;
export type Row = Readonly<Record<string, unknown>>;

/** Placeholders are `$1`, `$2` … on either database. Whole numbers may come back as strings from Postgres. */
export type Query = (text: string, values?: readonly Value[]) => Promise<readonly Row[]>;

/** A place for the ledger. The same SQL has to do on both kinds. */
export type Database = {
  readonly query: Query;
  /** Everything in it happens or nothing does. */
  readonly transaction: <T>(work: (query: Query) => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
};

export type Place =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string };

const CONNECTIONS_MAX = 4;
const CONNECT_SEC_MAX = 5;

export async function openDatabase(place: Place): Promise<Database> {
  const sql = place.kind === 'sqlite' ? await openSqlite(place.file) : openPostgres(place.url);
  const on =
    (runner: Pick<SQL, 'unsafe'>): Query =>
    (text, values = []) =>
      runner.unsafe(text, [...values]);
  return {
    query: on(sql),
    transaction: (work) => sql.begin((inner) => work(on(inner))),
    close: () => sql.close(),
  };
}

async function openSqlite(file: string): Promise<SQL> {
  mkdirSync(dirname(file), { recursive: true });
  const sql = new SQL({ adapter: 'sqlite', filename: file });
  await sql.unsafe('pragma journal_mode = wal');
  // What was acknowledged has to survive the loss of power, not only of the process.
  await sql.unsafe('pragma synchronous = full');
  await sql.unsafe('pragma busy_timeout = 5000');
  return sql;
}

function openPostgres(url: string): SQL {
  return new SQL({ url, max: CONNECTIONS_MAX, connectionTimeout: CONNECT_SEC_MAX });
}
