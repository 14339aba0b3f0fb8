import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { cut, fromUsdMicros, raised, responseCurrency, toUsdMicros, USD } from './currency.ts';

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
    for (const round of [cut, raised]) {
      expect(toUsdMicros(2_000_000, 'EUR', RATES, round)).toBe(2_160_000);
      expect(toUsdMicros(2_000_000, 'USD', RATES, round)).toBe(2_000_000);
      expect(toUsdMicros(2_000_000, 'SEK', RATES, round)).toBeUndefined();
      expect(toUsdMicros(0, 'SEK', RATES, round)).toBe(0);
      expect(fromUsdMicros(2_160_000, { code: 'EUR', usdPerUnit: 1.08 }, round)).toBe(2_000_000);
      expect(fromUsdMicros(2_160_001, USD, round)).toBe(2_160_001);
    }
  });

  test('of a floor there and back never falls below it, of a price never above it (ruling 80)', () => {
    const rate = fc.double({ min: 0.000001, max: 1000, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 9 }), rate, (micros, usdPerUnit) => {
        const rates = new Map([['XXX', usdPerUnit]]);
        const thereAndBack = (round: typeof cut) =>
          fromUsdMicros(
            toUsdMicros(micros, 'XXX', rates, round) ?? 0,
            { code: 'XXX', usdPerUnit },
            round,
          );
        const errorMax = 2 + 2 / usdPerUnit;
        expect(thereAndBack(raised)).toBeGreaterThanOrEqual(micros);
        expect(thereAndBack(raised)).toBeLessThan(micros + errorMax);
        expect(thereAndBack(cut)).toBeLessThanOrEqual(micros);
        expect(thereAndBack(cut)).toBeGreaterThan(micros - errorMax);
      }),
    );
  });
});

test('an amount in USD is never rounded, however large', () => {
  const micros = Number.MAX_SAFE_INTEGER;
  for (const round of [cut, raised]) {
    expect(fromUsdMicros(micros, USD, round)).toBe(micros);
    expect(toUsdMicros(micros, 'USD', new Map(), round)).toBe(micros);
  }
});
