import { describe, expect, test } from 'bun:test';
import { ticksOf, tickWords, valueWords } from './units.ts';

const axis = (unit: Parameters<typeof ticksOf>[0], top: number) =>
  tickWords(unit, ticksOf(unit, top));

describe('an axis', () => {
  test('of a slow second names distances that are even', () => {
    expect(axis('per-second', 1)).toEqual(['0.0/s', '0.2/s', '0.4/s', '0.6/s', '0.8/s', '1.0/s']);
    expect(axis('count', 1)).toEqual(['0', '1']);
  });

  test('without any value has a top that is usual for its unit, and no lines between', () => {
    expect(axis('per-second', 0)).toEqual(['0/s', '1/s']);
    expect(axis('ms', 0)).toEqual(['0 ms', '100 ms']);
    expect(axis('percent', 0)).toEqual(['0 %', '100 %']);
    expect(axis('usd', 0)).toEqual(['$0', '$1']);
  });

  test('is written in its unit', () => {
    expect(axis('ms', 4900).at(-1)).toBe('5,000 ms');
    expect(axis('usd', 11.8)).toEqual(['$0.00', '$2.50', '$5.00', '$7.50', '$10.00', '$12.50']);
    expect(axis('percent', 1).at(-1)).toBe('100 %');
    expect(axis('percent', 0.012)).toEqual([
      '0.00 %',
      '0.25 %',
      '0.50 %',
      '0.75 %',
      '1.00 %',
      '1.25 %',
    ]);
  });
});

test('a value is written in its unit', () => {
  expect(valueWords('percent', 0.6412)).toBe('64 %');
  expect(valueWords('percent', 0.0075)).toBe('0.75 %');
  expect(valueWords('per-second', 0.25)).toBe('0.3/s');
  expect(valueWords('usd', 2.5)).toBe('$2.50');
});
