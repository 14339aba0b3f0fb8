import { inTime } from '../lib/in-time.ts';
import type { Database, Query } from './database.ts';

/** A database whose calls reject after a time limit: one that hangs counts as unreachable. */
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
    kind: database.kind,
    query: (text, values) => limited(database.query(text, values)),
    async transaction(work) {
      let isOver = false;
      // After the time limit, the rest of the work must not run beside the next transaction.
      const whileWaiting = (query: Query): Query => {
        return (text, values) =>
          isOver ? Promise.reject(new Error('the transaction took too long')) : query(text, values);
      };
      try {
        return await limited(database.transaction((query) => work(whileWaiting(query))));
      } finally {
        isOver = true;
      }
    },
    close: database.close,
  };
}
