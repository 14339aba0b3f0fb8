import { decimalText } from './decimal.ts';

/** The code computes with whole micros (millionths of the currency unit). Only the wire has decimals. */

const MICROS_PER_UNIT = 1_000_000;
export const MICROS_PER_CENT = MICROS_PER_UNIT / 100;

export function toMicros(amount: number): number {
  return Math.round(amount * MICROS_PER_UNIT);
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
