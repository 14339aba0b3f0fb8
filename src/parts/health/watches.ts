import { COLUMNS } from '../../core/sale/measures.ts';
import type { Point } from '../../host/observe/history.ts';
import type { FoundTrouble } from '../../host/observe/troubles.ts';
import type { Ledger } from '../../ledger/start-ledger.ts';
import { DAY_MS } from '../../lib/day.ts';

/** What is noticed by comparing figures of now with those of before. */

const MINUTE_MS = 60_000;

/** Without a request for this long, traffic is gone. */
const GONE_MS = 5 * MINUTE_MS;
/** There was traffic if so many requests came in the time before the last one. */
const BUSY_MS = 10 * MINUTE_MS;
const BUSY_REQUESTS_MIN = 100;
/** Whoever has not brought traffic back by then does not expect any. */
const EXPECTED_MS_MAX = DAY_MS;

/** Notices that requests stop coming to a machine that had many. The history is shorter than that may last. */
export function createTrafficWatch() {
  let last: { readonly atMs: number; readonly requests: number } | undefined;

  return (points: readonly Point[], nowMs: number): FoundTrouble | undefined => {
    const newest = points.findLast((point) => requestsOf(point) > 0);
    // The history forgets, second by second, what came before a request that stays the last one.
    if (newest !== undefined && newest.timeMs !== last?.atMs) {
      const fromMs = newest.timeMs - BUSY_MS;
      const before = points.filter(({ timeMs }) => timeMs > fromMs && timeMs <= newest.timeMs);
      const requests = Math.round(before.reduce((sum, point) => sum + requestsOf(point), 0));
      last = requests < BUSY_REQUESTS_MIN ? undefined : { atMs: newest.timeMs, requests };
    }
    if (last === undefined) return undefined;
    const silentMs = nowMs - last.atMs;
    if (silentMs < GONE_MS || silentMs > EXPECTED_MS_MAX) return undefined;
    return {
      what: `no request has come since ${timeOf(last.atMs)} UTC, after ${last.requests} in the ten minutes before`,
    };
  };
}

export const requestsOf = ({ requests }: Point): number =>
  Object.values(requests).reduce((sum, count) => sum + count, 0);

const timeOf = (ms: number): string => new Date(ms).toISOString().slice(11, 16);

const HOUR_MS = 60 * MINUTE_MS;
/** Counts reach the database a little later. */
const LATE_MS = 2 * MINUTE_MS;
const DAYS = 7;
/** The counts of the days before are read this seldom: there are seven times as many of them. */
const USUAL_MS = 15 * MINUTE_MS;
/** Valid requests, now and on the days before. */
const REQUESTS_MIN = 200;
/** Where fewer ads than this were to be expected, chance alone may bring few. */
const EXPECTED_ADS_MIN = 20;
const FALLEN_TO = 0.5;

type Filled = { readonly ads: number; readonly requests: number };

/** Compares how many requests got an ad in the last hour with the same hour of the days before, on all machines. */
export function createFillWatch(report: Ledger['report'], nowMs: () => number) {
  let usual: { readonly filled: Filled; readonly untilMs: number } | undefined;

  async function filledIn(toMs: number): Promise<Filled> {
    const answer = await report({ by: [], fromMs: toMs - HOUR_MS, toMs });
    if ('reason' in answer) throw new Error(answer.reason);
    const { sums } = answer.totals;
    const [ads, requests] = COLUMNS.fill.ratio((column) => Number(sums[column] ?? 0n));
    return { ads, requests };
  }

  async function usualAt(toMs: number): Promise<Filled> {
    if (usual !== undefined && nowMs() < usual.untilMs) return usual.filled;
    let [ads, requests] = [0, 0];
    for (let day = 1; day <= DAYS; day++) {
      const one = await filledIn(toMs - day * DAY_MS);
      ads += one.ads;
      requests += one.requests;
    }
    usual = { filled: { ads, requests }, untilMs: nowMs() + USUAL_MS };
    return usual.filled;
  }

  /** Reads the counts. To be called once a minute. That the database fails is told elsewhere. */
  return async (): Promise<FoundTrouble | undefined> => {
    const toMs = Math.floor((nowMs() - LATE_MS) / MINUTE_MS) * MINUTE_MS;
    return fallOf(await filledIn(toMs), await usualAt(toMs));
  };
}

function fallOf(now: Filled, usual: Filled): FoundTrouble | undefined {
  if (now.requests < REQUESTS_MIN || usual.requests < REQUESTS_MIN) return undefined;
  const expected = (usual.ads / usual.requests) * now.requests;
  if (expected < EXPECTED_ADS_MIN || now.ads > expected * FALLEN_TO) return undefined;
  const [share, before] = [now, usual].map(({ ads, requests }) => percent(ads / requests));
  return {
    what: `${share} of the valid requests of the last hour got an ad, and ${before} at this hour of the last days`,
  };
}

const percent = (share: number): string => `${Math.round(100 * share)} %`;
