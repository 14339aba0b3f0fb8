import { quantileMs } from './buckets.ts';
import type { Layout, Slab } from './layout.ts';
import { OUTCOMES, type RequestOutcome, type SeriesName } from './series.ts';
import type { Totals } from './totals.ts';

/** The figures of one second. */
export type Point = {
  readonly timeMs: number;
  readonly requests: Readonly<Record<RequestOutcome, number>>;
  /** null without a request. */
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly p99Ms: number | null;
  readonly imps: number;
  readonly sold: number;
  readonly spendUsd: number;
};

export const POINTS = 900;

export type History = ReturnType<typeof createHistory>;

/** The figures of the last quarter of an hour by second and by minute, for the console. */
export function createHistory({ layout, read }: Totals) {
  const minutes = createMinutes(layout);
  const points: Point[] = [];
  let asked: Readonly<Record<string, number>> = {};

  return {
    /** To be called once a second. undefined at the first call. */
    sample(nowMs: number): Point | undefined {
      const cells = read();
      const from = minutes.note({ timeMs: nowMs, cells });
      if (from === undefined || nowMs <= from.timeMs) return undefined;
      const counted = difference(cells, from.cells);
      const seconds = (nowMs - from.timeMs) / 1000;
      const rate: RowRate = (...row) => (counted[layout.cellOf(...row)] ?? 0) / seconds;
      const partners = layout.partners.map(({ name }) => name);
      asked = Object.fromEntries(
        partners.map((name) => [name, rate('parley_partner_asked_total', name)]),
      );
      const point = { timeMs: nowMs, ...figuresOf(rate, layout), ...latencyOf(counted, layout) };
      points.push(point);
      if (points.length > POINTS) points.shift();
      return point;
    },
    /** The last seconds, at most `countMax`, the oldest first. */
    points: (countMax: number): readonly Point[] => points.slice(-countMax),
    /** How often each partner was asked in the last second. */
    asked: () => asked,
    lately: minutes.look,
  };
}

/** What a row of a series has counted in a second. */
type RowRate = (...row: Parameters<Layout['cellOf']>) => number;

function figuresOf(rate: RowRate, { partners, series }: Layout) {
  const ofPartners = (name: SeriesName) =>
    partners.reduce((sum, partner) => sum + rate(name, partner.name), 0);
  const requests = OUTCOMES.map((outcome) => [outcome, rate('parley_requests_total', outcome)]);
  return {
    requests: Object.fromEntries(requests) as Point['requests'],
    imps: rate('parley_imps_total'),
    sold: ofPartners('parley_partner_wins_total'),
    spendUsd: ofPartners('parley_spend_usd_total') / series.parley_spend_usd_total.divisor,
  };
}

function latencyOf(cells: Slab, { cellOf }: Layout) {
  const first = cellOf('parley_request_duration_seconds');
  const percentile = (q: number) => {
    const ms = quantileMs(cells, first, q);
    return ms === undefined ? null : Math.round(ms * 1e6) / 1e6;
  };
  return { p50Ms: percentile(0.5), p95Ms: percentile(0.95), p99Ms: percentile(0.99) };
}

/** Differences of counters. In the cells of gauges they have no meaning. */
export type Lately = NonNullable<ReturnType<History['lately']>>;

const MINUTE_MS = 60_000;
export const MINUTES = 15;

/** The sums of all counters at one time. */
type SumsReading = { readonly timeMs: number; readonly cells: Slab };

/** The sums at the start of each of the last fifteen minutes. Differences of them are the counts of a time. */
export function createMinutes(layout: Layout) {
  let marks: readonly SumsReading[] = [];
  let newest: SumsReading | undefined;
  /** The time of the last reading in which each cell had grown. */
  let grownMs: Slab = new Float64Array(0);

  function noteGrown({ timeMs, cells }: SumsReading, before: SumsReading): void {
    // A layout grows when a partner comes.
    grownMs = cells.map((cell, i) => (cell > (before.cells[i] ?? 0) ? timeMs : (grownMs[i] ?? 0)));
  }

  return {
    /** To be called with every reading. Keeps one a minute. Returns the reading before. */
    note(reading: SumsReading): SumsReading | undefined {
      const { timeMs: nowMs, cells } = reading;
      const before = newest;
      if (before !== undefined) noteGrown(reading, before);
      newest = reading;
      const last = marks.at(-1);
      if (last === undefined || nowMs - last.timeMs >= MINUTE_MS) {
        const kept = marks.filter(({ timeMs }) => nowMs - timeMs < MINUTES * MINUTE_MS);
        marks = [...kept, { timeMs: nowMs, cells }].slice(-MINUTES);
      }
      return before;
    },
    /** undefined before the first reading. */
    look() {
      const [first] = marks;
      if (newest === undefined || first === undefined) return undefined;
      const { cells: now, timeMs: nowMs } = newest;
      /** The counts by minute, the oldest first. The last minute is not over. */
      const byMinute = marks.map(({ cells }, i) => difference(marks[i + 1]?.cells ?? now, cells));
      /** When each of these minutes ended; of the last one, the time of the newest reading. */
      const endsMs = marks.map((_, i) => marks[i + 1]?.timeMs ?? nowMs);
      return { layout, now, since: difference(now, first.cells), byMinute, endsMs, grownMs };
    },
  };
}

/** Of a partner that came between the two, all that it counts. Never below zero. */
export function difference(now: Slab, before: Slab): Slab {
  return now.map((cell, i) => Math.max(0, cell - (before[i] ?? 0)));
}
