import { expect, test } from 'bun:test';
import { aWin } from '../../test/notices/a-win.ts';
import type { BidRequest } from '../openrtb/bid-request.ts';
import { findBlock } from './blocks.ts';
import { NO_RULES } from './rules.ts';

/** A list, and how often one of its entries was read. */
function counted<T>(list: readonly T[]) {
  let reads = 0;
  const seen = new Proxy(list, {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads++;
      return Reflect.get(target, key, receiver);
    },
  });
  return { list: seen, reads: () => reads };
}

const many = <T>(count: number, make: (i: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i));

test('each entry of a block list is read once for a request, however many bids and domains there are', () => {
  const { bid, imp } = aWin().candidate;
  const LENGTH = 3000;
  const lists = {
    badv: counted(many(LENGTH, (i) => `https://blocked-${i}.example/`)),
    bcat: counted(many(LENGTH, (i) => `IAB99-${i}`)),
    bapp: counted(many(LENGTH, (i) => `com.blocked.${i}`)),
    bseat: counted(many(LENGTH, (i) => `blocked-${i}`)),
    wlang: counted(['en', ...many(LENGTH, (i) => `x-${i}`)]),
  };
  const battr = counted(many(LENGTH, (i) => 1000 + i));
  const domains = counted(many(LENGTH, (i) => `publisher-blocked-${i}.example`));
  const wire: BidRequest = {
    id: 'r',
    imp: [],
    badv: lists.badv.list,
    bcat: lists.bcat.list,
    bapp: lists.bapp.list,
    bseat: lists.bseat.list,
    wlang: lists.wlang.list,
  };
  const blocked = { ...imp.imp, native: { ...imp.imp.native, battr: battr.list } };
  const ofExchange = counted(many(LENGTH, (i) => `exchange-blocked-${i}.example`));
  const rules = {
    ...NO_RULES,
    blockedDomains: domains.list,
    exchangeBlocks: { domains: ofExchange.list },
  };
  for (let time = 0; time < 20; time++) {
    const block = findBlock(
      {
        ...bid,
        adomain: many(200, (i) => `shop-${time}-${i}.example`),
        cat: many(200, (i) => `IAB1-${i}`),
        attr: many(200, (i) => i),
        bundle: 'com.shop',
        language: 'en',
      },
      wire,
      blocked,
      rules,
    );
    expect(block).toBeUndefined();
  }
  for (const { reads } of [...Object.values(lists), battr, domains, ofExchange]) {
    expect(reads()).toBeLessThanOrEqual(LENGTH + 1);
  }
});

test('an advertiser that the exchange blocks is blocked for every publisher, subdomains and all, until the list is replaced', () => {
  const { bid, imp } = aWin().candidate;
  const exchangeBlocks: { domains: readonly string[] } = { domains: [] };
  const rules = { ...NO_RULES, exchangeBlocks };
  const blockOf = (...adomain: readonly string[]) =>
    findBlock({ ...bid, adomain }, { id: 'r', imp: [] }, imp.imp, rules);
  expect(blockOf('shop.example')).toBeUndefined();
  expect(blockOf()).toBeUndefined();
  exchangeBlocks.domains = ['shop.example'];
  expect(blockOf('shop.example')).toMatchObject({
    code: 205,
    reason: 'the exchange blocks advertiser shop.example',
  });
  expect(blockOf('fine.example', 'a.shop.example')?.code).toBe(205);
  expect(blockOf('othershop.example')).toBeUndefined();
  // It cannot be compared with the list.
  expect(blockOf()?.code).toBe(205);
  exchangeBlocks.domains = [];
  expect(blockOf('shop.example')).toBeUndefined();
});
