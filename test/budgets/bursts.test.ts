import { afterAll, expect, test } from 'bun:test';
import { eventually } from '../eventually.ts';
import { buy, databaseOf, startExchange } from '../notices/exchange.ts';
import { cleanUp } from '../process.ts';
import { budgetedOptions, IMPRESSION_USD } from './budgeted-exchange.ts';

afterAll(cleanUp);

const BURST = 100;
const IMPRESSION_MICROS = IMPRESSION_USD * 1e6;

test.each([
  [1, 'asap', 24],
  [2, 'asap', 24],
  // The head start of 2 % alone pays for it.
  [2, 'even', 24 * 50],
] as const)(
  'with %i workers and pacing %s a burst from cold is sold in full, and another one once the slice is filled again',
  async (workers, pacing, times) => {
    const exchange = await startExchange({ ...budgetedOptions(times * BURST, pacing), workers });
    const database = await databaseOf(exchange);
    /** What is in the slice, beside what is reserved for sales that nobody bills. */
    const inSlice = async (sold: number) => {
      const [row] = await database.query('select sum(micros) as micros from budget_claims');
      return Number(row?.micros ?? 0) / IMPRESSION_MICROS - sold;
    };
    for (let sold = 0; sold < 4 * BURST; sold += BURST) {
      await eventually(async () => (await inSlice(sold)) >= BURST);
      // It throws where there is no ad.
      const bought = await Promise.all(Array.from({ length: BURST }, () => buy(exchange.port)));
      expect(bought.every(({ campaign }) => campaign === 'budgeted')).toBeTrue();
    }
    await database.close();
  },
);
