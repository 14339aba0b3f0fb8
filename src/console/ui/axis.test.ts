import { describe, expect, test } from 'bun:test';
import { axisTicks, labelsWidthPx, tickDecimals } from './units.ts';

describe('the values of an axis', () => {
  test('are round, at even distances, and reach the top', () => {
    expect(axisTicks(38, 'whole')).toEqual([0, 10, 20, 30, 40]);
    expect(axisTicks(4900, 'any')).toEqual([0, 1000, 2000, 3000, 4000, 5000]);
    expect(axisTicks(0.64, 'any')).toEqual([0, 0.2, 0.4, 0.6, 0.8]);
    expect(axisTicks(11.77, 'any')).toEqual([0, 2.5, 5, 7.5, 10, 12.5]);
    expect(axisTicks(1, 'any')).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  });

  test('are whole where only whole numbers make sense', () => {
    expect(axisTicks(1, 'whole')).toEqual([0, 1]);
    expect(axisTicks(3, 'whole')).toEqual([0, 1, 2, 3]);
    expect(axisTicks(12, 'whole')).toEqual([0, 3, 6, 9, 12]);
  });

  test('are written with as many decimals as tell them apart', () => {
    expect(tickDecimals([0, 0.25, 0.5])).toBe(2);
    expect(tickDecimals([0, 10])).toBe(0);
    expect(tickDecimals(axisTicks(0.0007, 'any'))).toBe(4);
  });

  test('get the room that their longest label needs', () => {
    expect(labelsWidthPx(['0', '10'])).toBe(40);
    expect(labelsWidthPx(['0.0 ms', '4,000 ms'])).toBeGreaterThan(8 * 6);
  });
});
