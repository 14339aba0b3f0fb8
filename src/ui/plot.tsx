import { useEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import { wallTime } from '../lib/time-zone.ts';
import { labelsWidthPx, ticksOf, tickWords, type Unit, valueWords } from './units.ts';
import { dateTimeWords, timeWords, useZone } from './zone.tsx';

type PlotLine = {
  readonly name: string;
  /** A CSS variable, so that it follows the theme. */
  readonly color: string;
  readonly values: readonly (number | null)[];
};

type PlotProps = {
  readonly title: string;
  readonly unit: Unit;
  readonly timesMs: readonly number[];
  /** The time between two points. */
  readonly stepMs: number;
  readonly series: readonly PlotLine[];
  /** A remark about the last point. */
  readonly lastIs?: string | undefined;
  /** Where it differs from the console's time zone. */
  readonly zone?: string;
};

const HEIGHT = 180;
const MINUTE_MS = 60_000;

/** Up to this many points get markers, because a line through a single point is invisible. */
const MARKED_POINTS_MAX = 60;

/** Lines over time. The legend shows the values under the pointer, or the last ones. */
export function Plot(props: PlotProps) {
  const chosenZone = useZone();
  const { title, timesMs, series, unit, stepMs, zone = chosenZone } = props;
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
    const made = new uPlot(
      options({ ...props, zone }, element.clientWidth, setPointedAt),
      data,
      element,
    );
    plot.current = made;
    const observer = new ResizeObserver(() =>
      made.setSize({ width: element.clientWidth, height: HEIGHT }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
    };
  }, [zone]);
  useEffect(() => {
    plot.current?.setData(data);
  });

  const shown = series.map(({ values }) => {
    const value = values[index] ?? null;
    return value === null ? '–' : valueWords(unit, value);
  });
  const said = series.map(({ name }, i) => `${name} ${shown[i]}`).join(', ');
  const atMs = timesMs[index] ?? 0;
  const time = stepMs < MINUTE_MS ? timeWords(atMs, zone, Date.now()) : dateTimeWords(atMs, zone);
  const remark = index === timesMs.length - 1 ? props.lastIs : undefined;
  return (
    <section class="panel plot">
      <h2>
        {title} <span class="muted">{remark === undefined ? time : `${time}, ${remark}`}</span>
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

function options(
  { series, unit, timesMs, stepMs, zone }: PlotProps & { readonly zone: string },
  width: number,
  onPoint: (index: number | null) => void,
): uPlot.Options {
  const axis = {
    stroke: () => themed('--muted'),
    grid: { stroke: () => themed('--line'), width: 1 },
    ticks: { show: false },
    font: '12px system-ui, sans-serif',
  };
  const { scale, splits } = valueScale(unit);
  const isMarked = stepMs >= MINUTE_MS && timesMs.length <= MARKED_POINTS_MAX;
  return {
    width,
    height: HEIGHT,
    padding: [8, 24, null, null],
    cursor: { drag: { x: false, y: false } },
    legend: { show: false },
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
    tzDate: (sec: number) => uPlot.tzDate(new Date(sec * 1000), zone),
    scales: {
      x: {
        range: ({ data }) =>
          timeRange(
            [...data[0]].map((sec) => sec * 1000),
            stepMs,
          ),
      },
      y: scale,
    },
    axes: [
      {
        ...axis,
        space: 80,
        size: 30,
        incrs: distancesFrom(stepMs),
        values: (_plot, ticks) => timeLabels(ticks, zone),
      },
      {
        ...axis,
        splits,
        values: (_plot, ticks) => [...tickWords(unit, ticks)],
        size: (_plot, labels) => labelsWidthPx(labels ?? []),
      },
    ],
    series: [
      {},
      ...series.map(({ name, color }) => ({
        label: name,
        stroke: () => themed(color),
        width: 1.5,
        points: { show: isMarked, size: 5, filter: isMarked ? allPoints : lonePoints },
        pxAlign: 0,
      })),
    ],
  };
}

const allPoints: uPlot.Series.Points.Filter = () => null;

/** No line is drawn to a point without a neighbour: with few requests, most seconds have no latency. */
const lonePoints: uPlot.Series.Points.Filter = ({ data }, index) => lonesOf(data[index] ?? []);

function lonesOf(values: ArrayLike<number | null | undefined>): number[] | null {
  const isGap = (i: number) => (values[i] ?? null) === null;
  const lones = Array.from(values, (_, i) => i).filter(
    (i) => !isGap(i) && isGap(i - 1) && isGap(i + 1),
  );
  return lones.length === 0 ? null : lones;
}

/** The axis reaches further than the largest value; its lines are chosen by the value. */
function valueScale(unit: Unit) {
  let largest = 0;
  const scale: uPlot.Scale = {
    range: (_plot, _min, max) => {
      largest = max ?? 0;
      return [0, ticksOf(unit, largest).at(-1) ?? 1];
    },
  };
  return { scale, splits: () => [...ticksOf(unit, largest)] };
}

function themed(variable: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(variable).trim();
}

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];

/** The distances between two labels, in seconds. */
const DISTANCES = [
  ...[1, 5, 10, 15, 30].map((seconds) => seconds),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 7, 14, 30, 91, 365].map((days) => days * DAY),
];

/** No label between two points. */
function distancesFrom(stepMs: number): number[] {
  return DISTANCES.filter((distance) => distance * 1000 >= stepMs);
}

/** The times an axis begins and ends at, in seconds. A single point has half a step on both sides. */
function timeRange(timesMs: readonly number[], stepMs: number): [number, number] {
  const [first = 0] = timesMs;
  const last = timesMs.at(-1) ?? first;
  const around = first === last ? Math.max(stepMs, 1000) / 2 : 0;
  return [(first - around) / 1000, (last + around) / 1000];
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `15 Nov` where a day begins, else the clock; with seconds if the labels are less than a minute apart. */
function timeLabels(timesSec: readonly number[], zone: string): string[] {
  const apart = (timesSec[1] ?? 0) - (timesSec[0] ?? 0);
  return timesSec.map((sec) => {
    const { date, clock } = wallTime(zone, sec * 1000);
    const isDay = apart >= DAY || (apart >= MINUTE && clock === '00:00:00');
    if (isDay) return `${Number(date.slice(8))} ${MONTHS[Number(date.slice(5, 7)) - 1] ?? ''}`;
    return apart < MINUTE && timesSec.length > 1 ? clock : clock.slice(0, 5);
  });
}
