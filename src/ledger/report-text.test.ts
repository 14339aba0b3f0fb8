import { expect, test } from 'bun:test';
import { reportText } from './report-text.ts';
import type { SummedRow } from './report-types.ts';

function tableOf(rows: readonly SummedRow[], sums: SummedRow['sums'] = {}): readonly string[] {
  const question = { by: ['partner'], where: {}, fromMs: 0, toMs: 1 };
  const totals = { keys: [], sums };
  return reportText({ question, rows, totals, isCut: false }, 'table').split('\n');
}

test('names cannot control a terminal', () => {
  expect(tableOf([{ keys: ['red \u001b[31m'], sums: {} }])[1]).toStartWith('red \ufffd[31m');
});

test('a table with more wins than sales says how that can be, and one with as many says nothing', () => {
  expect(tableOf([], { sold: 3n, wins: 3n }).at(-2)).toBe('nothing was recorded in this time');
  expect(tableOf([], { sold: 3n, wins: 4n }).at(-2)).toStartWith('more wins than sold: ');
  const [said = ''] = tableOf([], { wins: 1n }).slice(-2);
  expect(said).toContain('docs/ledger.md#more-wins-than-sold');
});
