import { BUCKETS, quantileMs } from './buckets.ts';
import type { Layout, Slab } from './layout.ts';
import { OUTCOMES, type Outcome, STAGES } from './series.ts';
import type { Totals } from './totals.ts';

/** The last quarter of an hour, second by second: what the console draws. */
export type History = {
  /** To be called once a second. Undefined where there is nothing to compare with yet. */
  readonly sample: (nowMs: number) => Point | undefined;
  readonly latest: () => Point | undefined;
  /** Oldest first. */
  readonly snapshot: () => Snapshot;
};

/** Figures are for one second; null where there is none, as the latency of nothing. */
export type Figures = Readonly<Record<FigureName, number | null>>;
export type PartnerFigures = Readonly<Record<PartnerFigureName, number | null>>;

export type Point = {
  readonly timeMs: number;
  readonly figures: Figures;
  readonly partners: Readonly<Record<string, PartnerFigures>>;
};

export type Snapshot = {
  readonly timesMs: readonly number[];
  readonly figures: Readonly<Record<FigureName, readonly (number | null)[]>>;
  readonly partners: Readonly<
    Record<string, Readonly<Record<PartnerFigureName, readonly (number | null)[]>>>
  >;
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

export type PartnerFigureName = 'asked' | 'bids' | 'wins' | 'timeouts' | 'latencyMs.p50';

export const POINTS = 900;

type Column = Float32Array;
type Columns<Name extends string> = Readonly<Record<Name, Column>>;

export function createHistory(totals: Totals): History {
  const times = new Float64Array(POINTS);
  const columns = new Map<string, Columns<string>>();
  let before: { cells: Slab; layout: Layout; timeMs: number } | undefined;
  let written = 0;
  let last: Point | undefined;

  const keep = (group: string, figures: Readonly<Record<string, number | null>>) => {
    const names = Object.keys(figures);
    const rings =
      columns.get(group) ?? Object.fromEntries(names.map((name) => [name, emptyColumn()]));
    columns.set(group, rings);
    for (const name of names) {
      const ring = rings[name];
      if (ring !== undefined) ring[written % POINTS] = figures[name] ?? Number.NaN;
    }
  };

  /** The partners of the last config are the ones that are drawn. */
  const forgetOthers = (point: Point) => {
    for (const group of columns.keys()) {
      if (group !== ALL && point.partners[group.slice(1)] === undefined) columns.delete(group);
    }
  };

  const unrolled = (group: string): Readonly<Record<string, readonly (number | null)[]>> =>
    Object.fromEntries(
      Object.entries(columns.get(group) ?? {}).map(([name, ring]) => [
        name,
        inOrder(ring, written).map((value) => (Number.isNaN(value) ? null : rounded(value))),
      ]),
    );

  return {
    sample(nowMs) {
      const layout = totals.layout();
      const cells = totals.read();
      const from = before;
      before = { cells, layout, timeMs: nowMs };
      // The second in which the config was reloaded is left out: its cells stand elsewhere.
      if (from === undefined || from.layout !== layout || nowMs <= from.timeMs) return undefined;
      const difference = cells.map((cell, i) => cell - (from.cells[i] ?? 0));
      last = pointOf(difference, layout, { timeMs: nowMs, seconds: (nowMs - from.timeMs) / 1000 });
      forgetOthers(last);
      times[written % POINTS] = nowMs;
      keep(ALL, last.figures);
      for (const [name, figures] of Object.entries(last.partners)) keep(groupOf(name), figures);
      written++;
      return last;
    },
    latest: () => last,
    snapshot: () => ({
      timesMs: inOrder(times, written),
      figures: unrolled(ALL) as Snapshot['figures'],
      partners: Object.fromEntries(
        Object.keys(last?.partners ?? {}).map((name) => [name, unrolled(groupOf(name))]),
      ) as Snapshot['partners'],
    }),
  };
}

/** Partners have a mark before their name, so that none can be called like the whole. */
const ALL = '';
const groupOf = (partner: string) => `:${partner}`;

const emptyColumn = (): Column => new Float32Array(POINTS).fill(Number.NaN);

function inOrder(ring: Float32Array | Float64Array, written: number): readonly number[] {
  const count = Math.min(written, POINTS);
  return Array.from({ length: count }, (_, i) => ring[(written - count + i) % POINTS] ?? 0);
}

/** A 32-bit number is written with digits that mean nothing. */
const rounded = (value: number) => Math.round(value * 1e6) / 1e6;

function pointOf(
  difference: Slab,
  layout: Layout,
  { timeMs, seconds }: { readonly timeMs: number; readonly seconds: number },
): Point {
  const { cellOf, words } = layout;
  const count = (...row: Parameters<Layout['cellOf']>) => difference[cellOf(...row)] ?? 0;
  const rate = (...row: Parameters<Layout['cellOf']>) => count(...row) / seconds;
  const percentile = (q: number, ...row: Parameters<Layout['cellOf']>) => {
    const first = cellOf(...row);
    return quantileMs(difference.subarray(first, first + BUCKETS), q) ?? null;
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
  const partners = names.map((name): [string, PartnerFigures] => [
    name,
    {
      asked: rate('parley_partner_asked_total', name),
      bids: rate('parley_partner_bids_total', name),
      wins: rate('parley_partner_wins_total', name),
      timeouts: rate('parley_partner_answers_total', name, 'timeout'),
      'latencyMs.p50': percentile(0.5, 'parley_partner_latency_seconds', name),
    },
  ]);
  return { timeMs, figures, partners: Object.fromEntries(partners) };
}
