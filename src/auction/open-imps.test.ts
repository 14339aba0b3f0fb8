import { describe, expect, test } from 'bun:test';
import { Refusal } from '../openrtb/refusal.ts';
import { validate } from '../openrtb/validate.ts';
import { NOTHING_SENSITIVE } from './find-sensitive.ts';
import { openImps } from './open-imps.ts';
import { NO_RULES, type PublisherRules } from './rules.ts';

const NATIVE = { request: '{"assets":[{"id":1,"title":{"len":50}}]}' };
const RATES = new Map([['EUR', 1.1]]);

function open(changes: object = {}, rules: Partial<PublisherRules> = {}, imp: object = {}) {
  const request = validate({ id: 'r', imp: [{ id: 'i', native: NATIVE, ...imp }], ...changes });
  if (request instanceof Refusal) throw new Error(request.details.reason);
  return openImps(request, {
    rules: { ...NO_RULES, ...rules },
    rates: RATES,
    findSensitive: () => NOTHING_SENSITIVE,
  });
}

const reasonOf = (...args: Parameters<typeof open>) => open(...args).closed[0]?.reason;

describe('the floor of an impression', () => {
  test('is the higher of the request’s, converted, and the publisher’s', () => {
    const floor = (bidfloor: number, own: number, bidfloorcur = 'USD') =>
      open({}, { floorMicros: own }, { bidfloor, bidfloorcur }).open[0]?.floorMicros;
    expect(floor(2, 0)).toBe(2_000_000);
    expect(floor(2, 2_000_001)).toBe(2_000_001);
    expect(floor(2, 1_999_999)).toBe(2_000_000);
    expect(floor(2, 0, 'EUR')).toBe(2_200_000);
    expect(open().open[0]?.floorMicros).toBe(0);
  });

  test('in a currency without a rate closes it', () => {
    expect(reasonOf({}, {}, { bidfloor: 1, bidfloorcur: 'SEK' })).toBe('currency');
  });
});
