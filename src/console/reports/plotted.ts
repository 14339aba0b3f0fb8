import type { ReportRow } from '../api.ts';
import { timeOf } from './query.ts';
import { keyWords } from './words.ts';

/** The plot of a report: lines if it is split by time, else bars. */
export type Plotted =
  | {
      readonly kind: 'lines';
      readonly timesMs: readonly number[];
      readonly lines: readonly { readonly name: string; readonly values: readonly number[] }[];
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

const STEPS_MS: Readonly<Record<string, number>> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};

export function plottedOf(
  rows: readonly ReportRow[],
  by: readonly string[],
  measure: string,
): Plotted {
  const time = timeOf(by);
  const names = by.filter((name) => name !== time);
  const nameOf = (row: ReportRow) =>
    names.map((name) => keyWords(name, String(row[name] ?? ''))).join(', ');
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
  const timesMs = timesOf(
    rows.map((row) => Date.parse(String(row[time]))),
    STEPS_MS[time] ?? 0,
  );
  const placeByTime = new Map(timesMs.map((timeMs, place) => [timeMs, place]));
  const lineNames = ranked.length > LINES_MAX ? [...shown, OTHERS] : shown;
  const lines = lineNames.map((name) => ({ name, values: timesMs.map(() => 0) }));
  for (const row of rows) {
    const place = placeByTime.get(Date.parse(String(row[time])));
    const line = lines[shown.indexOf(nameOf(row))] ?? lines[LINES_MAX];
    if (place === undefined || line === undefined) continue;
    line.values[place] = (line.values[place] ?? 0) + Number(row[measure] ?? 0);
  }
  return { kind: 'lines', timesMs, lines };
}

/** All times from the first to the last, including those without a row. */
function timesOf(given: readonly number[], stepMs: number): readonly number[] {
  const sorted = [...new Set(given)].sort((a, b) => a - b);
  const [first = 0] = sorted;
  const steps = ((sorted.at(-1) ?? first) - first) / stepMs + 1;
  if (sorted.length === 0 || steps > TIMES_MAX) return sorted;
  return Array.from({ length: steps }, (_, step) => first + step * stepMs);
}
