import { describe, expect, test } from 'bun:test';
import { daysOf } from '../../lib/named-period.ts';
import { valueWords } from '../ui/units.ts';
import { missingFrom } from './period.ts';
import { plottedOf } from './picture.tsx';
import { hashOf, readChoice } from './query.ts';
import { cellWords, columnWords, keyWords } from './words.ts';

const NOW_MS = Date.parse('2026-11-15T23:30:00Z');
const choiceOf = (query: string) => readChoice(new URLSearchParams(query), 'UTC');

describe('a report’s address', () => {
  test('holds all of it, the time zone included', () => {
    const query =
      'by=partner,day&last=7d&where=publisher%3Da+%26+b&measure=click_rate&zone=Europe/Berlin';
    expect(hashOf(choiceOf(query))).toBe(`#/reports?${query}`);
    const days = 'by=day&from=2026-11-01&until=2026-11-30&zone=UTC';
    expect(hashOf(choiceOf(days))).toBe(`#/reports?${days}`);
    const named = 'by=day&period=last-month&zone=UTC';
    expect(hashOf(choiceOf(named))).toBe(`#/reports?${named}`);
  });

  test('that makes no sense gives the usual report', () => {
    const usual = choiceOf('');
    expect(usual).toMatchObject({ by: ['hour'], period: { kind: 'last', last: '24h' } });
    const wrong = 'by=colour&measure=joy&where=x&from=2&until=1&zone=Mars&period=someday';
    expect(choiceOf(wrong)).toEqual(usual);
  });
});

test('periods with a name are days of the time zone', () => {
  expect(daysOf('today', 'UTC', NOW_MS)).toEqual({ from: '2026-11-15', until: '2026-11-15' });
  expect(daysOf('yesterday', 'Asia/Tokyo', NOW_MS).from).toBe('2026-11-15');
  expect(daysOf('this-month', 'UTC', NOW_MS)).toEqual({ from: '2026-11-01', until: '2026-11-15' });
  expect(daysOf('last-month', 'UTC', Date.parse('2026-01-31T00:00Z'))).toEqual({
    from: '2025-12-01',
    until: '2025-12-31',
  });
});

describe('a day of a report', () => {
  const report = { from: '2026-11-13T12:00:00.000Z', to: '2026-11-15T23:30:00.000Z', zone: 'UTC' };
  const said = (day: string) => missingFrom('day', Date.parse(day), report, NOW_MS);

  test('that is not over is marked, as is one of which the report has a part', () => {
    expect(said('2026-11-15')).toBe('so far');
    expect(said('2026-11-13')).toBe('in part');
    expect(said('2026-11-14')).toBeUndefined();
  });

  test('ends at midnight of its time zone', () => {
    const berlin = { ...report, zone: 'Europe/Berlin' };
    // In Berlin the 16th has begun.
    const day = Date.parse('2026-11-14T23:00:00Z');
    expect(missingFrom('day', day, berlin, NOW_MS)).toBeUndefined();
  });
});

describe('what is drawn of a report', () => {
  const at = (hour: number, partner: string, sold: number) => ({
    hour: `2026-11-15T0${hour}:00:00.000Z`,
    partner,
    sold,
  });
  const drawn = (by: readonly string[], measure: string, zone = 'UTC') => ({ by, measure, zone });

  test('over time is a line for each name, with nothing where there is no row', () => {
    const rows = [at(1, 'a', 5), at(3, 'a', 7), at(3, 'b', 20)];
    const plotted = plottedOf(rows, drawn(['hour', 'partner'], 'sold'));
    if (plotted.kind !== 'lines') throw new Error('expected lines');
    expect(plotted.timesMs.map((ms) => new Date(ms).getUTCHours())).toEqual([1, 2, 3]);
    expect(plotted.lines).toEqual([
      { name: 'b', values: [0, 0, 20] },
      { name: 'a', values: [5, 0, 7] },
    ]);
  });

  test('sums up those who come after the first five', () => {
    const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name, i) => at(1, name, 10 - i));
    const plotted = plottedOf(rows, drawn(['hour', 'partner'], 'sold'));
    if (plotted.kind !== 'lines') throw new Error('expected lines');
    expect(plotted.lines.at(-1)).toEqual({ name: 'all others', values: [5 + 4] });
  });

  test('without a time is a bar for each name, the longest first', () => {
    const rows = [at(1, '', 5), at(1, 'b', 7), at(1, 'c', 0)];
    expect(plottedOf(rows, drawn(['partner'], 'sold'))).toEqual({
      kind: 'bars',
      bars: [
        { name: 'b', value: 7 },
        { name: '(no partner)', value: 5 },
      ],
    });
  });
});

test('values are written so that they can be read', () => {
  expect(keyWords('country', '', 'UTC')).toBe('(unknown)');
  expect(keyWords('partner', '', 'UTC')).toBe('(no partner)');
  expect(columnWords('turn').name).toBe('Turn');
  expect(valueWords('usd', -0.25)).toBe('-$0.25');
  expect(keyWords('day', '2026-11-15T00:00:00.000Z', 'UTC')).toBe('2026-11-15');
  expect(keyWords('minute', '2026-11-15T10:07:00.000Z', 'UTC')).toBe('2026-11-15 10:07');
  expect(keyWords('hour', '2026-11-15T10:00:00+01:00', 'Europe/Berlin')).toBe('2026-11-15 10:00');
  expect([cellWords('requests', null), cellWords('requests', 0)]).toEqual(['–', '0']);
  expect([cellWords('click_rate', 0.0075), cellWords('ecpm_usd', 2.5)]).toEqual([
    '0.75 %',
    '$2.50',
  ]);
  const margins = ['1.5', '-1.5', '0.001', '-0.001', '0.00'];
  expect(margins.map((value) => cellWords('margin_usd', value))).toEqual([
    '$1.50',
    '-$1.50',
    '<$0.01',
    '>-$0.01',
    '$0.00',
  ]);
});
