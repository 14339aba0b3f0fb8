import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { isRate, MEASURE_COLUMNS, REPORT_COLUMNS } from './measures.ts';

const LEDGER_PAGE = readFileSync(new URL('../../docs/ledger.md', import.meta.url), 'utf8');

const COLUMNS = [...REPORT_COLUMNS];
const NAMES = COLUMNS.map(([name]) => name);
const RATES = COLUMNS.flatMap(([name, column]) => (isRate(column) ? { ...column, name } : []));
const DIFFERENCES = COLUMNS.flatMap(([name, column]) =>
  'minus' in column ? { ...column, name } : [],
);

test.each(RATES)('the rate $name is of columns that there are', ({ of, ratio }) => {
  const asked: string[] = [];
  ratio((column) => asked.push(column));
  expect(MEASURE_COLUMNS).toEqual(expect.arrayContaining(asked));
  expect(NAMES).toEqual(expect.arrayContaining([...of]));
});

test.each(DIFFERENCES)('the difference $name is of columns that there are', ({ minus }) => {
  expect(MEASURE_COLUMNS).toEqual(expect.arrayContaining([...minus]));
});

test.each(RATES)('docs/ledger.md explains the rate $name', ({ name }) => {
  expect(LEDGER_PAGE.includes(`\`${name}\`, `)).toBeTrue();
});
