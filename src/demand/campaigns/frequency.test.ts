import { describe, expect, test } from 'bun:test';
import {
  budgetsOf,
  capOf,
  FILLER,
  newParts,
  partnerOf,
  shoes,
} from '../../../test/campaigns/capped-partner.ts';
import { campaignOf, NOW_MS } from '../../../test/campaigns/test-support.ts';

const HOUR_MS = 3_600_000;

describe('a cap per conversation', () => {
  test('holds in the conversation, for its time, and in no other', () => {
    const { sell } = partnerOf([shoes([capOf({ atMost: 2 })]), FILLER]);
    const sold = Array.from({ length: 4 }, () => sell({ conversation: 'c1' })[0]);
    expect(sold).toEqual(['shoes', 'shoes', 'filler', 'filler']);
    expect(sell({ conversation: 'c2' })).toEqual(['shoes']);
    expect(sell({ conversation: 'c1', nowMs: NOW_MS + 23 * HOUR_MS })).toEqual(['filler']);
    expect(sell({ conversation: 'c1', nowMs: NOW_MS + 30 * HOUR_MS })).toEqual(['shoes']);
  });

  test('is held to what the caller says was shown or what is remembered, whichever is more', () => {
    const { ask, sell } = partnerOf([shoes([capOf({ atMost: 2 })]), FILLER]);
    const shown = [{ domain: 'www.Shoes.example', cid: 'shoes', secondsAgo: 60 }];
    // The one that was sold here is the one that was shown: it counts once.
    sell({ conversation: 'c1' });
    expect(sell({ conversation: 'c1', shown })).toEqual(['shoes']);
    expect(sell({ conversation: 'c1', shown })).toEqual(['filler']);
    expect(sell({ shown: [...shown, ...shown] })).toEqual(['filler']);
    const long = { domain: 'shoes.example', cid: 'shoes', secondsAgo: 100_000 };
    expect(sell({ shown: [long, ...shown] })).toEqual(['shoes']);
    const others = [{ domain: 'shoes.example', cid: 'boots' }, { domain: 'boots.example' }];
    expect(sell({ shown: [...shown, ...others] })).toEqual(['shoes']);
    const reply = ask({ shown: [...shown, ...shown] });
    expect(reply.kind === 'bids' && reply.bids.map(({ cid }) => cid)).toEqual(['filler']);
    // Of an ad without a campaign nobody knows that it was not this one.
    expect(sell({ shown: [...shown, { domain: 'shoes.example' }] })).toEqual(['filler']);
  });

  test('holds within one answer, where the conversation has no name too', () => {
    const { sell } = partnerOf([shoes([capOf()])]);
    expect(sell({ imps: 2 })).toEqual(['shoes', undefined]);
    expect(sell({ imps: 2 })).toEqual(['shoes', undefined]);
    expect(sell({ imps: 2, conversation: 'c1' })).toEqual(['shoes', undefined]);
    const two = partnerOf([shoes([capOf({ atMost: 2 })])]);
    const shown = [{ domain: 'shoes.example', cid: 'shoes' }];
    expect(two.sell({ imps: 2, conversation: 'c1', shown })).toEqual(['shoes', undefined]);
  });

  test('counts nothing where the budget cannot pay', () => {
    let canPay = false;
    const { sell, held } = partnerOf([shoes([capOf()])], {
      ...budgetsOf(() => canPay),
      parts: newParts(),
    });
    expect(sell({ conversation: 'c1' })).toEqual([undefined]);
    expect(held).toEqual(['budget']);
    canPay = true;
    expect(sell({ conversation: 'c1' })).toEqual(['shoes']);
    expect(sell({ conversation: 'c1' })).toEqual([undefined]);
    expect(held).toEqual(['budget', 'cap']);
  });

  test('counts nothing where another cap of the campaign is reached meanwhile', () => {
    const rules = [capOf({ atMost: 2 }), capOf({ within: '1h' })];
    const { ask, sell } = partnerOf([shoes(rules), FILLER]);
    const [first, second] = [ask({ conversation: 'c1' }), ask({ conversation: 'c1' })].map(
      (reply) =>
        reply.kind === 'bids' ? reply.bids[0]?.reserve?.(1_000_000, reply.bids[0]) : 'no bid',
    );
    expect([first, second]).toEqual([0, 'cap']);
    const later = { conversation: 'c1', nowMs: NOW_MS + 2 * HOUR_MS };
    expect([sell(later), sell(later)]).toEqual([['shoes'], ['filler']]);
  });
});

