import type { TimeDimension } from '../../../core/sale/dimension-words.ts';
import { REPORT_RATES } from '../../../core/sale/measures.ts';
import type { ReportAnswer, ReportLine } from '../../../ledger/report-text.ts';
import { dayAfter } from '../../../lib/time-span.ts';
import { dayStartMs, wallTime } from '../../../lib/time-zone.ts';
import { Bars } from '../../../ui/figures.tsx';
import { Plot } from '../../../ui/plot.tsx';
import { missingFrom, STEPS_MS } from './period.ts';
import { type ReportChoice, timeOf } from './query.ts';
import { cellWords, columnWords, keyWords, unitOf } from './words.ts';

const COLORS = ['--c-bids', '--line-2', '--c-timeout', '--line-4', '--line-5', '--c-no-bid'];

type PictureProps = { readonly report: ReportAnswer; readonly choice: ReportChoice };

export function Picture({ report, choice }: PictureProps) {
  const { by, measure, zone } = choice;
  const plotted = plottedOf(report.rows, choice);
  const title = columnWords(measure).name;
  if (plotted.kind === 'lines') {
    const { timesMs, stepMs, lines } = plotted;
    const lastMs = timesMs.at(-1);
    const step = timeOf(by);
    if (lines.length === 0 || lastMs === undefined || step === undefined) return null;
    const shape = [...by, measure, zone, ...lines.map(({ name }) => name), timesMs.length];
    return (
      <Plot
        key={shape.join()}
        title={title}
        unit={unitOf(measure)}
        zone={zone}
        timesMs={timesMs}
        stepMs={stepMs}
        lastIs={missingFrom(step, lastMs, report, Date.now())}
        series={lines.map(({ name, values }, i) => ({
          name: name === '' ? title : name,
          color: COLORS[i % COLORS.length] ?? '',
          values,
        }))}
      />
    );
  }
  // A single bar says no more than its figure.
  if (plotted.bars.length < 2) return null;
  return <Bars title={title} bars={plotted.bars} words={(value) => cellWords(measure, value)} />;
}

const LINES_MAX = 5;
const BARS_MAX = 12;
/** With more steps than this, times without a row are omitted. */
const TIMES_MAX = 3000;
const OTHERS = 'all others';

/** The plot of a report: lines if it is split by time, else bars. */
function plottedOf(
  rows: readonly ReportLine[],
  { by, measure, zone }: Pick<ReportChoice, 'by' | 'measure' | 'zone'>,
) {
  const time = timeOf(by);
  const names = by.filter((name) => name !== time);
  const nameOf = (row: ReportLine) =>
    names.map((name) => keyWords(name, String(row[name] ?? ''), zone)).join(', ');
  const sums = new Map<string, number>();
  for (const row of rows) {
    sums.set(nameOf(row), (sums.get(nameOf(row)) ?? 0) + Number(row[measure] ?? 0));
  }
  const ranked = [...sums].filter(([, sum]) => sum > 0).sort(([, a], [, b]) => b - a);
  if (time === undefined) {
    const bars = ranked.slice(0, BARS_MAX).map(([name, value]) => ({ name, value }));
    return { kind: 'bars' as const, bars };
  }

  const shown = ranked.slice(0, LINES_MAX).map(([name]) => name);
  const startOf = (row: ReportLine) => Date.parse(String(row[time]));
  const timesMs = timesOf(rows.map(startOf), time, zone);
  const indexByTime = new Map(timesMs.map((timeMs, index) => [timeMs, index]));
  // A share has no sum, and none where there is nothing to divide by.
  const isRate = REPORT_RATES.includes(measure);
  const lineNames = ranked.length > LINES_MAX && !isRate ? [...shown, OTHERS] : shown;
  const nothing = isRate ? null : 0;
  const lines = lineNames.map((name) => ({
    name,
    values: timesMs.map((): number | null => nothing),
  }));
  for (const row of rows) {
    const index = indexByTime.get(startOf(row));
    const line = lines[shown.indexOf(nameOf(row))] ?? lines[LINES_MAX];
    const value = row[measure] ?? null;
    if (index === undefined || line === undefined || value === null) continue;
    line.values[index] = (line.values[index] ?? 0) + Number(value);
  }
  return { kind: 'lines' as const, timesMs, stepMs: STEPS_MS[time], lines };
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
