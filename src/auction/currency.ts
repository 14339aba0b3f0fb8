/** USD per unit of a currency. */
export type Rates = ReadonlyMap<string, number>;

export type Currency = { readonly code: string; readonly usdPerUnit: number };

/** Money is USD micros inside. */
export const USD: Currency = { code: 'USD', usdPerUnit: 1 };

function findCurrency(code: string, rates: Rates): Currency | undefined {
  if (code === USD.code) return USD;
  const usdPerUnit = rates.get(code);
  return usdPerUnit === undefined ? undefined : { code, usdPerUnit };
}

/** Ruling 55: the first currency of the request's list that has a rate; USD where it lists none. */
export function responseCurrency(
  cur: readonly string[] | undefined,
  rates: Rates,
): Currency | undefined {
  if (cur === undefined || cur.length === 0) return USD;
  for (const code of cur) {
    const currency = findCurrency(code, rates);
    if (currency !== undefined) return currency;
  }
  return undefined;
}

/** The amount in USD micros; undefined where no rate is configured. */
export function toUsdMicros(micros: number, code: string, rates: Rates): number | undefined {
  if (micros === 0) return 0;
  const currency = findCurrency(code, rates);
  if (currency === undefined || currency === USD) return currency && micros;
  return roundUp(micros * currency.usdPerUnit);
}

export function fromUsdMicros(micros: number, { usdPerUnit }: Currency): number {
  return usdPerUnit === 1 ? micros : roundUp(micros / usdPerUnit);
}

/** The relative error of a product or quotient; it must not add a micro. */
const ERROR_MAX = 1e-14;

/** Rounds up: a bid at the floor of its own currency reaches the floor in USD, and its price in the response does too. */
function roundUp(micros: number): number {
  return Math.ceil(micros * (1 - ERROR_MAX));
}
