/** Money is whole micros (millionths of the currency unit) inside and decimals only on the wire. */

const MICROS_PER_UNIT = 1_000_000;
export const MICROS_PER_CENT = MICROS_PER_UNIT / 100;

export function toMicros(amount: number): number {
  return Math.round(amount * MICROS_PER_UNIT);
}

export function fromMicros(micros: number): number {
  return micros / MICROS_PER_UNIT;
}

const IMPRESSIONS_PER_MILLE = 1000;

/** The price of one impression at a CPM. It is rounded up, so that what is set aside covers the bill. */
export function impressionMicros(cpmMicros: number): number {
  return Math.ceil(cpmMicros / IMPRESSIONS_PER_MILLE);
}
