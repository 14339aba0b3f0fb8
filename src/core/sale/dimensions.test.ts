import { describe, expect, test } from 'bun:test';
import { Refusal } from '../../lib/refusal.ts';
import { validate } from '../openrtb/validate.ts';
import { DIMENSION_TOKENS, type Dimensions, dimensionsOf, withAd } from './dimensions.ts';

const NATIVE = { request: '{"assets":[{"id":1,"title":{"len":50}}]}' };
const CONTEXT = {
  messageSequenceNumber: 3,
  messageLength: 40,
  isQuickReply: false,
  sessionDurationMs: 1000,
};

function dimensions(rest: object, placements?: ReadonlySet<string>): Dimensions {
  const request = validate({ id: 'r', imp: [{ id: 'i', native: NATIVE }], ...rest });
  if (request instanceof Refusal) throw new Error(request.details.reason);
  return dimensionsOf(request, placements);
}

const inContext = (context: object) => dimensions({ ext: { service: { ...CONTEXT, ...context } } });

describe('what a request can be reported by', () => {
  test('has the placement of the only impression, and that of the one that was sold', () => {
    const named = new Set(['below answer', 'a', 'b']);
    const imp = (id: string, tagid: unknown) => ({ id, native: NATIVE, tagid });
    const of = (...imps: object[]) => dimensions({ imp: imps }, named).placement;
    expect(of(imp('1', 'below answer'))).toBe('below answer');
    expect(of(imp('1', 'a'), imp('2', 'b'))).toBe('');
    const sold = { imp: { imp: imp('2', 'b') } };
    expect(withAd(dimensions({ imp: [imp('1', 'a')] }, named), sold, named).placement).toBe('b');
  });

  test('keeps no placement that the publisher has not named: it may be a person’s name', () => {
    const of = (tagid: unknown) =>
      dimensions({ imp: [{ id: 'i', native: NATIVE, tagid }] }, new Set(['sidebar'])).placement;
    expect([of('ann miller'), of('Sidebar'), of('sidebar')]).toEqual(['other', 'other', 'sidebar']);
    expect([of(''), of(5), of({}), of(undefined)]).toEqual(['', '', '', '']);
  });

  test('takes the country of the user where the device has none, and no nonsense', () => {
    const user = (country: unknown) => dimensions({ user: { geo: { country } } }).country;
    expect(user('US')).toBe('USA');
    for (const nonsense of ['Germany', 5, {}, 'ß', '']) expect(user(nonsense)).toBe('');
    expect(dimensions({ user: { geo: 5 } }).country).toBe('');
    const both = { device: { geo: { country: 'FRA' } }, user: { geo: { country: 'USA' } } };
    expect(dimensions(both).country).toBe('FRA');
  });

  test('puts messages into buckets', () => {
    const buckets = [1, 2, 3, 4, 7, 8, 15, 16, 10_000].map(
      (messageSequenceNumber) => inContext({ messageSequenceNumber }).turn,
    );
    expect(buckets).toEqual(['1', '2-3', '2-3', '4-7', '4-7', '8-15', '8-15', '16+', '16+']);
  });

  test('has positions in tokens that never change, and fit', () => {
    const held = DIMENSION_TOKENS.map(([name, { values, textBytesMax }]) =>
      values === undefined ? `${name} ${textBytesMax}` : `${name} ${values.join(' ')}`,
    );
    // What is new goes to the end of the list, and new values to the end of theirs. The first value is ''.
    const fixed = [
      'publisher 36',
      'country 3',
      'format  native_standard native_content sponsored_recommendation native_mention native_product_card other',
      'intent  other purchase_inquiry information_seeking support_request comparison objection_handling',
      'funnel  awareness consideration intent conversion',
      'sentiment  positive neutral negative',
      'turn  1 2-3 4-7 8-15 16+',
    ];
    expect(held.slice(0, fixed.length)).toEqual(fixed);
    for (const [, { values = [''] }] of DIMENSION_TOKENS) {
      expect(values[0]).toBe('');
      expect(values.length).toBeLessThanOrEqual(256);
    }
  });
});
