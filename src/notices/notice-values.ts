import { toMicros } from '../lib/money.ts';

/** The values that a caller fills into the URL of a notice. */

const PLAIN_DECIMAL = /^\d{1,12}(?:\.\d{1,12})?$/;

/**
 * The price in the notice where it is valid and at most the sold price, otherwise the sold price. The notice
 * has it in the currency of the response; the result is in USD, at the rate of the sale (ruling 55).
 */
export function readPriceMicros(
  text: string | null,
  soldMicros: number,
  responseMicros = soldMicros,
): number {
  if (text === null || !PLAIN_DECIMAL.test(text)) return soldMicros;
  const micros = toMicros(Number(text));
  if (micros < 1 || micros >= responseMicros) return soldMicros;
  if (responseMicros === soldMicros) return micros;
  return Math.max(1, Math.round((micros / responseMicros) * soldMicros));
}

/** OpenRTB's loss codes and those of vendors. 0 means that the bid won, so it is no loss code. */
export function readLossCode(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,2}$/.test(text) ? Number(text) : undefined;
}
