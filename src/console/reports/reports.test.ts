import { describe, expect, test } from 'bun:test';
import { plottedOf } from './plotted.ts';
import { hashOf, pathOf, readChoice } from './query.ts';
import { keyWords } from './words.ts';

const choiceOf = (query: string) => readChoice(new URLSearchParams(query));

describe('a report’s address', () => {
  test('holds all of it', () => {
    const query = 'by=partner,day&last=7d&where=publisher%3Da+%26+b&measure=sold';
    expect(hashOf(choiceOf(query))).toBe(`#/reports?${query}`);
    const days = 'by=day&from=2026-11-01&until=2026-11-30';
    expect(hashOf(choiceOf(days))).toBe(`#/reports?${days}`);
  });

  test('asks for whole days, the last one included', () => {
    expect(pathOf(choiceOf('by=day,partner&from=2026-11-01&until=2026-11-30'))).toBe(
      '/api/report?by=day,partner&from=2026-11-01&to=2026-12-01',
    );
  });

  test('that makes no sense gives the usual report', () => {
    const usual = choiceOf('');
    expect(usual).toMatchObject({ by: ['hour'], period: { kind: 'last', last: '24h' } });
    expect(choiceOf('by=colour&measure=joy&where=x&from=2&until=1')).toEqual(usual);
  });
});

describe('what is drawn of a report', () => {
  const at = (hour: number, partner: string, sold: number) => ({
    hour: `2026-11-15T0${hour}:00:00.000Z`,
    partner,
    sold,
  });

  test('over time is a line for each name, with nothing where there is no row', () => {
    const rows = [at(1, 'a', 5), at(3, 'a', 7), at(3, 'b', 20)];
    const plotted = plottedOf(rows, ['hour', 'partner'], 'sold');
    if (plotted.kind !== 'lines') throw new Error('expected lines');
    expect(plotted.timesMs.map((ms) => new Date(ms).getUTCHours())).toEqual([1, 2, 3]);
    expect(plotted.lines).toEqual([
      { name: 'b', values: [0, 0, 20] },
      { name: 'a', values: [5, 0, 7] },
    ]);
  });

  test('sums up those who come after the first five', () => {
    const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name, i) => at(1, name, 10 - i));
    const plotted = plottedOf(rows, ['hour', 'partner'], 'sold');
    if (plotted.kind !== 'lines') throw new Error('expected lines');
    expect(plotted.lines.at(-1)).toEqual({ name: 'all others', values: [5 + 4] });
  });

  test('without a time is a bar for each name, the longest first', () => {
    const rows = [at(1, '', 5), at(1, 'b', 7), at(1, 'c', 0)];
    expect(plottedOf(rows, ['partner'], 'sold')).toEqual({
      kind: 'bars',
      bars: [
        { name: 'b', value: 7 },
        { name: '(none)', value: 5 },
      ],
    });
  });
});

test('values of dimensions are written so that they can be read', () => {
  expect(keyWords('country', '')).toBe('(none)');
  expect(keyWords('day', '2026-11-15T00:00:00.000Z')).toBe('2026-11-15');
  expect(keyWords('minute', '2026-11-15T10:07:00.000Z')).toBe('2026-11-15 10:07');
});
