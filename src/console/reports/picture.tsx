import type { Report } from '../api.ts';
import { Plot } from '../ui/plot.tsx';
import { missingFrom } from './complete.ts';
import { plottedOf } from './plotted.ts';
import { type Choice, timeOf } from './query.ts';
import { cellWords, measureName, unitOf } from './words.ts';

const COLORS = ['--line-1', '--line-2', '--line-3', '--line-4', '--line-5', '--c-no-bid'];

export function Picture({ report, choice }: { readonly report: Report; readonly choice: Choice }) {
  const { by, measure, zone } = choice;
  const plotted = plottedOf(report.rows, choice);
  const title = measureName(measure);
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
  const most = plotted.bars[0]?.value ?? 1;
  return (
    <section class="panel" aria-label={title}>
      <h2>{title}</h2>
      <ul class="bars">
        {plotted.bars.map(({ name, value }) => (
          <li key={name}>
            <span class="bar-name">{name}</span>
            <span class="bar-track">
              <span class="bar-fill" style={{ width: `${(value / most) * 100}%` }} />
            </span>
            <span class="number">{cellWords(measure, value)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
