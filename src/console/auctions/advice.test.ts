import { describe, expect, test } from 'bun:test';
import { Refusal } from '../../openrtb/refusal.ts';
import { validate } from '../../openrtb/validate.ts';
import { adviceFor, refusalAdvice } from './advice.ts';
import type { AskedPartner, AuctionImp, AuctionRecord } from './api.ts';

const IMP: AuctionImp = { id: '1', floor: 0, winner: null, noBidReason: 'no-demand', bids: [] };

const asked = (name: string, answer: AskedPartner['answer'], reason?: string): AskedPartner => ({
  name,
  latencyMs: 1,
  answer,
  withheld: {},
  withheldDeals: [],
  ...(reason === undefined ? {} : { reason }),
});

const record = (partners: readonly AskedPartner[], more: Partial<AuctionRecord> = {}) =>
  ({ partners, strayBids: [], ...more }) as unknown as AuctionRecord;

describe('the advice for an auction without an ad', () => {
  test('is about the partner that answered 500, not about the request', () => {
    const { what, todo } = adviceFor(IMP, record([asked('acme', 'malformed', 'HTTP status 500')]));
    expect(what).toBe('acme (HTTP status 500) failed, and nobody else bid');
    expect(todo).toContain('Tell the partner');
    expect(todo).not.toContain('keywords');
  });

  test('names partners that were late, and why none was asked', () => {
    const late = record([asked('a', 'timeout'), asked('b', 'timeout'), asked('c', 'no-bid')]);
    expect(adviceFor({ ...IMP, noBidReason: 'timeout' }, late).what).toBe(
      'a and b did not answer in time, and nobody else bid',
    );
    const paused = adviceFor(IMP, record([asked('a', 'skipped', 'paused')]));
    expect(paused).toEqual({ what: 'No partner was asked', todo: 'a: an operator paused it.' });
  });

  test('names the campaigns that were held back, a few at most, with the cause', () => {
    const held = (campaign: string) =>
      ({ reason: 'budget', campaign, cause: 'pace', fault: 'too fast', price: 2 }) as const;
    const imp = { ...IMP, noBidReason: 'budget' } as const;
    const own = { ...asked('own', 'no-bid'), passed: ['a', 'b', 'c', 'd', 'e'].map(held) };
    const { what } = adviceFor(imp, record([own]));
    expect(what).toContain('a (too fast)');
    expect(what).toEndWith('c (too fast) and 2 more');
  });

  test('is about signals where partners had nothing to offer, and about the reason where it is known', () => {
    expect(adviceFor(IMP, record([asked('a', 'no-bid')])).todo).toContain('keywords');
    const floor = { ...IMP, noBidReason: 'below-floor' } as const;
    expect(adviceFor(floor, record([asked('a', 'failed')])).what).toContain('below the floor');
  });
});

const NATIVE = { request: JSON.stringify({ ver: '1.2', assets: [{ id: 1, title: { len: 90 } }] }) };
const IMPS = [{ id: '1', native: NATIVE }];
const VALID = { id: 'a', imp: IMPS, site: { publisher: { id: 'p' } } };
const withNative = (native: object | undefined) => ({ ...VALID, imp: [{ id: '1', native }] });
const requestOf = (native: object) => ({ request: JSON.stringify(native) });

describe('the advice for a refused request', () => {
  // The request as it is sent, what is said of it, and a part of what to do.
  const cases: readonly (readonly [name: string, body: object, what: string, todo: string])[] = [
    ['no native.request', withNative({}), 'native.request is missing', 'a string of JSON'],
    ['no native object', withNative(undefined), 'asks for no native ad', 'a native object'],
    ['the same id twice', { ...VALID, imp: [...IMPS, ...IMPS] }, 'the same id', 'of its own'],
    ['site and app', { ...VALID, app: {} }, 'more than one place', 'leave out the others'],
    ['a list', [], 'not a bid request', 'playground'],
    ['a wrong type', { ...VALID, cur: 'USD' }, 'the wrong type', 'what was expected'],
    ['a wrong value', { ...VALID, at: 9 }, 'a value that is not allowed', 'what was expected'],
    [
      'no assets',
      withNative(requestOf({ ver: '1.2' })),
      'a value that is not allowed',
      'what came',
    ],
  ];
  test.each(cases)('with %s is about that', (_, body, what, todo) => {
    const refused = validate(JSON.parse(JSON.stringify(body)));
    if (!(refused instanceof Refusal)) throw new Error('expected a refusal');
    const { code, details } = refused;
    const advice = refusalAdvice({ code, field: details.field, reason: details.reason });
    expect(advice.what).toContain(what);
    expect(advice.todo).toContain(todo);
  });

  test('without JSON, with another native version or type of body, is about that', () => {
    const adviceOf = (code: string, reason: string, field?: string) =>
      refusalAdvice({ code, reason, field }).what;
    expect(adviceOf('INVALID_REQUEST', 'line 1, column 2: expected a name')).toContain('not JSON');
    const native = 'imp[0].native.request';
    expect(adviceOf('UNSUPPORTED_FORMAT', 'ver: expected 1.2', native)).toContain('version');
    expect(adviceOf('UNSUPPORTED_FORMAT', 'expected Content-Type')).toContain('not sent as JSON');
    expect(adviceOf('no-native', '')).toBe('The request asked for no native ad');
    expect(adviceOf('FORBIDDEN', '')).toContain('not served now');
  });
});
