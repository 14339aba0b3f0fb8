import { Database as Sqlite, type Statement } from 'bun:sqlite';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { SQL } from 'bun';
import { inTime } from '../in-time.ts';

export type DatabaseKind = 'sqlite' | 'postgres';

/** Bytes go into columns of `BYTES_SQL`, and come back as a `Uint8Array`. */
export type SqlValue = string | number | null | Uint8Array;
export type Row = Readonly<Record<string, unknown>>;

/** Placeholders are `$1`, `$2` … on either database. Whole numbers may come back as strings from Postgres. */
export type Query = (text: string, values?: readonly SqlValue[]) => Promise<readonly Row[]>;

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

/** Of a machine. The drain, the outbox, the budgets, the store and reports share them. */
const CONNECTIONS_MAX = 4;
const CONNECT_SEC_MAX = 5;
/** Calls that have not ended by then are cut off. */
const CLOSE_SEC_MAX = 5;
/** As long as a query may take: one that is answered on a connection that was left is not cut off. */
const LEFT_SEC_MAX = 30;
/**
 * Postgres ends a transaction whose machine sends nothing for this long: the machine has stopped, or does not get the
 * answers, and others wait for its locks. A garbage collection or a busy machine pauses for less than half of it.
 */
const IDLE_IN_TRANSACTION_MS_MAX = 2000;
/** More than twice the above: a machine that is cut off may have two transactions, of which one waits for the other. */
const LOCK_MS_MAX = 5000;
/** Less than `USUAL_LIMITS.answerMs`: Postgres gives up before the machine does. */
const STATEMENT_MS_MAX = 8000;
/** Postgres closes a connection whose other end does not take answers for this long, even while it sends one. */
const ANSWER_TAKEN_MS_MAX = 5000;
/** Postgres asks a silent machine whether it is there. One that is gone keeps its connections for half a minute. */
const KEEPALIVE_SEC = { idle: 15, interval: 5, count: 3 } as const;

/** How long Postgres may take before its connection is closed and the call rejects. */
type AnswerLimits = {
  /** For a query outside of transactions: longer than a report takes. */
  readonly queryMs: number;
  /** For each step of a transaction: to begin, a statement, to commit. */
  readonly answerMs: number;
};

const USUAL_LIMITS: AnswerLimits = { queryMs: 30_000, answerMs: 10_000 };

export async function openDatabase(
  location: DatabaseLocation,
  limits = USUAL_LIMITS,
): Promise<Database> {
  return location.kind === 'sqlite'
    ? openSqlite(location.file)
    : openPostgres(location.url, limits);
}

async function openSqlite(file: string): Promise<Database> {
  // SQLite would make the file readable for all users. The files that it puts beside it get the same mode.
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, 'a', 0o600));
  const sqlite = new Sqlite(file);
  sqlite.run('pragma busy_timeout = 5000');
  sqlite.run('pragma journal_mode = wal');
  // Committed data has to survive a power failure, not only the end of the process.
  sqlite.run('pragma synchronous = full');
  const { query, finalizeAll } = createStatements(sqlite);
  // There is one connection. A query during a transaction would become a part of it and roll back with it.
  const serially = createSerial();
  return {
    kind: 'sqlite',
    query: (text, values) => serially(() => query(text, values)),
    transaction: (work) =>
      serially(async () => {
        // 'immediate' locks at the start: a transaction that reads first could fail when another process writes.
        sqlite.run('begin immediate');
        try {
          const result = await work(query);
          sqlite.run('commit');
          return result;
        } catch (error) {
          // A full disk, for one, has SQLite roll back by itself.
          if (sqlite.inTransaction) sqlite.run('rollback');
          throw error;
        }
      }),
    close: () =>
      serially(async () => {
        // With a statement left, SQLite keeps the file open, and its log beside it.
        finalizeAll();
        sqlite.close();
      }),
  };
}

/** Statements of the drain come again several times a second, and have up to 128 rows. */
const PREPARED_MAX = 100;

/**
 * Prepares each statement once: to read the text of one with many rows takes as long as to carry it out. SQLite takes `$1`
 * for a name and compares it with all earlier names, which is slow for thousands. `?1` is not.
 */
