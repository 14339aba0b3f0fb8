import { afterAll, expect, test } from 'bun:test';
import { load, refusal } from '../../test/config-file.ts';
import { cleanUp } from '../../test/process.ts';

afterAll(cleanUp);

const LISTS = {
  partners: 'name: a, kind: openrtb, url: "https://dsp.example"',
  publishers: 'id: a',
} as const;

for (const [list, item] of Object.entries(LISTS)) {
  const withCurrency = (code: string, rates: string) =>
    `auction: { rates: ${rates} }\n${list}:\n  - { ${item}, currency: ${code} }\n`;

  test(`${list}[].currency: a code that is none, or one that has no rate`, () => {
    const at = `line 3: ${list}[0].currency`;
    expect(refusal(withCurrency('eur', '{ EUR: 1.08 }'))).toBe(
      `${at}: expected a currency code of three capital letters, like EUR, but got "eur"`,
    );
    expect(refusal(withCurrency('CHF', '{ EUR: 1.08 }'))).toBe(
      `${at}: expected USD or a currency of auction.rates, but got "CHF"`,
    );
  });

  test(`${list}[].currency: one with a rate, and USD without any`, () => {
    expect(load(withCurrency('EUR', '{ EUR: 1.08 }')).auction.rates).toEqual({ EUR: 1.08 });
    expect(load(withCurrency('USD', '{}')).auction.rates).toEqual({});
  });
}
