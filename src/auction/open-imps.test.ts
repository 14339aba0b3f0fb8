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

const CONTEXT = { messageLength: 1, isQuickReply: false, sessionDurationMs: 1 };
const turn = (messageSequenceNumber: number, more: object = {}) => ({
  ext: { service: { ...CONTEXT, messageSequenceNumber, ...more } },
});
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

describe('a conversation', () => {
  test('has ads from the first turn that may have one, and then at its distance', () => {
    const rules = { firstAdTurn: 3, turnGap: 2 };
    const turns = [1, 2, 3, 4, 5, 6, 7].map((n) => reasonOf(turn(n), rules));
    expect(turns).toEqual([
      'paced',
      'paced',
      undefined,
      'paced',
      undefined,
      'paced',
      undefined,
    ] as typeof turns);
    expect(reasonOf({}, rules)).toBeUndefined();
  });

  test('has no ads where the publisher wants none: negative sentiment, support', () => {
    const sad = turn(1, { sentiment: { value: 'negative', score: -0.5 } });
    const stuck = turn(1, {
      intent: { value: 'support_request', confidence: 1, topics: [], signals: [] },
    });
    const [onSad, onSupport] = [
      { isQuietOnNegativeSentiment: true },
      { isQuietOnSupportRequests: true },
    ];
    expect([reasonOf(sad, onSad), reasonOf(stuck, onSupport)]).toEqual(['sensitive', 'sensitive']);
    for (const [request, rules] of [
      [sad, onSupport],
      [stuck, onSad],
      [sad, {}],
      [stuck, {}],
      [turn(1), { ...onSad, ...onSupport }],
    ] as const) {
      expect(reasonOf(request, rules)).toBeUndefined();
    }
  });
});

describe('the currency of the response', () => {
  test('is the first that has a rate; without one no impression is open (ruling 55)', () => {
    expect(open({ cur: ['SEK', 'EUR'] }).currency.code).toBe('EUR');
    expect(open({ cur: ['SEK'] })).toMatchObject({
      open: [],
      closed: [{ impid: 'i', reason: 'currency' }],
      currency: { code: 'USD' },
    });
  });
});

describe('warnings', () => {
  const pmp = { deals: [{ id: 'low', bidfloor: 1 }, { id: 'none' }, { id: 'even', bidfloor: 2 }] };

  test('name the floors of deals that have no effect, in test mode alone (ruling 42)', () => {
    const imp = { bidfloor: 2, pmp };
    expect(open({ test: 1 }, {}, imp).warnings).toEqual([
      {
        code: 'DEAL_FLOOR_INEFFECTIVE',
        field: 'imp[0].pmp.deals[0].bidfloor',
        reason: "1 USD is below the impression's floor of 2 USD, which holds",
      },
    ]);
    expect(open({}, {}, imp).warnings).toEqual([]);
  });

  test('name the deals whose floor has no rate', () => {
    const deals = [{ id: 'a', bidfloor: 1, bidfloorcur: 'SEK' }];
    expect(open({ test: 1 }, {}, { pmp: { deals } }).warnings).toMatchObject([
      { reason: 'no rate is configured for SEK, so there is no bid on this deal' },
    ]);
  });
});

test('a format that is unknown, or needs other assets than are asked for, closes its impression', () => {
  const agent_url = 'https://creative.adcontextprotocol.org';
  const declared = (id: string) => ({ ext: { service: { adcpFormats: [{ agent_url, id }] } } });
  expect(reasonOf({}, {}, declared('unheard-of'))).toBe('no-format-match');
  expect(reasonOf({}, {}, declared('native_mention'))).toBe('no-format-match');
});
