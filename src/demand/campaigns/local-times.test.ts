import { describe, expect, test } from 'bun:test';
import {
  campaignOf,
  createCampaignIndex,
  requestOf,
} from '../../../test/campaigns/test-support.ts';
import type { Campaign } from './campaign-schema.ts';
import { openHoursOf } from './local-times.ts';

const at = (iso: string) => Date.parse(iso);

/** What the campaign pays at that moment; undefined where it does not run. */
function priceAt(fields: Partial<Campaign>, iso: string): number | undefined {
  const { rank } = createCampaignIndex([campaignOf({ id: 'a', cpm: 1, ...fields })]);
  const { nextTargeted, nextFiller } = rank(requestOf(), at(iso));
  const micros = (nextTargeted() ?? nextFiller())?.priceMicros;
  return micros === undefined ? undefined : micros / 1_000_000;
}

const runsAt = (fields: Partial<Campaign>, iso: string) => priceAt(fields, iso) !== undefined;

describe('in the time zone of a campaign', () => {
  const zone = 'Europe/Berlin';

  test('hours follow its clock, also on the days on which that changes', () => {
    const evening = { zone, targeting: { include: { hours: { from: 20, to: 22 } } } };
    // 28 March is winter time, 29 March summer time.
    expect(runsAt(evening, '2026-03-28T18:59:59Z')).toBeFalse();
    expect(runsAt(evening, '2026-03-28T19:00:00Z')).toBeTrue();
    expect(runsAt(evening, '2026-03-29T18:00:00Z')).toBeTrue();
    expect(runsAt(evening, '2026-03-29T20:00:00Z')).toBeFalse();
    const atTwo = { zone, targeting: { include: { hours: { from: 2, to: 3 } } } };
    const hoursAtTwo = (date: string) =>
      Array.from({ length: 24 }, (_, hour) => `${date}T${String(hour).padStart(2, '0')}:30:00Z`)
        .filter((iso) => runsAt(atTwo, iso))
        .map((iso) => iso.slice(11, 13));
    expect(hoursAtTwo('2026-03-28')).toEqual(['01']);
    // The clock goes from 1:59 to 3:00, and in autumn from 2:59 back to 2:00.
    expect(hoursAtTwo('2026-03-29')).toEqual([]);
    expect(hoursAtTwo('2026-10-25')).toEqual(['00', '01']);
  });

  test('days begin at its midnight, for what is included and for what is excluded', () => {
    const include = { zone, targeting: { include: { days: ['sun' as const] } } };
    const exclude = { zone, targeting: { exclude: { days: ['sun' as const] } } };
    for (const [iso, isSunday] of [
      ['2026-03-28T22:59:59Z', false],
      ['2026-03-28T23:00:00Z', true],
      ['2026-03-29T21:59:59Z', true],
      ['2026-03-29T22:00:00Z', false],
    ] as const) {
      expect(runsAt(include, iso)).toBe(isSunday);
      expect(runsAt(exclude, iso)).toBe(!isSunday);
    }
  });

  test('whole days of a flight are its days, and times are what they say', () => {
    const flight = { start: '2026-03-29', end: '2026-03-29' };
    const runs = (iso: string) => runsAt({ zone, flight }, iso);
    expect(runs('2026-03-28T22:59:59Z')).toBeFalse();
    expect(runs('2026-03-28T23:00:00Z')).toBeTrue();
    expect(runs('2026-03-29T21:59:59Z')).toBeTrue();
    expect(runs('2026-03-29T22:00:00Z')).toBeFalse();
    const exact = { start: '2026-03-29T00:00:00Z' };
    expect(runsAt({ zone, flight: exact }, '2026-03-28T23:59:59Z')).toBeFalse();
    expect(runsAt({ zone, flight: exact }, '2026-03-29T00:00:00Z')).toBeTrue();
  });
});

test('the open hours are those that are included and not excluded, past midnight too', () => {
  const hoursIn = (targeting: Campaign['targeting']) => {
    const bits = openHoursOf(targeting);
    return Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => (bits >> hour) & 1);
  };
  expect(hoursIn({ include: { hours: { from: 22, to: 2 } } })).toEqual([0, 1, 22, 23]);
  expect(
    hoursIn({ include: { hours: { from: 8, to: 12 } }, exclude: { hours: { from: 9, to: 24 } } }),
  ).toEqual([8]);
  expect(hoursIn({ exclude: { hours: { from: 2, to: 24 } } })).toEqual([0, 1]);
  for (const all of [undefined, {}, { include: { days: ['mon' as const] } }]) {
    expect(hoursIn(all)).toHaveLength(24);
  }
});
