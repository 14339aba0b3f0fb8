/** Money is whole micros (millionths of the currency unit) inside and decimals only on the wire. */

export const MICROS_PER_UNIT = 1_000_000;
export const MICROS_PER_CENT = MICROS_PER_UNIT / 100;

export function toMicros(amount: number): number {
  return Math.round(amount * MICROS_PER_UNIT);
}

export function fromMicros(micros: number): number {
  return micros / MICROS_PER_UNIT;
}
