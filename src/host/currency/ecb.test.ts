import { expect, test } from 'bun:test';
import { ecbXml } from '../../../test/ecb-xml.ts';
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

const { USD: _, ...WITHOUT_USD } = RATES;
test.each([
  '',
  '<html>Blocked by the proxy</html>',
  ecbXml('2026-10-30', RATES) + ecbXml('2026-10-29', RATES),
  ecbXml('2026-02-30', RATES),
  ecbXml('30 October 2026', RATES),
  ecbXml('2026-11-02', RATES),
  ecbXml('2026-10-30', WITHOUT_USD),
  ecbXml('2026-10-30', { ...RATES, EUR: '1' }),
  ecbXml('2026-10-30', { ...RATES, usd: '1' }),
  ecbXml('2026-10-30', { USD: '0' }),
  ecbXml('2026-10-30', { USD: '-1' }),
  ecbXml('2026-10-30', { USD: '1e3' }),
  ecbXml('2026-10-30', { USD: '' }),
  ecbXml('2026-10-30', RATES).replace('JPY', 'USD'),
  ecbXml('2026-10-30', RATES).replace('<Cube currency', '<script/><Cube currency'),
])('what is not that file is refused: %#', (text) => {
  expect(read(text)).toBeString();
});
