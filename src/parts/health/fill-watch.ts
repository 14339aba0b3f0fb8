import { COLUMNS } from '../../core/sale/measures.ts';
import type { Trouble } from '../../host/admin/answers.ts';
import type { Ledger } from '../../ledger/start-ledger.ts';
import { DAY_MS } from '../../lib/day.ts';
import { troubleOf } from './trouble-of.ts';

const MINUTE_MS = 60_000;
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
  let trouble: Trouble | undefined;

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

  return {
    /** Reads the counts. To be called once a minute. */
    async look(): Promise<void> {
      const toMs = Math.floor((nowMs() - LATE_MS) / MINUTE_MS) * MINUTE_MS;
      try {
        trouble = fallOf(await filledIn(toMs), await usualAt(toMs));
      } catch {
        // That the database fails is told elsewhere.
        trouble = undefined;
      }
    },
    trouble: () => trouble,
  };
}

function fallOf(now: Filled, usual: Filled): Trouble | undefined {
  if (now.requests < REQUESTS_MIN || usual.requests < REQUESTS_MIN) return undefined;
  const expected = (usual.ads / usual.requests) * now.requests;
  if (expected < EXPECTED_ADS_MIN || now.ads > expected * FALLEN_TO) return undefined;
  const what = `${percentOf(now)} of the valid requests of the last hour got an ad, and ${percentOf(usual)} at this hour of the last days`;
  return troubleOf('fill-fallen', { kind: 'bad', what, page: 'partners' });
}

function percentOf({ ads, requests }: Filled): string {
  return `${Math.round((100 * ads) / requests)} %`;
}
