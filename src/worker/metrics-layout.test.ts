import { describe, expect, test } from 'bun:test';
import { layoutOf } from '../../test/metrics.ts';
import { LOSS } from '../auction/drop.ts';
import { OUTCOMES, outcomeOf } from '../observe/series.ts';
import { STATUS_BY_CODE } from '../openrtb/refusal.ts';

describe('the words of the metrics', () => {
  const { series, words } = layoutOf(['house', 'acme']);

  test('have a place for every error code, and an outcome', () => {
    const codes = Object.keys(STATUS_BY_CODE);
    expect(series.parley_refusals_total.rows).toEqual(codes.map((code) => [code]));
    for (const code of codes) expect(OUTCOMES).toContain(outcomeOf(code));
    expect(outcomeOf('INVALID_REQUEST')).toBe('refused');
  });

  test('have every loss reason with its number and in words, except the code of a win', () => {
    expect(words.lossReasons).toContainEqual({ code: LOSS.belowFloor.code, name: 'below-floor' });
    expect(words.lossReasons).toContainEqual({ code: LOSS.outbid.code, name: 'outbid' });
    const codes = new Set(words.lossReasons.map(({ code }) => code));
    expect(codes).not.toContain(0);
    expect(codes.size).toBe(Object.keys(LOSS).length);
    const names = new Set(words.lossReasons.map(({ name }) => name));
    expect(names.size).toBe(words.lossReasons.length);
  });
});
