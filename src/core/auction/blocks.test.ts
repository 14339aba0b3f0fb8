import { expect, test } from 'bun:test';
import { aWin } from '../../../test/notices/a-win.ts';
import { findBlock } from './blocks.ts';
import { NO_RULES } from './rules.ts';

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
