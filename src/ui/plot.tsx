import { useState } from 'preact/hooks';
import { offsetMs, wallTime } from '../lib/time-zone.ts';
import { ticksOf, tickWords, type Unit, valueWords } from './units.ts';
import { dateTimeWords, timeWords, useZone } from './zone.tsx';

type PlotProps = {
  readonly title: string;
  readonly unit: Unit;
  readonly timesMs: readonly number[];
  /** The time between two points. */
  readonly stepMs: number;
  readonly series: readonly {
    readonly name: string;
    /** A CSS variable, so that it follows the theme. */
    readonly color: string;
    readonly values: readonly (number | null)[];
  }[];
  /** A remark about the last point. */
  readonly lastIs?: string | undefined;
  /** Where it differs from the console's time zone. */
  readonly zone?: string;
};

type Point = readonly [x: number, y: number] | null;

/** Of the drawing, which is stretched to the room that there is. */
const [WIDTH, HEIGHT] = [1000, 100];

/** Up to this many points get a dot each. */
const DOTTED_POINTS_MAX = 60;

/** Lines over time. The legend has the values under the pointer, or the last ones. */
export function Plot({ title, unit, timesMs, stepMs, series, lastIs, zone: own }: PlotProps) {
  const chosenZone = useZone();
  const zone = own ?? chosenZone;
  const [pointedAt, setPointedAt] = useState<number>();
  const last = timesMs.length - 1;
  const index = Math.min(pointedAt ?? last, last);
  const [firstMs = 0] = timesMs;
  const spanMs = (timesMs[last] ?? firstMs) - firstMs;
  // A single point is in the middle.
  const xOf = (ms: number) => (spanMs === 0 ? 0.5 : (ms - firstMs) / spanMs);
  const largest = series
    .flatMap(({ values }) => values)
    .reduce((a, b) => Math.max(a ?? 0, b ?? 0), 0);
  const ticks = ticksOf(unit, largest ?? 0);
  const yOf = (value: number) => HEIGHT * (1 - value / (ticks.at(-1) ?? 1));
  const shown = series.map(({ values }) => {
    const value = values[index] ?? null;
    return value === null ? '–' : valueWords(unit, value);
  });
  const atMs = timesMs[index] ?? 0;
  const time = stepMs < MINUTE_MS ? timeWords(atMs, zone, Date.now()) : dateTimeWords(atMs, zone);
  const said = series.map(({ name }, i) => `${name} ${shown[i]}`).join(', ');
  const point = (event: PointerEvent & { readonly currentTarget: Element }) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const x = (event.clientX - left) / width;
    const distances = timesMs.map((ms) => Math.abs(xOf(ms) - x));
    setPointedAt(distances.indexOf(Math.min(...distances)));
  };
  return (
    <section class="panel plot">
      <h2>
        {title}{' '}
        <span class="muted">
          {index === last && lastIs !== undefined ? `${time}, ${lastIs}` : time}
        </span>
      </h2>
      <ul class="legend" aria-hidden="true">
        {series.map(({ name, color }, i) => (
          <li key={name}>
            <span class="swatch" style={{ background: `var(${color})` }} />
            {name} <strong>{shown[i]}</strong>
          </li>
        ))}
      </ul>
      <div class="plot-frame">
        <ol class="plot-values" aria-hidden="true">
          {tickWords(unit, ticks).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ol>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${title}: ${said}`}
          onPointerMove={point}
          onPointerLeave={() => setPointedAt(undefined)}
        >
          {ticks.map((value) => (
            <path class="plot-grid" d={`M0 ${yOf(value)}H${WIDTH}`} key={value} />
          ))}
          {pointedAt === undefined ? null : (
            <path class="plot-pointer" d={`M${xOf(atMs) * WIDTH} 0V${HEIGHT}`} />
          )}
          {series.map(({ name, color, values }) => {
            const points = values.map((value, i): Point => {
              return value === null ? null : [xOf(timesMs[i] ?? 0) * WIDTH, yOf(value)];
            });
            return (
              <g style={{ stroke: `var(${color})` }} key={name}>
                <path class="plot-line" d={lineThrough(points)} />
                <path class="plot-dots" d={dotsAt(points)} />
              </g>
            );
          })}
        </svg>
        <ol class="plot-times" aria-hidden="true">
          {labelsOf(timesMs, stepMs, zone).map(([ms, words]) => (
            <li style={{ left: `${xOf(ms) * 100}%` }} key={ms}>
              {words}
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

/** A value that is missing leaves a gap. */
function lineThrough(points: readonly Point[]): string {
  return points
    .map((point, i) => point && `${points[i - 1] ? 'L' : 'M'}${rounded(point)}`)
    .filter((step) => step !== null)
    .join('');
}

/** Of many points, only those without a neighbour: no line leads to them. */
function dotsAt(points: readonly Point[]): string {
  const isDotted = points.length <= DOTTED_POINTS_MAX;
  // With round caps, a line of no length is a dot.
  return points
    .map((one, i) =>
      one !== null && (isDotted || !(points[i - 1] || points[i + 1])) ? `M${rounded(one)}h0` : '',
    )
    .join('');
}

const rounded = ([x, y]: readonly [number, number]) => `${x.toFixed(1)} ${y.toFixed(1)}`;

type SparklineProps = { readonly values: readonly (number | null)[]; readonly label: string };

/** A small line without axes. */
export function Sparkline({ values, label }: SparklineProps) {
  const known = values.filter((value) => value !== null);
  // One value makes no line.
  if (known.length < 2) return null;
  const top = Math.max(...known, 1);
  const points = values.map((value, i): Point => {
    return value === null ? null : [(i * 96) / (values.length - 1), 22 - (value / top) * 20];
  });
  return (
    <svg class="sparkline" viewBox="0 0 96 24" role="img" aria-label={label}>
      <path d={lineThrough(points) + dotsAt(points)} />
    </svg>
  );
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const LABELS_MAX = 6;

/** The distances that labels can have, below a day. */
const DISTANCES_MS = [
  ...[1, 5, 10, 15, 30].map((seconds) => seconds * 1000),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS),
];

/** The points that have their time below them: `15 Nov` where a day begins, else the clock. */
function labelsOf(timesMs: readonly number[], stepMs: number, zone: string) {
  const [firstMs = 0] = timesMs;
  const spanMs = (timesMs.at(-1) ?? firstMs) - firstMs;
  const distanceMs = DISTANCES_MS.find((ms) => ms >= stepMs && spanMs / ms <= LABELS_MAX);
  const localMs = offsetMs(zone, firstMs);
  const found = timesMs.filter((ms) =>
    distanceMs === undefined
      ? wallTime(zone, ms).clock === MIDNIGHT
      : (Math.floor((ms + localMs) / stepMs) * stepMs) % distanceMs === 0,
  );
  const every = Math.ceil(found.length / (LABELS_MAX + 1));
  return found
    .filter((_, i) => i % every === 0)
    .map((ms) => {
      const { date, clock } = wallTime(zone, ms);
      if (clock !== MIDNIGHT || stepMs < MINUTE_MS) {
        return [ms, clock.slice(0, (distanceMs ?? DAY_MS) < MINUTE_MS ? 8 : 5)] as const;
      }
      const month = MONTHS[Number(date.slice(5, 7)) - 1] ?? '';
      return [ms, `${Number(date.slice(8))} ${month}`] as const;
    });
}

const MIDNIGHT = '00:00:00';
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
