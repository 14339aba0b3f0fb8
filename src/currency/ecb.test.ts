import { expect, test } from 'bun:test';
import { ecbXml } from '../../test/ecb-xml.ts';
import { readEcbXml } from './ecb.ts';

const NOW_MS = Date.parse('2026-10-30T16:00:00Z');
const read = (text: string) => readEcbXml(text, { source: 'a test', nowMs: NOW_MS });
const RATES = { USD: '1.25', JPY: '175.68', GBP: '0.8' };

test('the file of the bank is read, with its day and its source', () => {
  expect(read(ecbXml('2026-10-30', RATES))).toEqual({
    source: 'a test',
    date: '2026-10-30',
    perEuro: { USD: 1.25, JPY: 175.68, GBP: 0.8 },
  });
  expect(read(ecbXml('2026-10-30', RATES).replaceAll("'", '"'))).toHaveProperty('perEuro');
});

test.each([
  ['', 'expected the rates of one day'],
  ['<html>Blocked by the proxy</html>', 'expected the rates of one day'],
  [
    ecbXml('2026-10-30', RATES) + ecbXml('2026-10-29', RATES),
    "expected the rates of one day (<Cube time='…'>), but got those of 2",
  ],
  [
    ecbXml('2026-02-30', RATES),
    'date: expected the day of the rates, like 2026-10-30, but got "2026-02-30"',
  ],
  [ecbXml('30 October 2026', RATES), 'date: expected the day of the rates'],
  [ecbXml('2026-11-02', RATES), 'expected a day that has come, but got "2026-11-02"'],
  [ecbXml('2026-10-30', { JPY: '175.68' }), 'perEuro: expected USD among the currencies'],
  [ecbXml('2026-10-30', {}), 'perEuro: expected USD among the currencies'],
  [
    ecbXml('2026-10-30', { ...RATES, EUR: '1' }),
    'perEuro: expected USD among the currencies, and not EUR',
  ],
  [ecbXml('2026-10-30', { ...RATES, usd: '1' }), 'perEuro.usd: '],
  [ecbXml('2026-10-30', { USD: '0' }), 'perEuro.USD: expected a number'],
  [ecbXml('2026-10-30', { USD: '-1' }), '"USD": expected a number, but got "-1"'],
  [ecbXml('2026-10-30', { USD: '1e3' }), '"USD": expected a number, but got "1e3"'],
  [ecbXml('2026-10-30', { USD: '' }), '"USD": expected a number, but got ""'],
  [ecbXml('2026-10-30', RATES).replace('JPY', 'USD'), 'expected "USD" once'],
  [
    ecbXml('2026-10-30', RATES).replace('<Cube currency', '<script/><Cube currency'),
    'expected nothing but currencies and rates, but got "<script/>"',
  ],
])('what is not that file is refused with a sentence: %#', (text, reason) => {
  expect(read(text)).toStartWith(reason);
});