describe('a cap of the advertiser', () => {
  const boots = campaignOf({ id: 'boots', domain: 'shoes.example', cpm: 3 });
  const capped = shoes([capOf({ of: 'advertiser' })]);

  test('counts the ads of all its campaigns, also of those without a cap', () => {
    const { sell } = partnerOf([capped, FILLER]);
    const both = partnerOf([capped, boots, FILLER]);
    expect([sell({ conversation: 'c1' }), sell({ conversation: 'c1' })]).toEqual([
      ['shoes'],
      ['filler'],
    ]);
    expect(both.sell({ conversation: 'c1' })).toEqual(['boots']);
    const reply = both.ask({ conversation: 'c1' });
    expect(reply.kind === 'bids' && reply.bids.map(({ cid }) => cid)).toEqual(['boots', 'filler']);
    const pair = partnerOf([capped, boots]);
    expect(pair.sell({ imps: 2 })).toEqual(['boots', undefined]);
  });

  test('counts each sale once, whoever has the same cap', () => {
    const parts = newParts();
    const twice = [capOf({ of: 'advertiser', atMost: 2 })];
    const first = partnerOf([shoes(twice), FILLER], { ...budgetsOf(), parts });
    const second = partnerOf([shoes(twice), boots], { ...budgetsOf(), parts });
    expect(second.sell({ conversation: 'c1' })).toEqual(['boots']);
    const sold = [first.sell({ conversation: 'c1' }), first.sell({ conversation: 'c1' })];
    expect(sold).toEqual([['shoes'], ['filler']]);
    const alone = Array.from({ length: 3 }, () => first.sell({ conversation: 'c2' })[0]);
    expect(alone).toEqual(['shoes', 'shoes', 'filler']);
  });
});

describe('a cap per person', () => {
  const list = [shoes([capOf({ per: 'person' })]), FILLER];

  test('counts the person over conversations', () => {
    const { sell } = partnerOf(list);
    expect(sell({ person: 'p1', conversation: 'c1' })).toEqual(['shoes']);
    expect(sell({ person: 'p1', conversation: 'c2' })).toEqual(['filler']);
    expect(sell({ person: 'p2', conversation: 'c1' })).toEqual(['shoes']);
  });

  test('is one of the conversation where the person may not be counted, and of the answer without one', () => {
    const { sell } = partnerOf(list);
    expect(sell({ conversation: 'c1' })).toEqual(['shoes']);
    expect(sell({ conversation: 'c1' })).toEqual(['filler']);
    expect(sell({})).toEqual(['shoes']);
    expect(sell({})).toEqual(['shoes']);
  });

  test.each(['', ' ', '0', '00000000-0000-0000-0000-000000000000', 'null', 'undefined'])(
    'counts nothing by %j, which names nobody and no conversation',
    (name) => {
      for (const asking of [{ person: name }, { conversation: name }]) {
        const { sell } = partnerOf(list);
        expect([sell(asking), sell(asking)]).toEqual([['shoes'], ['shoes']]);
      }
    },
  );

  test('counts a person and a conversation of one name each for itself', () => {
    const { sell } = partnerOf(list);
    expect(sell({ person: '17' })).toEqual(['shoes']);
    expect(sell({ conversation: '17' })).toEqual(['shoes']);
  });
});

test.each(['conversation', 'person'] as const)(
  'the name of a %s is that of one publisher',
  (per) => {
    const { sell } = partnerOf([shoes([capOf({ per })]), FILLER]);
    const at = (publisher: string, name = '17') => sell({ publisher, [per]: name });
    expect([at('a'), at('b'), at('a'), at('b')].flat()).toEqual([
      'shoes',
      'shoes',
      'filler',
      'filler',
    ]);
    expect([at('c 1', '2'), at('c', '1 2')].flat()).toEqual(['shoes', 'shoes']);
  },
);
