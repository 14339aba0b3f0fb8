import type { Span } from './named-period.ts';

/** Calendar months of UTC, as text like `2026-10`, whose order is that of time. */

/** undefined: the text is no month. */
export function readMonth(text: string): string | undefined {
  return /^(?:19[7-9]|[2-9]\d\d)\d-(?:0[1-9]|1[0-2])$/.test(text) ? text : undefined;
}

export function monthOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 7);
}

/** So many months later; a negative number of them is earlier. */
export function laterMonth(month: string, months: number): string {
  return monthOf(startOfMonth(Date.parse(`${month}-01`), months));
}

export function monthSpan(month: string): Span {
  const fromMs = Date.parse(`${month}-01`);
  return { fromMs, toMs: startOfMonth(fromMs, 1) };
}

/** Of the month of a time, or so many months later. */
export function startOfMonth(ms: number, later: number): number {
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later);
}
