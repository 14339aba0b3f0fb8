import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { fromUsdMicros, responseCurrency, toUsdMicros, USD } from './currency.ts';

const RATES = new Map([
  ['EUR', 1.08],
  ['JPY', 0.0067],
]);

describe('the currency of a response (ruling 55)', () => {
  test.each([
    [undefined, 'USD'],
    [[], 'USD'],
    [['USD', 'EUR'], 'USD'],
    [['EUR', 'USD'], 'EUR'],
    [['SEK', 'JPY', 'EUR'], 'JPY'],
    [['SEK'], undefined],
  ])('%p is answered in %p', (cur, code) => {
    expect(responseCurrency(cur, RATES)?.code as string | undefined).toBe(code);
  });
});

describe('a conversion', () => {
  test('takes the configured rate, and USD as it is', () => {
    expect(toUsdMicros(2_000_000, 'EUR', RATES)).toBe(2_160_000);
    expect(toUsdMicros(2_000_000, 'USD', RATES)).toBe(2_000_000);
    expect(toUsdMicros(2_000_000, 'SEK', RATES)).toBeUndefined();
    expect(toUsdMicros(0, 'SEK', RATES)).toBe(0);
    expect(fromUsdMicros(2_160_000, { code: 'EUR', usdPerUnit: 1.08 })).toBe(2_000_000);
    expect(fromUsdMicros(2_160_001, USD)).toBe(2_160_001);
  });

  test('never makes a price zero', () => {
    expect(fromUsdMicros(1, { code: 'XAU', usdPerUnit: 1_000_000 })).toBe(1);
  });

  test('there and back never falls below the amount, and adds less than two micros of either', () => {
    const rate = fc.double({ min: 0.000001, max: 1000, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 9 }), rate, (micros, usdPerUnit) => {
        const usdMicros = toUsdMicros(micros, 'XXX', new Map([['XXX', usdPerUnit]])) ?? 0;
        const back = fromUsdMicros(usdMicros, { code: 'XXX', usdPerUnit });
        expect(back).toBeGreaterThanOrEqual(micros);
        expect(back).toBeLessThan(micros + 2 + 2 / usdPerUnit);
      }),
    );
  });
});

test('an amount in USD is never rounded, however large', () => {
  const micros = Number.MAX_SAFE_INTEGER;
  expect(fromUsdMicros(micros, USD)).toBe(micros);
  expect(toUsdMicros(micros, 'USD', new Map())).toBe(micros);
});
