import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';

export type Series = {
  readonly name: string;
  /** A CSS variable, so that it follows the theme. */
  readonly color: string;
  readonly values: readonly (number | null)[];
};

type PlotProps = {
  readonly title: string;
  readonly unit: string;
  readonly timesMs: readonly number[];
  readonly series: readonly Series[];
};

const HEIGHT = 180;

/** Lines over time. The legend gives the values under the pointer, or the last ones. */
export function Plot({ title, unit, timesMs, series }: PlotProps) {
  const frame = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const [pointedAt, setPointedAt] = useState<number | null>(null);
  const index = pointedAt ?? timesMs.length - 1;
  const data: uPlot.AlignedData = [
    timesMs.map((ms) => ms / 1000),
    ...series.map(({ values }) => [...values]),
  ];

  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const made = new uPlot(options(series, element.clientWidth, setPointedAt), data, element);
    plot.current = made;
    const observer = new ResizeObserver(() =>
      made.setSize({ width: element.clientWidth, height: HEIGHT }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
    };
  }, []);
  useEffect(() => {
    plot.current?.setData(data);
  });

  const shown = series.map(({ values }) => valueWords(values[index] ?? null, unit));
  const words = series.map(({ name }, i) => `${name} ${shown[i]}`).join(', ');
  return (
    <section class="panel plot">
      <h2>
        {title} <span class="muted">{new Date(timesMs[index] ?? 0).toLocaleTimeString()}</span>
      </h2>
      <ul class="legend" aria-hidden="true">
        {series.map(({ name, color }, i) => (
          <li key={name}>
            <span class="swatch" style={{ background: `var(${color})` }} />
            {name} <strong>{shown[i]}</strong>
          </li>
        ))}
      </ul>
      <div ref={frame} role="img" aria-label={`${title}: ${words}`} />
    </section>
  );
}

function valueWords(value: number | null, unit: string): string {
  if (value === null) return '–';
  return `${value < 10 ? value.toFixed(1) : Math.round(value)}${unit}`;
}

function options(
  series: readonly Series[],
  width: number,
  onPoint: (index: number | null) => void,
): uPlot.Options {
  const axis = {
    stroke: () => themed('--muted'),
    grid: { stroke: () => themed('--line'), width: 1 },
    ticks: { show: false },
    font: '12px system-ui, sans-serif',
  };
  return {
    width,
    height: HEIGHT,
    cursor: { drag: { x: false, y: false } },
    legend: { show: false },
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
    scales: { y: { range: (_plot, _min, max) => [0, Math.max(max * 1.1, 1)] } },
    axes: [axis, { ...axis, size: 44 }],
    series: [
      {},
      ...series.map(({ name, color }) => ({
        label: name,
        stroke: () => themed(color),
        width: 1.5,
        points: { show: false },
        pxAlign: 0,
      })),
    ],
  };
}

function themed(variable: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(variable).trim();
}
