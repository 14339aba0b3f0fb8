import { expect, test } from 'bun:test';
import type { SummedRow } from './report.ts';
import { reportText } from './report-text.ts';

function tableOf(rows: readonly SummedRow[], sums: SummedRow['sums'] = {}): readonly string[] {
  const question = { by: ['partner'], where: {}, fromMs: 0, toMs: 1 };
  const totals = { keys: [], sums };
  return reportText({ question, rows, totals, isCut: false }, 'table').split('\n');
}

test('names cannot control a terminal', () => {
  expect(tableOf([{ keys: ['red \u001b[31m'], sums: {} }])[1]).toStartWith('red \ufffd[31m');
});
