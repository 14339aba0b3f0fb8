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
  /** Formats a value. */
  readonly words: (value: number) => string;
  /** Formats a value on the axis, which has less room. */
  readonly shortWords?: (value: number) => string;
  /** The axis reaches at least this value. */
  readonly topMin?: number;
  /** For a report: times are in UTC, and few points get markers. */
  readonly isReport?: boolean;
  readonly timesMs: readonly number[];
  readonly series: readonly Series[];
};

const HEIGHT = 180;
/** The time range drawn on both sides of a single point. */
const HOUR_SEC = 3600;

/** Up to this many points get markers, because a line through a single point is invisible. */
const MARKED_POINTS_MAX = 60;

/** Lines over time. The legend shows the values under the pointer, or the last ones. */
export function Plot(props: PlotProps) {
  const { title, timesMs, series, words } = props;
  const frame = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const [pointedAt, setPointedAt] = useState<number | null>(null);
  const index = Math.min(pointedAt ?? timesMs.length - 1, timesMs.length - 1);
  const data: uPlot.AlignedData = [
    timesMs.map((ms) => ms / 1000),
    ...series.map(({ values }) => [...values]),
  ];

  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const made = new uPlot(options(props, element.clientWidth, setPointedAt), data, element);
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

  const shown = series.map(({ values }) => {
    const value = values[index] ?? null;
    return value === null ? '–' : words(value);
  });
  const said = series.map(({ name }, i) => `${name} ${shown[i]}`).join(', ');
  return (
    <section class="panel plot">
      <h2>
        {title} <span class="muted">{timeWords(timesMs[index] ?? 0, props.isReport)}</span>
      </h2>
      <ul class="legend" aria-hidden="true">
        {series.map(({ name, color }, i) => (
          <li key={name}>
            <span class="swatch" style={{ background: `var(${color})` }} />
            {name} <strong>{shown[i]}</strong>
          </li>
        ))}
      </ul>
      <div ref={frame} role="img" aria-label={`${title}: ${said}`} />
    </section>
  );
}

function timeWords(ms: number, isUtc = false): string {
  const date = new Date(ms);
  return isUtc
    ? `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
    : date.toLocaleTimeString();
}

function options(
  { series, timesMs, words, shortWords = words, topMin = 1, isReport = false }: PlotProps,
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
    padding: [null, 24, null, null],
    cursor: { drag: { x: false, y: false } },
    legend: { show: false },
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
    ...(isReport ? { tzDate: (sec: number) => uPlot.tzDate(new Date(sec * 1000), 'Etc/UTC') } : {}),
    scales: {
      x: {
        range: (_plot, min, max) => (min === max ? [min - HOUR_SEC, max + HOUR_SEC] : [min, max]),
      },
      y: { range: (_plot, _min, max) => [0, Math.max((max ?? 0) * 1.1, topMin)] },
    },
    // uPlot's default time labels contain the date, and overlap.
    axes: [
      isReport ? axis : { ...axis, space: 80, size: 30, values: clockWords },
      { ...axis, size: 52, values: (_plot, ticks) => ticks.map(shortWords) },
    ],
    series: [
      {},
      ...series.map(({ name, color }) => ({
        label: name,
        stroke: () => themed(color),
        width: 1.5,
        points: { show: isReport && timesMs.length <= MARKED_POINTS_MAX, size: 5 },
        pxAlign: 0,
      })),
    ],
  };
}

const SECONDS_SHOWN_SEC_MAX = 300;

function clockWords(_plot: uPlot, ticks: readonly number[]): string[] {
  const spanSec = (ticks.at(-1) ?? 0) - (ticks[0] ?? 0);
  const second = spanSec < SECONDS_SHOWN_SEC_MAX ? ('2-digit' as const) : undefined;
  const format = new Intl.DateTimeFormat(undefined, {
    ...{ hour: '2-digit', minute: '2-digit', second, hourCycle: 'h23' },
  });
  return ticks.map((tick) => format.format(tick * 1000));
}

function themed(variable: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(variable).trim();
}
