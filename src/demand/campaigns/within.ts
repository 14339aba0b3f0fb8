/** `within` of a frequency cap. */

const UNITS_SEC = { h: 3600, d: 86_400 } as const;
const HOURS_MAX = 72;
const DAYS_MAX = 30;

/** `1h` to `72h` or `1d` to `30d`, in seconds; undefined for anything else. */
export function readWithin(text: string): number | undefined {
  const [, digits, unit] = /^([1-9]\d?)([hd])$/.exec(text) ?? [];
  const count = Number(digits);
  if (unit === 'h' && count <= HOURS_MAX) return count * UNITS_SEC.h;
  return unit === 'd' && count <= DAYS_MAX ? count * UNITS_SEC.d : undefined;
}
