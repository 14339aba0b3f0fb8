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

/** Decimal numbers as text, exact however long they are. */

/** `1500000000n` with 9 decimals → `1.500000000`; with at least 2 of them, `1.50`: further zeros are left out. */
export function decimalText(value: bigint, decimals: number, decimalsMin = decimals): string {
  if (value < 0n) return `-${decimalText(-value, decimals, decimalsMin)}`;
  const digits = value.toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  const needed = digits.slice(point, point + decimalsMin);
  const fraction = needed + digits.slice(point + decimalsMin).replace(/0+$/, '');
  return fraction === '' ? digits : `${digits.slice(0, point)}.${fraction}`;
}

type Decimal = { readonly value: bigint; readonly decimals: number };

const DIGITS_MAX = 30;

/** `1.08` → 108 with 2 decimals. undefined: it is no decimal number, or a very long one. */
export function readDecimal(text: string): Decimal | undefined {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === '' || whole.length + fraction.length > DIGITS_MAX) return undefined;
  return { value: BigInt(`${sign}${whole}${fraction}`), decimals: fraction.length };
}

/** Rounded to a whole number; a half goes away from zero, so that what is taken back is what was given. */
export function dividedHalfUp(value: bigint, by: bigint): bigint {
  if (value < 0n) return -dividedHalfUp(-value, by);
  return (2n * value + by) / (2n * by);
}

/**
 * An amount as people read it. Small amounts keep their decimals: a thousand impressions may cost cents. Without a
 * locale, that of the browser.
 */
export function usdWords(value: number, locale?: string): string {
  if (value < 0) return `-${usdWords(-value, locale)}`;
  const digits = value < 1 && value !== 0 ? 4 : 2;
  return `$${value.toLocaleString(locale, { minimumFractionDigits: 2, maximumFractionDigits: digits })}`;
}
