import { DAY_MS } from '../../lib/day.ts';
import { ALL_HOURS, localDayOf, localDaySpan, localMs, QUARTER_MS } from '../../lib/local-day.ts';
import type { Query } from '../../lib/sql/database.ts';
import { offsetsOf } from '../../lib/time-zone.ts';
import type { TrafficShare } from './pacing.ts';

/** The last days, without today, whose traffic tells how that of a day is spread. */
const HISTORY_DAYS = 7;
/** Days of UTC in which those days of any time zone lie, with today. */
const READ_DAYS = HISTORY_DAYS + 2;
const DAY_QUARTERS = DAY_MS / QUARTER_MS;
const HOUR_QUARTERS = 4;
/** Counts of a quarter of an hour may come this much later. */
const LATE_MS = 2 * 3_600_000;
const REFRESH_MS = 600_000;
/** After a failure. */
const RETRY_MS = 60_000;

/** A day with fewer requests tells less, in proportion. */
const REQUESTS_TRUSTED = 500;

/** This share of a day is spread by the clock whatever the traffic was, so that no hour is locked out. */
const CLOCK_SHARE_MIN = 0.05;

/** Curves that are kept: one for each time zone, of today. */
const CURVES_MAX = 600;

/** The traffic of one day of a zone. */
type DayCurve = {
  readonly day: number;
  readonly fromMs: number;
  /** What comes before each quarter of an hour of it, and, at the end, all of it. */
  readonly before: Float64Array;
  /** The hour that each quarter is of. */
  readonly hours: Uint8Array;
};

type Counts = ReadonlyMap<number, number>;

/** How the exchange's requests are spread over a day, by those of the last seven days. */
export function createTraffic() {
  /** By the number of the quarter of an hour since 1970. At most `READ_DAYS` of them. */
  let requests: Counts = new Map();
  const curves = new Map<string, DayCurve>();
  let readUntilMs: number | undefined;
  let failedMs = Number.NEGATIVE_INFINITY;
  let isReading = false;

  /** What is new, a day at a time, so that no statement takes long. */
  async function read(query: Query, nowMs: number): Promise<void> {
    const endMs = Math.ceil(nowMs / QUARTER_MS) * QUARTER_MS;
    const firstMs = endMs - READ_DAYS * DAY_MS;
    const newMs = Math.floor(((readUntilMs ?? firstMs) - LATE_MS) / QUARTER_MS) * QUARTER_MS;
    const fromMs = Math.max(firstMs, newMs);
    const isKept = (quarter: number) =>
      quarter >= firstMs / QUARTER_MS && quarter < Math.min(fromMs, endMs) / QUARTER_MS;
    const counts = new Map([...requests].filter(([quarter]) => isKept(quarter)));
    for (let ms = fromMs; ms < endMs; ms += DAY_MS) {
      await addCounts(counts, query, ms, Math.min(ms + DAY_MS, endMs));
    }
    requests = counts;
    readUntilMs = nowMs;
    curves.clear();
  }

  function curveOf(zone: string, ms: number): DayCurve {
    const day = localDayOf(zone, ms);
    const known = curves.get(zone);
    if (known?.day === day) return known;
    const curve = cumulate(zone, day, intensities(requests, zone, day));
    if (curves.size < CURVES_MAX || curves.has(zone)) curves.set(zone, curve);
    return curve;
  }

  const shareOf: TrafficShare = ({ zone, openHours }, { startMs, endMs }, ms) => {
    const curve = curveOf(zone, ms);
    const start = trafficBefore(curve, openHours, startMs);
    const whole = trafficBefore(curve, openHours, endMs) - start;
    return whole <= 0 ? 1 : Math.min(1, (trafficBefore(curve, openHours, ms) - start) / whole);
  };

  return {
    /**
     * Reads what is new once in a while. undefined: it is not time, or the last time has not ended. Until the first one
     * ends, the day follows the clock.
     */
    refresh(query: Query, nowMs: number): Promise<void> | undefined {
      const isKnown = readUntilMs !== undefined && Math.abs(nowMs - readUntilMs) < REFRESH_MS;
      if (isKnown || isReading || Math.abs(nowMs - failedMs) < RETRY_MS) return undefined;
      isReading = true;
      return read(query, nowMs)
        .catch((error: unknown) => {
          failedMs = nowMs;
          throw error;
        })
        .finally(() => {
          isReading = false;
        });
    },
    shareOf,
  };
}

