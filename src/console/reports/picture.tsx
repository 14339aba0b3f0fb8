import type { Report } from '../api.ts';
import { Plot } from '../ui/plot.tsx';
import { plottedOf } from './plotted.ts';
import type { Choice } from './query.ts';
import { measureName, measureWords } from './words.ts';

const COLORS = ['--line-1', '--line-2', '--line-3', '--line-4', '--line-5', '--c-no-bid'];

export function Picture({ report, choice }: { readonly report: Report; readonly choice: Choice }) {
  const { by, measure } = choice;
  const plotted = plottedOf(report.rows, by, measure);
  const title = measureName(measure);
  const words = (value: number) => measureWords(measure, value);
  if (plotted.kind === 'lines') {
    const { timesMs, lines } = plotted;
    if (lines.length === 0) return null;
    return (
      <Plot
        key={`${by.join()} ${measure} ${lines.map(({ name }) => name).join()} ${timesMs.length}`}
        title={title}
        words={words}
        topMin={measure === 'spend_usd' ? 0.0001 : 1}
        isReport
        timesMs={timesMs}
        series={lines.map(({ name, values }, i) => ({
          name: name === '' ? title : name,
          color: COLORS[i % COLORS.length] ?? '',
          values,
        }))}
      />
    );
  }
  if (plotted.bars.length === 0) return null;
  const most = plotted.bars[0]?.value ?? 1;
  return (
    <section class="panel" aria-label={title}>
      <h2>{title}</h2>
      <ul class="bars">
        {plotted.bars.map(({ name, value }) => (
          <li key={name}>
            <span class="bar-name">{name === '' ? 'In all' : name}</span>
            <span class="bar-track">
              <span class="bar-fill" style={{ width: `${(value / most) * 100}%` }} />
            </span>
            <span class="number">{words(value)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
