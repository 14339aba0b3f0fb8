import { afterAll, expect, test } from 'bun:test';
import { readDayRates, writeDayRates } from '../../src/ledger/day-rates.ts';
import { DAY_MS } from '../../src/lib/day.ts';
import { onEachDatabase } from '../ledger/each-database.ts';
import { countOf, drainOf } from '../ledger/ledger.ts';
import { cleanUp, temporaryFolder } from '../process.ts';
import { ANN, MONTH, record, sold, statementsOf, told } from './support.ts';

afterAll(cleanUp);

const DAY = 20_000;

onEachDatabase(({ open }) => {
  test('the first rate of a day counts, on however many machines', async () => {
    const { query } = await open();
    await writeDayRates(query, { EUR: 1.08, CHF: 1.2 }, DAY * DAY_MS);
    await writeDayRates(query, { EUR: 1.09, GBP: 1.3 }, (DAY + 1) * DAY_MS - 1);
    await writeDayRates(query, { EUR: 1.1 }, (DAY + 2) * DAY_MS);
    const rateOf = await readDayRates(query, {
      currencies: ['EUR', 'GBP', 'USD', 'SEK', 'XYZ'],
      fromDay: DAY,
      now: { EUR: 9, SEK: 0.1 },
    });
    const eur = [DAY - 1, DAY, DAY + 1, DAY + 2, DAY + 9].map((day) => rateOf('EUR', day));
    // Before the first one the first, and from then on the last before.
    expect(eur).toEqual(['1.08', '1.08', '1.08', '1.1', '1.1']);
    expect(rateOf('GBP', DAY + 5)).toBe('1.3');
    expect(rateOf('USD', DAY)).toBe('1');
    // None was ever stored.
    expect(rateOf('SEK', DAY)).toBe('0.1');
    expect(rateOf('XYZ', DAY)).toBeUndefined();
  });

  test('a machine that drains keeps the rates of its config', async () => {
    const database = await open();
    await drainOf(temporaryFolder(), database, { rates: () => ({ EUR: 1.08 }) }).drainOnce();
    await drainOf(temporaryFolder(), database, { rates: () => ({ EUR: 1.09 }) }).drainOnce();
    const rows = await database.query('select currency, usd_per_unit from day_rates');
    expect(rows).toEqual([{ currency: 'EUR', usd_per_unit: '1.08' }]);
    await drainOf(temporaryFolder(), database).drainOnce();
    expect(await countOf(database, 'day_rates')).toBe(1);
  });

  test('a statement has the rate of each day, and a closed one keeps it', async () => {
    const database = await open();
    const facts = ['2024-10-01', '2024-10-02', '2024-10-04'].map((at) =>
      sold({ id: at, at, price: 1_000_000_000, share: 10_000 }),
    );
    await record(database, facts);
    await writeDayRates(database.query, { EUR: 1.25 }, Date.parse('2024-09-29'));
    await writeDayRates(database.query, { EUR: 1.6 }, Date.parse('2024-10-02'));
    const parts = { currencies: { 'pub-1': 'EUR' }, rates: { EUR: 2 } };
    const api = statementsOf(database, parts);
    told(await api.close(MONTH, ANN));
    await database.query("update day_rates set usd_per_unit = '5'");
    const { lines, total, currency } = told(await api.statement(MONTH, { publisher: 'pub-1' }));
    expect(lines.map(({ of, rate, amount }) => [of, rate, amount])).toEqual([
      ['2024-10-01', '1.25', '0.80'],
      ['2024-10-02', '1.6', '0.63'],
      ['2024-10-04', '1.6', '0.63'],
    ]);
    expect([total, currency]).toEqual(['2.06', 'EUR']);
  });
});
