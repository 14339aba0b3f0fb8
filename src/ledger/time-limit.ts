import { inTime } from '../lib/in-time.ts';
import type { Database } from './database.ts';

/** The same database, of which whoever waits too long is told so: one that hangs is as good as gone. */
export function withTimeLimit(database: Database, waitMs: number): Database {
  const limited = async <T>(work: Promise<T>): Promise<T> => {
    const done = await inTime(
      work.then((value) => ({ value })),
      waitMs,
      undefined,
    );
    if (done === undefined) throw new Error(`no answer from the database in ${waitMs} ms`);
    return done.value;
  };
  return {
    query: (text, values) => limited(database.query(text, values)),
    transaction: (work) => limited(database.transaction(work)),
    close: database.close,
  };
}
