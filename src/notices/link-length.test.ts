import { expect, test } from 'bun:test';
import { KEYS, NOON_MS, SALE } from '../../test/notices/a-sale.ts';
import { aWin } from '../../test/notices/a-win.ts';
import { USD } from '../auction/currency.ts';
import type { MacroTexts } from './macros.ts';
import { createSaleNotices } from './sale-urls.ts';

function linkOf(url: string, macros: MacroTexts = () => ''): string {
  const sell = createSaleNotices({
    publicUrl: 'https://bid.example',
    keys: KEYS,
    machine: 3,
    nowMs: () => NOON_MS,
    billOnOf: () => 'burl',
  });
  const { auctionId, dimensions } = SALE;
  const fires = 'what-it-offers' as const;
  const selling = { auctionId, dimensions, isTest: false, currency: USD, fires, macros };
  return sell(aWin(), selling).link(url);
}

const START = 'https://a.example/';

test('a link of 1500 characters is still redirected', () => {
  const url = `${START}${'x'.repeat(1500 - START.length)}`;
  expect(new URL(linkOf(url)).searchParams.get('to')).toBe(url);
  expect(linkOf(`${url}x`)).toBe(`${url}x`);
});

test('a link that macros make too long stays as it is, and is filled no further than that (ruling 72)', () => {
  let filled = 0;
  const macros = () => {
    filled += 1;
    return 'x'.repeat(500);
  };
  const url = `${START}${'${AUCTION_ID}'.repeat(200)}`;
  expect(linkOf(url, macros)).toBe(url);
  expect(filled).toBe(3);
});
