import { expect, test } from 'bun:test';
import type { Log } from '../lib/log.ts';
import { CURRENCY_LINE_MS_MIN, createCurrencyLog } from './record.ts';

const UNKNOWN = {
  code: 'CURRENCY_UNKNOWN',
  field: 'imp[0].ext.service_product_search.price_currency',
  reason: 'expected an ISO 4217 currency code, but got "ZZZ"',
} as const;

function recorded() {
  const lines: object[] = [];
  const unused = () => {
    throw new Error('expected the default level');
  };
  const log: Log = {
    debug: unused,
    info: (facts) => lines.push(facts),
    warn: unused,
    error: unused,
  };
  return { log, lines };
}

test('an unknown currency is logged with its value, once a second, and the next line counts the others', () => {
  let nowMs = 5000;
  const { log, lines } = recorded();
  const note = createCurrencyLog(log, () => nowMs);
  note('r-1', [UNKNOWN, UNKNOWN]);
  nowMs += CURRENCY_LINE_MS_MIN - 1;
  note('r-2', [UNKNOWN]);
  nowMs += 1;
  note('r-3', [UNKNOWN]);
  const { field, reason } = UNKNOWN;
  expect(lines).toEqual([
    { requestId: 'r-1', field, reason, leftOut: 0 },
    { requestId: 'r-3', field, reason, leftOut: 2 },
  ]);
});

test('other warnings are not logged here', () => {
  const { log, lines } = recorded();
  createCurrencyLog(log, () => 0)('r-1', [{ code: 'REQUEST_LARGE', reason: 'large' }]);
  expect(lines).toEqual([]);
});
