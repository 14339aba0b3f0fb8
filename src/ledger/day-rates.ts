import { dayOf } from '../lib/day.ts';
import { insertAll, selectAll } from '../lib/sql/bulk.ts';
import type { Query } from '../lib/sql/database.ts';

/** USD per unit of other currencies. */
export type UsdRates = Readonly<Record<string, number>>;

/** The rate of a currency on a day, as text, since it is exact. */
export type DayRates = (currency: string, day: number) => string | undefined;

const insertFirst = (values: string) =>
  `insert into day_rates (day, currency, usd_per_unit) values ${values} on conflict do nothing`;

/** Keeps today's rates. Of several looks on a day, and of several machines, the first counts. */
export async function writeDayRates(
  query: Query,
  rates: UsdRates,
  clockMs: number,
): Promise<boolean> {
  const day = dayOf(clockMs);
  // All machines insert in this order, so that they never wait in a circle.
  const inOrder = Object.entries(rates).toSorted(([a], [b]) => (a < b ? -1 : 1));
  await insertAll(
    query,
    inOrder.map(([currency, rate]) => [day, currency, String(rate)]),
    insertFirst,
  );
  return true;
}

/** Rates from before are too old to be used. */
const RATE_DAYS_MAX = 400;

const USD = 'USD';

/**
 * The rates of currencies from a day on. A day without one has the last before it, or else the first after it: the one of
 * `now` where none was ever stored.
 */
export async function readDayRates(
  query: Query,
  { currencies, fromDay, now }: RatesQuestion,
): Promise<DayRates> {
  const rows = await selectAll(
    query,
    currencies.filter((currency) => currency !== USD),
    (codes) => `select day, currency, usd_per_unit from day_rates
      where day >= cast($1 as bigint) and currency in (${codes}) order by currency, day`,
    [fromDay - RATE_DAYS_MAX],
  );
  const known = Map.groupBy(rows, ({ currency }) => String(currency));
  return (currency, day) => {
    if (currency === USD) return '1';
    const days = known.get(currency) ?? [];
    const row = days.findLast((one) => Number(one.day) <= day) ?? days[0];
    const rate = row?.usd_per_unit ?? now[currency];
    return rate === undefined ? undefined : String(rate);
  };
}

type RatesQuestion = {
  readonly currencies: readonly string[];
  readonly fromDay: number;
  readonly now: UsdRates;
};
