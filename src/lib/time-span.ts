import { dayStartMs, UTC } from './time-zone.ts';

/** A time range as people write it. */
export type SpanText = {
  /** Up to now: `90m`, `24h` or `7d`. */
  readonly last?: string | undefined;
  /** A day like `2026-11-01`, or a time like `2026-11-01T09:30Z`. */
  readonly from?: string | undefined;
  /** Exclusive. */
  readonly to?: string | undefined;
};

export type Span = { readonly fromMs: number; readonly toMs: number };

/** The invalid field, and a sentence that says what was expected. */
type SpanFault = { readonly name: keyof SpanText; readonly expected: string };

const LAST_DEFAULT = '24h';

/** Days begin at midnight of the zone. */
export function readSpan(
  { last, from, to }: SpanText,
  nowMs: number,
  zone = UTC,
): Span | SpanFault {
  if (last !== undefined && from !== undefined) {
    return { name: 'last', expected: 'nothing beside from' };
  }
  const toMs = to === undefined ? nowMs : readTime(to, zone);
  if (toMs === undefined) return { name: 'to', expected: A_TIME };
  const lastMs = readDuration(last ?? LAST_DEFAULT);
  if (lastMs === undefined) return { name: 'last', expected: 'a time like 90m, 24h or 7d' };
  const fromMs = from === undefined ? toMs - lastMs : readTime(from, zone);
  if (fromMs === undefined) return { name: 'from', expected: A_TIME };
  if (fromMs >= toMs) return { name: 'from', expected: 'a time before to' };
  return { fromMs, toMs };
}

const A_TIME = 'a day like 2026-11-01 or a time like 2026-11-01T09:30Z';

const UNITS_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

function readDuration(text: string): number | undefined {
  const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const unitMs = UNITS_MS[unit];
  return unitMs === undefined ? undefined : Number(count) * unitMs;
}

function readTime(text: string, zone: string): number | undefined {
  const isWritten = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?Z)?$/.test(text);
  const time = isWritten ? Date.parse(text) : Number.NaN;
  // `Date` parses 31 February as 3 March.
  const isReal = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text.slice(0, 10));
  if (!isReal) return undefined;
  return text.includes('T') ? time : dayStartMs(zone, text);
}
