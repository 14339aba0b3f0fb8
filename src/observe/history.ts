import { BUCKETS, quantileMs } from './buckets.ts';
import type { Layout, Slab } from './layout.ts';
import { createMinutes, difference, type Minutes } from './minutes.ts';
import { OUTCOMES, type Outcome, STAGES } from './series.ts';
import type { Totals } from './totals.ts';

/** The figures of the last quarter of an hour by second and by minute, for the console. */
export type History = {
  /** To be called once a second. undefined at the first call and after a reload. */
  readonly sample: (nowMs: number) => Point | undefined;
  readonly latest: () => Point | undefined;
  /** The last seconds, at most `pointsMax`, the oldest first. */
  readonly snapshot: (pointsMax: number) => Snapshot;
  readonly lately: Minutes['look'];
};

/** Figures of one second. null where there is no value, as for the latency without requests. */
export type Figures = Readonly<Record<FigureName, number | null>>;

export type Point = {
  readonly timeMs: number;
  readonly figures: Figures;
  /** How often each partner was asked in this second. */
  readonly asked: Readonly<Record<string, number>>;
};

export type Snapshot = {
  readonly timesMs: readonly number[];
  readonly figures: Readonly<Record<FigureName, readonly (number | null)[]>>;
};

export const FUNNEL = ['received', 'valid', ...STAGES] as const;

export type FigureName =
  | `requests.${Outcome}`
  | `funnel.${(typeof FUNNEL)[number]}`
  | 'latencyMs.p50'
  | 'latencyMs.p95'
  | 'latencyMs.p99'
  | 'ownTimeMs.p50'
  | 'imps'
  | 'sold'
  | 'fillRate'
  | 'spendUsd';

export const POINTS = 900;

type Column = Float32Array;

export function createHistory(totals: Totals): History {
  const times = new Float64Array(POINTS);
  const columns = new Map<string, Column>();
  const minutes = createMinutes();
  let before: { cells: Slab; layout: Layout; timeMs: number } | undefined;
  let written = 0;
  let last: Point | undefined;

  const keep = ({ timeMs, figures }: Point) => {
    times[written % POINTS] = timeMs;
    for (const [name, value] of Object.entries(figures)) {
      const column = columns.get(name) ?? new Float32Array(POINTS).fill(Number.NaN);
      columns.set(name, column);
      column[written % POINTS] = value ?? Number.NaN;
    }
    written++;
  };

  return {
    sample(nowMs) {
      const layout = totals.layout();
      const cells = totals.read();
      const from = before;
      before = { cells, layout, timeMs: nowMs };
      minutes.note(nowMs, cells, layout);
      // The second of a reload is skipped: its cells have other positions.
      if (from === undefined || from.layout !== layout || nowMs <= from.timeMs) return undefined;
      const seconds = (nowMs - from.timeMs) / 1000;
      last = pointOf(difference(cells, from.cells), layout, { timeMs: nowMs, seconds });
      keep(last);
      return last;
    },
    latest: () => last,
    snapshot(pointsMax) {
      const range = { written, count: Math.min(written, POINTS, pointsMax) };
      const figures = [...columns].map(([name, column]) => [
        name,
        inOrder(column, range).map((value) => (Number.isNaN(value) ? null : rounded(value))),
      ]);
      return { timesMs: inOrder(times, range), figures: Object.fromEntries(figures) };
    },
    lately: minutes.look,
  };
}

type Range = { readonly written: number; readonly count: number };

function inOrder(ring: Float32Array | Float64Array, { written, count }: Range): readonly number[] {
  return Array.from({ length: count }, (_, i) => ring[(written - count + i) % POINTS] ?? 0);
}

/** Removes the digits that a 32-bit number does not have. */
const rounded = (value: number) => Math.round(value * 1e6) / 1e6;

function pointOf(
  counted: Slab,
  layout: Layout,
  { timeMs, seconds }: { readonly timeMs: number; readonly seconds: number },
): Point {
  const { cellOf, words } = layout;
  const count = (...row: Parameters<Layout['cellOf']>) => counted[cellOf(...row)] ?? 0;
  const rate = (...row: Parameters<Layout['cellOf']>) => count(...row) / seconds;
  const percentile = (q: number, ...row: Parameters<Layout['cellOf']>) => {
    const first = cellOf(...row);
    return quantileMs(counted.subarray(first, first + BUCKETS), q) ?? null;
  };
  const sumOf = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
  const names = words.partners.map(({ name }) => name);
  const imps = rate('parley_imps_total');
  const sold = sumOf(names.map((name) => rate('parley_partner_wins_total', name)));
  const spend = sumOf(names.map((name) => rate('parley_spend_usd_total', name)));
  const requests = OUTCOMES.map((outcome) => rate('parley_requests_total', outcome));
  const [bid = 0, noBid = 0] = requests;
  const stages = STAGES.map((stage) => rate('parley_funnel_requests_total', stage));
  const funnel = [sumOf(requests), bid + noBid, ...stages];

  const figures = {
    ...Object.fromEntries(OUTCOMES.map((outcome, i) => [`requests.${outcome}`, requests[i] ?? 0])),
    ...Object.fromEntries(FUNNEL.map((stage, i) => [`funnel.${stage}`, funnel[i] ?? 0])),
    'latencyMs.p50': percentile(0.5, 'parley_request_duration_seconds'),
    'latencyMs.p95': percentile(0.95, 'parley_request_duration_seconds'),
    'latencyMs.p99': percentile(0.99, 'parley_request_duration_seconds'),
    'ownTimeMs.p50': percentile(0.5, 'parley_own_time_seconds'),
    imps,
    sold,
    fillRate: imps > 0 ? sold / imps : null,
    spendUsd: spend / layout.series.parley_spend_usd_total.divisor,
  } as Figures;
  const asked = names.map((name) => [name, rate('parley_partner_asked_total', name)]);
  return { timeMs, figures, asked: Object.fromEntries(asked) };
}
