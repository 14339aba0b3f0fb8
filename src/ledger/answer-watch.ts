import type { Database, Query } from './database.ts';

/** A database, and how long it has left a question without an answer. */
export type AnswerWatch = { readonly database: Database; readonly silentMs: () => number };

export function watchAnswers(database: Database, tickMs: () => number): AnswerWatch {
  let asked = 0;
  let sinceMs = 0;
  const waiting = async <T>(answer: () => Promise<T>): Promise<T> => {
    if (asked++ === 0) sinceMs = tickMs();
    try {
      return await answer();
    } finally {
      asked--;
      sinceMs = tickMs();
    }
  };
  const watched =
    (query: Query): Query =>
    (text, values) =>
      waiting(() => query(text, values));
  return {
    database: {
      ...database,
      query: watched(database.query),
      transaction: (work) => waiting(() => database.transaction((query) => work(watched(query)))),
    },
    silentMs: () => (asked === 0 ? 0 : tickMs() - sinceMs),
  };
}
