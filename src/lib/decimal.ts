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
