import { decimalText } from './decimal.ts';

/** The code computes with whole micros (millionths of the currency unit). Only the wire has decimals. */

const MICROS_PER_UNIT = 1_000_000;
export const MICROS_PER_CENT = MICROS_PER_UNIT / 100;

export function toMicros(amount: number): number {
  return Math.round(amount * MICROS_PER_UNIT);
}

/** Without what is finer than a millionth. A decimal that has no more stays as it is, however it is stored. */
export function cutToMicros(amount: number): number {
  const micros = toMicros(amount);
  return fromMicros(micros) > amount ? micros - 1 : micros;
}

/** What is finer than a millionth becomes a whole one. */
export function raiseToMicros(amount: number): number {
  const micros = toMicros(amount);
  return fromMicros(micros) < amount ? micros + 1 : micros;
}

export function fromMicros(micros: number): number {
  return micros / MICROS_PER_UNIT;
}

const IMPRESSIONS_PER_MILLE = 1000;

/** The price of one impression at a CPM. Rounded up, so that a reservation covers the bill. */
export function impressionMicros(cpmMicros: number): number {
  return Math.ceil(cpmMicros / IMPRESSIONS_PER_MILLE);
}

/** Decimals of a billionth: ledgers have money in whole billionths of a USD. */
export const NANO_DECIMALS = 9;
export const NANOS_PER_USD = 10 ** NANO_DECIMALS;

/** `1500000000n` billionths → `1.50`: at least two decimals, and more where they are not zero. */
export function usdText(nanos: bigint): string {
  return decimalText(nanos, NANO_DECIMALS, 2);
}
