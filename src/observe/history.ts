import { quantileMs } from './buckets.ts';
import type { Layout, Slab } from './layout.ts';
import { createMinutes, difference, type Minutes } from './minutes.ts';
import { OUTCOMES, type RequestOutcome, type SeriesName } from './series.ts';
import type { Totals } from './totals.ts';

/** The figures of the last quarter of an hour by second and by minute, for the console. */
export type History = {
  /** To be called once a second. undefined at the first call and after a reload. */
  readonly sample: (nowMs: number) => Point | undefined;
  /** The last seconds, at most `countMax`, the oldest first. */
  readonly points: (countMax: number) => readonly Point[];
  /** How often each partner was asked in the last second. */
  readonly asked: () => Readonly<Record<string, number>>;
  readonly lately: Minutes['look'];
};

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

export function createHistory(totals: Totals): History {
  const minutes = createMinutes();
  const points: Point[] = [];
  let before: { cells: Slab; layout: Layout; timeMs: number } | undefined;
  let asked: Readonly<Record<string, number>> = {};

  return {
    sample(nowMs) {
      const layout = totals.layout();
      const cells = totals.read();
      const from = before;
      before = { cells, layout, timeMs: nowMs };
      minutes.note(nowMs, cells, layout);
      // The second of a reload is skipped: its cells have other positions.
      if (from === undefined || from.layout !== layout || nowMs <= from.timeMs) return undefined;
      const counted = difference(cells, from.cells);
      const seconds = (nowMs - from.timeMs) / 1000;
      const rate: Rate = (...row) => (counted[layout.cellOf(...row)] ?? 0) / seconds;
      const partners = layout.words.partners.map(({ name }) => name);
      asked = Object.fromEntries(
        partners.map((name) => [name, rate('parley_partner_asked_total', name)]),
      );
      const point = { timeMs: nowMs, ...figuresOf(rate, layout), ...latencyOf(counted, layout) };
      points.push(point);
      if (points.length > POINTS) points.shift();
      return point;
    },
    points: (countMax) => points.slice(-countMax),
    asked: () => asked,
    lately: minutes.look,
  };
}

/** What one row of a series has counted, by second. */
type Rate = (...row: Parameters<Layout['cellOf']>) => number;

function figuresOf(rate: Rate, { words, series }: Layout) {
  const ofPartners = (name: SeriesName) =>
    words.partners.reduce((sum, partner) => sum + rate(name, partner.name), 0);
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
