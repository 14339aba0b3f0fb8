import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../test/properties/runs.ts';
import { DAY_MS } from '../../lib/day.ts';
import { ALL_HOURS, localDayOf, localDaySpan, localMs, QUARTER_MS } from '../../lib/local-day.ts';
import type { SqlValue } from '../../lib/sql/database.ts';
import { createTraffic } from './traffic.ts';

const HOUR_MS = 3_600_000;
/** 0:00 UTC on a day. */
const TODAY_MS = 20_000 * DAY_MS;

/** How many requests came in the quarter of an hour that begins then. */
type Counts = (ms: number) => number;

/** What the traffic is at that moment. */
async function trafficAt(nowMs: number, counts: Counts) {
  const query = async (_: string, range: readonly SqlValue[] = []) => {
    const [from = 0, to = 0] = range.map(Number);
    const rows = [];
    for (let ms = from; ms < Math.min(to, nowMs); ms += QUARTER_MS) {
      rows.push({ quarter: ms / QUARTER_MS, requests: counts(ms) });
    }
    return rows.filter(({ requests }) => requests > 0);
  };
  const traffic = createTraffic();
  await traffic.refresh(query, nowMs);
  return traffic;
}

const allDay = (zone: string) => ({ zone, openHours: ALL_HOURS });

const hourOf = (ms: number) => Math.floor((ms % DAY_MS) / HOUR_MS);

test('where nothing is known, the traffic follows the clock', async () => {
  const { shareOf } = await trafficAt(TODAY_MS + HOUR_MS, () => 0);
  const span = { startMs: TODAY_MS, endMs: TODAY_MS + DAY_MS };
  expect(shareOf(allDay('UTC'), span, TODAY_MS + 6 * HOUR_MS)).toBeCloseTo(0.25, 9);
});

test('the traffic is that of the same hours of the zone, on days of 23 and of 25 hours too', async () => {
  for (const date of ['2026-03-29', '2026-10-25', '2026-10-26']) {
    const day = Date.parse(date) / DAY_MS;
    const { fromMs, toMs } = localDaySpan('Europe/Berlin', day);
    const local: Counts = (ms) => (hourOf(localMs('Europe/Berlin', ms)) >= 18 ? 1000 : 0);
    const { shareOf } = await trafficAt(fromMs + HOUR_MS, local);
    const span = { startMs: fromMs, endMs: toMs };
    const share = (ms: number) => shareOf(allDay('Europe/Berlin'), span, ms);
    expect(share(toMs - 6 * HOUR_MS)).toBeLessThan(0.05);
    expect(share(toMs - 3 * HOUR_MS) - share(toMs - 6 * HOUR_MS)).toBeCloseTo(0.48, 2);
    expect(share(toMs)).toBe(1);
  }
});

test('whatever the traffic was, in any zone, a share grows from 0 to 1 and never stands still', async () => {
  const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/Havana', 'Australia/Lord_Howe');
  const moment = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2027-01-01') });
  const seeds = fc.array(fc.oneof(fc.constant(0), fc.nat(1e9)), { minLength: 1, maxLength: 50 });
  await fc.assert(
    fc.asyncProperty(zone, moment, seeds, async (zone, nowMs, seeds) => {
      const { shareOf } = await trafficAt(
        nowMs,
        (ms) => seeds[(ms / QUARTER_MS) % seeds.length] ?? 0,
      );
      const { fromMs, toMs } = localDaySpan(zone, localDayOf(zone, nowMs));
      const span = { startMs: fromMs, endMs: toMs };
      let last = shareOf(allDay(zone), span, fromMs);
      expect(last).toBe(0);
      for (let ms = fromMs + HOUR_MS / 2; ms < toMs; ms += HOUR_MS / 2) {
        const share = shareOf(allDay(zone), span, ms);
        // A twentieth of a day is spread by the clock: half an hour has at least a thousandth.
        expect(share - last).toBeGreaterThan(0.0009);
        last = share;
      }
      expect(shareOf(allDay(zone), span, toMs - 1)).toBeLessThanOrEqual(1);
    }),
    { numRuns: runs(20) },
  );
});
