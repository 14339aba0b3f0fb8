import { MEASURE_COLUMNS, type Sums } from '../core/sale/measures.ts';
import { DAY_MS } from '../lib/day.ts';
import { dayAfter } from '../lib/time-span.ts';
import { dayStartMs, UTC, wallTime, zonedText } from '../lib/time-zone.ts';
import type { LedgerReport, SummedRow } from './report-types.ts';

const STEPS_MS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000 };

const NOTHING: Sums = Object.fromEntries(MEASURE_COLUMNS.map((name) => [name, 0n]));

/**
 * The report with what each row had in the period before. Times are of the same place in their period: the third day of
 * a week is compared with the third day of the week before. What there was before alone has a row of nothing.
 */
export function comparedWith(
  now: LedgerReport,
  before: LedgerReport,
  rowsMax: number,
): LedgerReport {
  const { by } = now.question;
  const earlier = new Map(
    before.rows.map((row) => [keyOf(shifted(row, now, before)), row.sums] as const),
  );
  // A row that is missing from a list that was cut may have had anything.
  const unknown = before.isCut ? undefined : NOTHING;
  const rows: SummedRow[] = now.rows.map((row) => {
    const key = keyOf(row.keys);
    const found = earlier.get(key);
    earlier.delete(key);
    return { ...row, before: found ?? unknown };
  });
  const gone = now.isCut
    ? []
    : [...earlier].map(([key, sums]) => ({
        keys: JSON.parse(key) as readonly string[],
        sums: NOTHING,
        before: sums,
      }));
  const all = gone.length === 0 ? rows : [...rows, ...gone].sort((a, b) => order(a.keys, b.keys));
  return {
    ...now,
    rows: all.slice(0, rowsMax),
    totals: {
      ...now.totals,
      before: by.length === 0 ? (before.rows[0]?.sums ?? NOTHING) : before.totals.sums,
    },
    isCut: now.isCut || before.isCut || all.length > rowsMax,
  };
}

const keyOf = (keys: readonly string[]) => JSON.stringify(keys);

function order(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((key, index) => key !== b[index]);
  return at === -1 ? 0 : (a[at] ?? '') < (b[at] ?? '') ? -1 : 1;
}

/** The keys of an earlier row, with its times moved into the period that it is compared with. */
function shifted(row: SummedRow, now: LedgerReport, before: LedgerReport): readonly string[] {
  const { by, zone = UTC } = now.question;
  const byMs = now.question.fromMs - before.question.fromMs;
  return row.keys.map((key, index) => {
    const name = by[index] ?? '';
    if (name === 'day') {
      const day = dayAfter(wallTime(zone, Date.parse(key)).date, Math.round(byMs / DAY_MS));
      return zonedText(zone, dayStartMs(zone, day));
    }
    const stepMs = STEPS_MS[name];
    if (stepMs === undefined) return key;
    return zonedText(zone, Date.parse(key) + Math.round(byMs / stepMs) * stepMs);
  });
}
