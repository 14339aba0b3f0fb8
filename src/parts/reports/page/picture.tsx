import type { TimeDimension } from '../../../core/sale/dimension-words.ts';
import { REPORT_RATES } from '../../../core/sale/measures.ts';
import type { ReportAnswer, ReportLine } from '../../../ledger/report-text.ts';
import { dayAfter } from '../../../lib/time-span.ts';
import { dayStartMs, wallTime } from '../../../lib/time-zone.ts';
import { Bars } from '../../../ui/figures.tsx';
import { Plot } from '../../../ui/plot.tsx';
import { byOf, measureOf, missingFrom, STEPS_MS, timeOf } from './query.ts';
import { cellWords, columnWords, keyWords, unitOf } from './words.ts';

const COLORS = ['--c-bids', '--line-2', '--c-timeout', '--line-4', '--line-5', '--c-no-bid'];

type PictureProps = { readonly report: ReportAnswer; readonly asked: URLSearchParams };

export function Picture({ report, asked }: PictureProps) {
  const { zone } = report;
  const measure = measureOf(asked);
  const title = columnWords(measure).name;
  const step = timeOf(byOf(asked));
  if (step === undefined) {
    const bars = ranked(report, asked).slice(0, BARS_MAX);
    const words = (value: number) => cellWords(measure, value);
    // A single bar says no more than its figure.
    return bars.length < 2 ? null : <Bars title={title} bars={bars} words={words} />;
  }
  const { timesMs, lines } = linesOf(report, asked, step);
  const lastMs = timesMs.at(-1);
  if (lines.length === 0 || lastMs === undefined) return null;
  return (
    <Plot
      title={title}
      unit={unitOf(measure)}
      zone={zone}
      timesMs={timesMs}
      stepMs={STEPS_MS[step]}
      lastIs={missingFrom(step, lastMs, report, Date.now())}
      series={lines.map(({ name, values }, i) => ({
        name: name === '' ? title : name,
        color: COLORS[i % COLORS.length] ?? '',
        values,
      }))}
    />
  );
}

const LINES_MAX = 5;
const BARS_MAX = 12;
/** With more steps than this, times without a row are omitted. */
const TIMES_MAX = 3000;
const OTHERS = 'all others';

/** What a row is of, without its time. */
const namerOf = (asked: URLSearchParams, zone: string) => (row: ReportLine) =>
  byOf(asked)
    .filter((name) => timeOf([name]) === undefined)
    .map((name) => keyWords(name, String(row[name] ?? ''), zone))
    .join(', ');

/** What has anything of the measure, the largest first. */
function ranked({ rows, zone }: ReportAnswer, asked: URLSearchParams) {
  const nameOf = namerOf(asked, zone);
  const sums = new Map<string, number>();
  for (const row of rows) {
    const before = sums.get(nameOf(row)) ?? 0;
    sums.set(nameOf(row), before + Number(row[measureOf(asked)] ?? 0));
  }
  return [...sums]
    .map(([name, value]) => ({ name, value }))
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value);
}

function linesOf(report: ReportAnswer, asked: URLSearchParams, time: TimeDimension) {
  const measure = measureOf(asked);
  const all = ranked(report, asked);
  const shown = all.slice(0, LINES_MAX).map(({ name }) => name);
  const startOf = (row: ReportLine) => Date.parse(String(row[time]));
  const timesMs = timesOf(report.rows.map(startOf), time, report.zone);
  const indexByTime = new Map(timesMs.map((timeMs, index) => [timeMs, index]));
  // A share has no sum, and none where there is nothing to divide by.
  const isRate = REPORT_RATES.includes(measure);
  const names = all.length > LINES_MAX && !isRate ? [...shown, OTHERS] : shown;
  const lines = names.map((name) => ({
    name,
    values: timesMs.map((): number | null => (isRate ? null : 0)),
  }));
  const nameOf = namerOf(asked, report.zone);
  for (const row of report.rows) {
    const index = indexByTime.get(startOf(row));
    const line = lines[shown.indexOf(nameOf(row))] ?? lines[LINES_MAX];
    const value = row[measure] ?? null;
    if (index === undefined || line === undefined || value === null) continue;
    line.values[index] = (line.values[index] ?? 0) + Number(value);
  }
  return { timesMs, lines };
}

/** All times from the first to the last, including those without a row. */
function timesOf(given: readonly number[], step: TimeDimension, zone: string): readonly number[] {
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