async function addCounts(
  counts: Map<number, number>,
  query: Query,
  fromMs: number,
  toMs: number,
): Promise<void> {
  const rows = await query(
    `select minute_ms / ${QUARTER_MS} as quarter, sum(requests) as requests from rollups
    where minute_ms >= $1 and minute_ms < $2 group by minute_ms / ${QUARTER_MS}`,
    [fromMs, toMs],
  );
  for (const row of rows) counts.set(Number(row.quarter), Number(row.requests));
}

/**
 * The expected traffic of each quarter of an hour of a local day, in shares of the day. Each day of the history counts
 * alike, however busy it was, so that one with a spike or an outage changes the mean by a seventh at most. The days that
 * are not known, or have few requests, count as even ones.
 */
function intensities(requests: Counts, zone: string, today: number): Float64Array {
  const shares = new Float64Array(DAY_QUARTERS);
  const byDay = Map.groupBy(localQuarters(requests, zone, today), ({ day }) => day);
  let days = 0;
  for (const quarters of byDay.values()) {
    const all = quarters.reduce((sum, { count }) => sum + count, 0);
    const trust = Math.min(1, all / REQUESTS_TRUSTED);
    for (const { at, count } of quarters) {
      shares[at] = (shares[at] ?? 0) + (trust * count) / Math.max(1, all);
    }
    days += trust;
  }
  const learnt = (1 - CLOCK_SHARE_MIN) / HISTORY_DAYS;
  const byClock = (1 - days * learnt) / DAY_QUARTERS;
  return shares.map((share) => share * learnt + byClock);
}

/** The counts of the days before today: the day of each, and which quarter of it. */
function* localQuarters(requests: Counts, zone: string, today: number) {
  const { fromMs } = localDaySpan(zone, today - HISTORY_DAYS);
  const { fromMs: toMs } = localDaySpan(zone, today);
  const offsets = offsetsOf(zone, fromMs, toMs);
  for (const [quarter, count] of requests) {
    const ms = quarter * QUARTER_MS;
    if (ms < fromMs || ms >= toMs) continue;
    const offset = offsets.findLast(({ sinceMs }) => sinceMs <= ms)?.offsetMs ?? 0;
    const local = ms + offset;
    yield { day: Math.floor(local / DAY_MS), at: quarterOf(local), count };
  }
}

function quarterOf(localMs: number): number {
  return Math.floor((localMs % DAY_MS) / QUARTER_MS);
}

/** Over the quarters that the day really has: an hour that its clock skips is not among them, one that it repeats is twice. */
function cumulate(zone: string, day: number, shares: Float64Array): DayCurve {
  const { fromMs, toMs } = localDaySpan(zone, day);
  const quarters = (toMs - fromMs) / QUARTER_MS;
  const before = new Float64Array(quarters + 1);
  const hours = new Uint8Array(quarters);
  for (let index = 0; index < quarters; index++) {
    const at = quarterOf(localMs(zone, fromMs + index * QUARTER_MS));
    before[index + 1] = (before[index] ?? 0) + (shares[at] ?? 0);
    hours[index] = Math.floor(at / HOUR_QUARTERS);
  }
  return { day, fromMs, before, hours };
}

/** In the hours that are open. Within a quarter of an hour, requests come evenly. */
function trafficBefore({ fromMs, before, hours }: DayCurve, openHours: number, ms: number): number {
  const at = Math.min(hours.length, Math.max(0, (ms - fromMs) / QUARTER_MS));
  const within = (index: number) =>
    ((before[index + 1] ?? 0) - (before[index] ?? 0)) * Math.min(1, at - index);
  if (openHours === ALL_HOURS) {
    const index = Math.min(hours.length - 1, Math.floor(at));
    return (before[index] ?? 0) + within(index);
  }
  let sum = 0;
  for (let index = 0; index < at; index++) {
    if (((openHours >> (hours[index] ?? 0)) & 1) === 1) sum += within(index);
  }
  return sum;
}
