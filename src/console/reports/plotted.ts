import { dayStartMs, wallTime } from '../../lib/time-zone.ts';
import { REPORT_RATES } from '../../sale/measures.ts';
import type { ReportRow } from '../api.ts';
import { STEPS_MS, type TimeStep } from './complete.ts';
import { dayAfter } from './period.ts';
import { timeOf } from './query.ts';
import { keyWords } from './words.ts';

/** The plot of a report: lines if it is split by time, else bars. */
export type Plotted =
  | {
      readonly kind: 'lines';
      readonly timesMs: readonly number[];
      readonly stepMs: number;
      readonly lines: readonly {
        readonly name: string;
        readonly values: readonly (number | null)[];
      }[];
    }
  | {
      readonly kind: 'bars';
      readonly bars: readonly { readonly name: string; readonly value: number }[];
    };

const LINES_MAX = 5;
const BARS_MAX = 12;
/** With more steps than this, times without a row are omitted. */
const TIMES_MAX = 3000;
const OTHERS = 'all others';

type Asked = { readonly by: readonly string[]; readonly measure: string; readonly zone: string };

export function plottedOf(rows: readonly ReportRow[], { by, measure, zone }: Asked): Plotted {
  const time = timeOf(by);
  const names = by.filter((name) => name !== time);
  const nameOf = (row: ReportRow) =>
    names.map((name) => keyWords(name, String(row[name] ?? ''), zone)).join(', ');
  const sums = new Map<string, number>();
  for (const row of rows) {
    sums.set(nameOf(row), (sums.get(nameOf(row)) ?? 0) + Number(row[measure] ?? 0));
  }
  const ranked = [...sums].filter(([, sum]) => sum > 0).sort(([, a], [, b]) => b - a);
  if (time === undefined) {
    const bars = ranked.slice(0, BARS_MAX).map(([name, value]) => ({ name, value }));
    return { kind: 'bars', bars };
  }

  const shown = ranked.slice(0, LINES_MAX).map(([name]) => name);
  const startOf = (row: ReportRow) => Date.parse(String(row[time]));
  const timesMs = timesOf(rows.map(startOf), time, zone);
  const placeByTime = new Map(timesMs.map((timeMs, place) => [timeMs, place]));
  // A share has no sum, and none where there is nothing to divide by.
  const isRate = REPORT_RATES.includes(measure);
  const lineNames = ranked.length > LINES_MAX && !isRate ? [...shown, OTHERS] : shown;
  const nothing = isRate ? null : 0;
  const lines = lineNames.map((name) => ({
    name,
    values: timesMs.map((): number | null => nothing),
  }));
  for (const row of rows) {
    const place = placeByTime.get(startOf(row));
    const line = lines[shown.indexOf(nameOf(row))] ?? lines[LINES_MAX];
    const value = row[measure] ?? null;
    if (place === undefined || line === undefined || value === null) continue;
    line.values[place] = (line.values[place] ?? 0) + Number(value);
  }
  return { kind: 'lines', timesMs, stepMs: STEPS_MS[time], lines };
}

/** All times from the first to the last, including those without a row. */
function timesOf(given: readonly number[], step: TimeStep, zone: string): readonly number[] {
  const sorted = [...new Set(given)].sort((a, b) => a - b);
  const [first = 0] = sorted;
  const steps = Math.round(((sorted.at(-1) ?? first) - first) / STEPS_MS[step]) + 1;
  if (sorted.length === 0 || steps > TIMES_MAX) return sorted;
  // A day in which the clocks change has 23 or 25 hours.
  const firstDay = wallTime(zone, first).date;
  return Array.from({ length: steps }, (_, index) =>
    step === 'day' ? dayStartMs(zone, dayAfter(firstDay, index)) : first + index * STEPS_MS[step],
  );
}
