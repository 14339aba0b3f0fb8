import { afterAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load, refusal } from '../../test/config-file.ts';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
import shipped from '../currency/reference-rates.json' with { type: 'json' };

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

test('auction.referenceRates: the rates of the bank with their day, under those of the config', () => {
  const { rates, referenceDate } = load(
    `auction: { referenceRates: ecb, rates: { GBP: 2 } }
publishers: [{ id: a, currency: CHF }]
`,
  ).auction;
  expect(referenceDate).toBe(shipped.date);
  expect(rates).toMatchObject({ EUR: shipped.perEuro.USD, GBP: 2 });
  expect(rates.CHF).toBeCloseTo(shipped.perEuro.USD / shipped.perEuro.CHF, 12);
  expect(load('auction: { rates: { GBP: 2 } }\n').auction).not.toHaveProperty('referenceDate');
});

test('auction.referenceRates: a broken file in the data folder', () => {
  const dataDir = temporaryFolder();
  writeFileSync(join(dataDir, 'reference-rates.json'), '{}');
  const env = { PARLEY_DATA_DIR: dataDir };
  expect(refusal('auction:\n  referenceRates: ecb\n', env)).toStartWith(
    `line 2: auction.referenceRates: ${dataDir}/reference-rates.json: source: `,
  );
});
