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

/** Ruling 80: what a buyer offers or pays is cut, and what it has to reach is raised. */
type Rounding = (micros: number) => number;

/** The amount in USD micros; undefined where no rate is configured. */
export function toUsdMicros(
  micros: number,
  code: string,
  rates: Rates,
  round: Rounding,
): number | undefined {
  if (micros === 0) return 0;
  const currency = findCurrency(code, rates);
  if (currency === undefined || currency === USD) return currency && micros;
  return round(micros * currency.usdPerUnit);
}

export function fromUsdMicros(micros: number, { usdPerUnit }: Currency, round: Rounding): number {
  return usdPerUnit === 1 ? micros : round(micros / usdPerUnit);
}

/** The relative error of a product or quotient; it must not add or take a micro. */
const ERROR_MAX = 1e-14;

export function raised(micros: number): number {
  return Math.ceil(micros * (1 - ERROR_MAX));
}

/** The least USD micros that are worth as much in whole micros of the response's currency: a bid of them can be answered. */
export function answerableMicros(usdMicros: number, currency: Currency): number {
  const { usdPerUnit } = currency;
  if (usdPerUnit === 1) return usdMicros;
  return raised(fromUsdMicros(usdMicros, currency, raised) * usdPerUnit);
}

export function cut(micros: number): number {
  return Math.floor(micros * (1 + ERROR_MAX));
}
