import { expect, test } from 'bun:test';
import type { Database } from './database.ts';
import { withTimeLimit } from './time-limit.ts';

const never = () => new Promise<never>(() => {});
const hanging: Database = {
  kind: 'postgres',
  query: never,
  transaction: never,
  close: async () => {},
};

test('a query to a database that hangs fails after the time limit', async () => {
  const database = withTimeLimit(hanging, { operationMs: 50, answerMs: 1000 });
  const sentence = 'no answer from the database in 50 ms';
  await expect(database.query('select 1')).rejects.toThrow(sentence);
  await expect(database.transaction(async () => 1)).rejects.toThrow(sentence);
});

test('a transaction that exceeds the time limit changes nothing more', async () => {
  const asked: string[] = [];
  const late = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<unknown>();
  const query = async (text: string) => {
    asked.push(text);
    return [];
  };
  const slow = withTimeLimit(
    { ...hanging, query, transaction: (work) => work(query) },
    { operationMs: 10, answerMs: 1000 },
  );
  const transaction = slow.transaction(async (inner) => {
    await inner('first');
    await late.promise;
    await inner('second').catch(ended.resolve);
  });
  await expect(transaction).rejects.toThrow('no answer from the database');
  late.resolve();
  await ended.promise;
  expect(asked).toEqual(['first']);
});
