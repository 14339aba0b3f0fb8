import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef } from 'preact/hooks';
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

/** Lines over time. The legend names the values under the pointer, or the last ones. */
export function Plot({ title, unit, timesMs, series }: PlotProps) {
  const frame = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const data: uPlot.AlignedData = [
    timesMs.map((ms) => ms / 1000),
    ...series.map(({ values }) => [...values]),
  ];

  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const made = new uPlot(options(series, unit, element.clientWidth), data, element);
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
    const isPointedAt = (plot.current?.cursor.left ?? -1) >= 0;
    if (!isPointedAt) plot.current?.setLegend({ idx: timesMs.length - 1 });
  });

  const last = series.map(({ name, values }) => `${name} ${(values.at(-1) ?? 0).toFixed(1)}`);
  return (
    <section class="panel plot">
      <h2>
        {title} <span class="muted">{unit}</span>
      </h2>
      <div ref={frame} role="img" aria-label={`${title}: now ${last.join(', ')} ${unit}`} />
    </section>
  );
}

function options(series: readonly Series[], unit: string, width: number): uPlot.Options {
  const axis = {
    stroke: () => themed('--muted'),
    grid: { stroke: () => themed('--line'), width: 1 },
    ticks: { show: false },
    font: '12px system-ui, sans-serif',
  };
  const shown = (_: uPlot, value: number | null) =>
    value === null ? '–' : `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
  return {
    width,
    height: HEIGHT,
    cursor: { drag: { x: false, y: false } },
    scales: { y: { range: (_plot, _min, max) => [0, Math.max(max * 1.1, 1)] } },
    axes: [axis, { ...axis, size: 44 }],
    series: [
      { value: (_plot, seconds) => new Date(seconds * 1000).toLocaleTimeString() },
      ...series.map(({ name, color }) => ({
        label: name,
        stroke: () => themed(color),
        width: 1.5,
        points: { show: false },
        pxAlign: 0,
        value: shown,
      })),
    ],
  };
}

function themed(variable: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(variable).trim();
}
