import { describe, expect, test } from 'bun:test';
import { adviceFor } from './advice.ts';
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

  test('names the impression of a bid that fits none', () => {
    const strayBids = [{ partner: 'acme', impid: '9' }] as unknown as AuctionRecord['strayBids'];
    const partners = [asked('acme', 'bids')];
    expect(adviceFor(IMP, record(partners, strayBids && { strayBids })).what).toBe(
      'acme bid on impression “9”, which the request does not have',
    );
  });

  test('names partners that were late, and why none was asked', () => {
    const late = record([asked('a', 'timeout'), asked('b', 'timeout'), asked('c', 'no-bid')]);
    expect(adviceFor({ ...IMP, noBidReason: 'timeout' }, late).what).toBe(
      'a and b did not answer in time, and nobody else bid',
    );
    const paused = adviceFor(IMP, record([asked('a', 'skipped', 'paused')]));
    expect(paused).toEqual({ what: 'No partner was asked', todo: 'a: an operator paused it.' });
  });

  test('names the campaigns that were held back, and a winner that could not pay, with the cause', () => {
    const held = (campaign: string) =>
      ({ reason: 'budget', campaign, cause: 'pace', fault: 'too fast', price: 2 }) as const;
    const imp = { ...IMP, noBidReason: 'budget' } as const;
    const own = { ...asked('own', 'no-bid'), passed: [held('a'), held('b')] };
    expect(adviceFor(imp, record([own])).what).toBe(
      'Held back by budget or pace: a (too fast) and b (too fast)',
    );
    const many = { ...own, passed: ['a', 'b', 'c', 'd', 'e'].map(held) };
    expect(adviceFor(imp, record([many])).what).toEndWith('c (too fast) and 2 more');
    const bids = [{ id: '1.shoes', code: 1, fate: 'it had won' }] as unknown as AuctionImp['bids'];
    expect(adviceFor({ ...imp, bids }, record([asked('own', 'bids')])).what).toEndWith(
      'pace: 1.shoes (it had won)',
    );
    expect(adviceFor(imp, record([])).what).toContain('held back by their budgets');
  });

  test('is about signals where partners had nothing to offer, and about the reason where it is known', () => {
    expect(adviceFor(IMP, record([asked('a', 'no-bid')])).todo).toContain('keywords');
    const floor = { ...IMP, noBidReason: 'below-floor' } as const;
    expect(adviceFor(floor, record([asked('a', 'failed')])).what).toContain('below the floor');
  });
});
