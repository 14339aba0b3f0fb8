import { afterAll, expect, test } from 'bun:test';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, temporaryFolder } from '../../../test/process.ts';
import shipped from './reference-rates.json' with { type: 'json' };
import {
  oldRatesDays,
  parseReferenceRates,
  RATES_AGE_DAYS_MAX,
  type ReferenceRates,
  readReferenceRates,
  usdRatesOf,
  writeReferenceRates,
} from './reference-rates.ts';

afterAll(cleanUp);

const on = (date: string): ReferenceRates => ({
  source: 'a test',
  date,
  perEuro: { USD: 1.25, JPY: 200, GBP: 0.8 },
});

test('the rates that ship are whole, and say of which day they are and where they are from', () => {
  expect(parseReferenceRates(JSON.stringify(shipped))).toEqual(shipped);
  expect(shipped.date).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(shipped.source).toContain('European Central Bank');
});

test('rates of the euro become what a unit of each currency is worth in USD', () => {
  expect(usdRatesOf(on('2026-10-30'))).toEqual({ EUR: 1.25, JPY: 0.00625, GBP: 1.5625 });
});

test('the newer of the rates that ship and of those in the data folder count', () => {
  const folder = temporaryFolder();
  expect(readReferenceRates(folder)).toEqual(shipped);
  writeReferenceRates(folder, on('2000-01-03'));
  expect(readReferenceRates(folder)).toEqual(shipped);
  writeReferenceRates(folder, on('2999-01-03'));
  expect(readReferenceRates(folder)).toEqual(on('2999-01-03'));
  expect(readdirSync(folder)).toEqual(['reference-rates.json']);
});

test.each([
  ['{', 'expected JSON'],
  ['[]', 'expected an object'],
  [JSON.stringify({ ...on('2999-01-03'), more: 1 }), 'more: '],
  [
    JSON.stringify({ ...on('2999-01-03'), perEuro: { USD: '1' } }),
    'perEuro.USD: expected a number',
  ],
  [' '.repeat(65_537), 'expected at most 65536 bytes'],
])('a broken file in the data folder is named, with what is wrong: %#', (text, reason) => {
  const folder = temporaryFolder();
  const file = join(folder, 'reference-rates.json');
  writeFileSync(file, text);
  const { fault } = readReferenceRates(folder) as { fault: string };
  expect(fault).toStartWith(`${file}: ${reason}`);
  expect(fault).toEndWith('; delete it, and run parley rates');
});

test('rates are old when the day of them is more than a week ago', () => {
  const atMs = (days: number) => Date.parse('2026-10-30T23:59:59Z') + days * 86_400_000;
  expect(oldRatesDays('2026-10-30', atMs(RATES_AGE_DAYS_MAX))).toBeUndefined();
  expect(oldRatesDays('2026-10-30', atMs(RATES_AGE_DAYS_MAX + 1))).toBe(RATES_AGE_DAYS_MAX + 1);
  expect(oldRatesDays(undefined, atMs(100))).toBeUndefined();
});
