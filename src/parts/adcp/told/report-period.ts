import type { ReportFrequency } from '../records/buy-record.ts';

/** A day or a month of UTC; `endMs` is not in it. */
export type ToldPeriod = { readonly startMs: number; readonly endMs: number };

/** Reports come so long after the end of their day or month: notices of its last sales do too. Those who ask get what the ledger has. */
export const REPORT_DELAY_MINUTES = 15;

const DELAY_MS = REPORT_DELAY_MINUTES * 60_000;

function periodAt(frequency: ReportFrequency, atMs: number): ToldPeriod {
  const at = new Date(atMs);
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  return frequency === 'daily'
    ? { startMs: Date.UTC(year, month, day), endMs: Date.UTC(year, month, day + 1) }
    : { startMs: Date.UTC(year, month), endMs: Date.UTC(year, month + 1) };
}

/** When the report of the period with this time is due. */
export function firstDueMs(frequency: ReportFrequency, atMs: number): number {
  return periodAt(frequency, atMs).endMs + DELAY_MS;
}

/** The period whose report was due then. One of another frequency than before may end later. */
export function periodDueAt(frequency: ReportFrequency, dueMs: number): ToldPeriod {
  return periodAt(frequency, dueMs - DELAY_MS - 1);
}
