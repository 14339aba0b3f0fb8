import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../test/process.ts';
import { reportText } from './report-text.ts';
import type { SummedRow } from './report-types.ts';

const LEDGER_PAGE = readFileSync(join(ROOT, 'docs/ledger.md'), 'utf8');

function tableOf(rows: readonly SummedRow[], sums: SummedRow['sums'] = {}): readonly string[] {
  const question = { by: ['partner'], where: {}, fromMs: 0, toMs: 1 };
  const totals = { keys: [], sums };
  return reportText({ question, rows, totals, isCut: false }, 'table').split('\n');
}

test('in a table names are aligned left and numbers right, each column as wide as its widest cell', () => {
  const lines = tableOf([
    { keys: ['a partner with a long name'], sums: { asked: 123_456_789_012n } },
    { keys: ['b'], sums: { asked: 7n } },
  ]);
  const [head = '', long = '', short = ''] = lines;
  expect(head).toStartWith(`${'partner'.padEnd(26)}  `);
  expect(long).toStartWith('a partner with a long name  ');
  expect(short).toStartWith(`${'b'.padEnd(26)}  `);
  const end = head.indexOf('asked') + 'asked'.length;
  expect(long.slice(0, end)).toEndWith(' 123456789012');
  expect(short.slice(0, end)).toEndWith(`  ${'7'.padStart(12)}`);
});

test('names cannot control a terminal', () => {
  expect(tableOf([{ keys: ['red \u001b[31m'], sums: {} }])[1]).toStartWith('red \ufffd[31m');
});

test('a table without rows says so', () => {
  expect(tableOf([])[1]).toBe('nothing was recorded in this time');
});

test('a table with more wins than sales says how that can be, and one with as many says nothing', () => {
  expect(tableOf([], { sold: 3n, wins: 3n }).at(-2)).toBe('nothing was recorded in this time');
  expect(tableOf([], { sold: 3n, wins: 4n }).at(-2)).toStartWith('more wins than sold: ');
  const [said = ''] = tableOf([], { wins: 1n }).slice(-2);
  for (const cause of ['seconds later', 'before this time', 'a kill, a full disk or a restore'])
    expect(said).toContain(cause);
  expect(said).toContain('docs/ledger.md#more-wins-than-sold');
  expect(LEDGER_PAGE).toContain('\n### More wins than sold\n');
});