function createStatements(sqlite: Sqlite) {
  const byText = new Map<string, Statement<Row, SqlValue[]>>();

  function prepare(text: string): Statement<Row, SqlValue[]> {
    // SQLite would carry out the first alone.
    if (text.includes(';')) throw new Error(`expected one statement, but got several: ${text}`);
    return sqlite.prepare<Row, SqlValue[]>(text.replace(/\$(?=\d)/g, '?'));
  }

  function prepared(text: string): Statement<Row, SqlValue[]> {
    const statement = byText.get(text) ?? prepare(text);
    // What was used last is the last to be given up.
    byText.delete(text);
    byText.set(text, statement);
    const [oldest] = byText.size > PREPARED_MAX ? byText : [];
    if (oldest !== undefined) {
      byText.delete(oldest[0]);
      oldest[1].finalize();
    }
    return statement;
  }

  const query: Query = async (text, values = []) => prepared(text).all(...values);
  return {
    query,
    finalizeAll(): void {
      for (const statement of byText.values()) statement.finalize();
      byText.clear();
    },
  };
}

/** Each statement sees what others have committed before it: machines rely on it after they have waited for a lock. */
const BEGIN =
  `begin isolation level read committed; set local lock_timeout = ${LOCK_MS_MAX}; ` +
  `set local statement_timeout = ${STATEMENT_MS_MAX}`;

function openPostgres(url: string, { queryMs, answerMs }: AnswerLimits): Database {
  let pool = openPool(url);

  /** Where one answer did not come, those of the other connections may not come either. */
  function leave(left: SQL): void {
    if (left !== pool) return;
    pool = openPool(url);
    void left.close({ timeout: LEFT_SEC_MAX });
  }

  /**
   * Gives each call a connection to itself. After a failure it is rolled back. It is closed where that is not possible,
   * or where an answer does not come: it may be in the middle of a transaction.
   */
  async function alone<T>(waitMs: number, work: (session: Session) => Promise<T>): Promise<T> {
    const used = pool;
    const reserving = used.reserve();
    const reserved = await inTime(reserving, waitMs, undefined);
    if (reserved === undefined) {
      // It waited too long for a connection. That one is good, and nothing has been asked on it.
      reserving.then(
        (late) => late.release(),
        () => {},
      );
      throw noAnswerIn(waitMs);
    }
    let isClosed = false;
    const close = () => {
      isClosed = true;
      void reserved.close({ timeout: 0 });
    };
    const session: Session = async (text, values) => {
      const asked = reserved.unsafe(text, values && [...values]);
      const rows: readonly Row[] | undefined = await inTime(asked, waitMs, undefined);
      if (rows !== undefined) return rows;
      close();
      leave(used);
      throw noAnswerIn(waitMs);
    };
    try {
      return await work(session);
    } catch (error) {
      if (!isClosed) await session('rollback').catch(close);
      throw error;
    } finally {
      if (!isClosed) reserved.release();
    }
  }

  return {
    kind: 'postgres',
    query: (text, values = []) => alone(queryMs, (session) => session(text, values)),
    transaction: (work) =>
      alone(answerMs, async (session) => {
        await session(BEGIN);
        const result = await work((text, values = []) => session(text, values));
        await session('commit');
        return result;
      }),
    close: () => pool.close({ timeout: CLOSE_SEC_MAX }),
  };
}

/** A statement with values is prepared. Several in one text have none. */
type Session = (text: string, values?: readonly SqlValue[]) => Promise<readonly Row[]>;

const noAnswerIn = (ms: number) => new Error(`no answer from the database in ${ms} ms`);

function openPool(url: string): SQL {
  return new SQL({
    url,
    max: CONNECTIONS_MAX,
    connectionTimeout: CONNECT_SEC_MAX,
    connection: {
      application_name: 'parley',
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS_MAX,
      tcp_user_timeout: ANSWER_TAKEN_MS_MAX,
      tcp_keepalives_idle: KEEPALIVE_SEC.idle,
      tcp_keepalives_interval: KEEPALIVE_SEC.interval,
      tcp_keepalives_count: KEEPALIVE_SEC.count,
    },
  });
}

/** Runs one task at a time, in the order of the calls. */
export function createSerial(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work, work);
    last = done.catch(() => {});
    return done;
  };
}

/** The type of a column of bytes. */
export const BYTES_SQL: Readonly<Record<DatabaseKind, string>> = {
  sqlite: 'blob',
  postgres: 'bytea',
};

/** The database's clock, in milliseconds. null: SQLite runs in this process and has the same clock. */
export const CLOCK_SQL: Readonly<Record<DatabaseKind, string>> = {
  sqlite: 'null',
  postgres: 'cast(floor(extract(epoch from clock_timestamp()) * 1000) as bigint)',
};

export async function readClockMs(
  { kind, query }: { readonly kind: DatabaseKind; readonly query: Query },
  nowMs: number,
): Promise<number> {
  if (kind === 'sqlite') return nowMs;
  const [row] = await query(`select ${CLOCK_SQL[kind]} as clock_ms`);
  return Number(row?.clock_ms);
}
