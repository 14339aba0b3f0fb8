import { expect, test } from 'bun:test';
import type { Ledger } from '../../ledger/start-ledger.ts';
import { reportAnswer } from './report.ts';
import type { AdminApiSources } from './sources.ts';

const QUESTION = { by: ['publisher'], fromMs: 0, toMs: 60_000, where: {}, zone: 'UTC' };
const SUMS = { wins: 3n, spend_nanos: 1_500_000_000n, earned_nanos: 1_050_000_000n };
const ROW = { keys: ['news'], sums: SUMS };
const REPORT = {
  question: QUESTION,
  rows: [ROW],
  totals: { ...ROW, keys: [] },
  isCut: false,
};

/** Only the ledger's report is used. */
const answerOf = (result: Awaited<ReturnType<Ledger['report']>>) =>
  reportAnswer({ ledger: { report: async () => result } } as unknown as AdminApiSources);

test('a report that cannot be made is answered with the reason', async () => {
  const fault = { reason: '"publisher" is named twice' };
  expect(await answerOf(fault)(QUESTION, 'json')).toEqual(fault);
  expect(await answerOf(fault)(QUESTION, 'csv')).toEqual(fault);
});

test('a report is JSON or, if asked for, a table of comma-separated values', async () => {
  const json = await answerOf(REPORT)(QUESTION, 'json');
  expect(JSON.parse(String(json))).toMatchObject({
    rows: [
      {
        publisher: 'news',
        wins: 3,
        spend_usd: '1.50',
        earnings_usd: '1.05',
        margin_usd: '0.45',
      },
    ],
    isCut: false,
  });
  const [head, row] = String(await answerOf(REPORT)(QUESTION, 'csv')).split('\r\n');
  expect(head).toStartWith('publisher,');
  expect(row).toStartWith('news,');
});
