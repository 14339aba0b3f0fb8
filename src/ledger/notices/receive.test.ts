import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { KEYS, NOON_MS, SALE } from '../../../test/notices/a-sale.ts';
import { aSeller, SELLING } from '../../../test/notices/a-seller.ts';
import { aWin } from '../../../test/notices/a-win.ts';
import { aMachine } from '../../../test/notices/machine-counts.ts';
import type { Sale } from '../../core/sale/fact.ts';
import { FORM_BY_WORD, isNoticeWord, type NoticeWord } from '../../core/sale/paths.ts';
import { sealSale, tokenOf } from '../../core/sale/token.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import type { JournalEntry } from '../journal-line.ts';
import { createReceiver } from './receive.ts';

function receiver(keep: (entry: JournalEntry) => Promise<'kept' | Refusal> = async () => 'kept') {
  const entries: JournalEntry[] = [];
  const receive = createReceiver({
    keys: KEYS,
    counts: aMachine().counts(),
    count() {},
    nowMs: () => NOON_MS,
    reachOf: () => 'internet',
    onUnreachable() {},
    keep: (entry) => {
      entries.push(entry);
      return keep(entry);
    },
  });
  const call = (path: string, search = '', method = 'GET') => receive({ method, path, search });
  return { call, receive, entries };
}

function pathOf(word: NoticeWord, sale: Sale = SALE): string {
  return `/n/${word}/${tokenOf(sealSale(sale, KEYS), FORM_BY_WORD[word].signedAs)}`;
}

function clickOn(destination: string): { readonly path: string; readonly search: string } {
  const { ad } = aSeller()(aWin({ native: { link: { url: destination } } }));
  const { pathname: path, search } = new URL(ad.link.url);
  return { path, search };
}

const FULL = refuse.unavailable('the disk is full');
const codeOf = (answer: object) => (answer instanceof Refusal ? answer.code : 'none');

test('a notice is accepted by POST too, and HEAD is not counted', async () => {
  const { call, entries } = receiver();
  expect(await call(pathOf('win'), '', 'HEAD')).toMatchObject({ status: 204 });
  expect(entries).toHaveLength(0);
  expect(await call(pathOf('win'), '', 'POST')).toMatchObject({ status: 204 });
  expect(entries).toHaveLength(1);
  expect(codeOf(await call(pathOf('win'), '', 'PUT'))).toBe('METHOD_NOT_ALLOWED');
});

test('a notice that comes a thousand times at once and afterwards is written once', async () => {
  const { call, entries } = receiver();
  const calls = Array.from({ length: 1000 }, () => call(pathOf('win')));
  for (const answer of await Promise.all(calls)) expect(answer).toMatchObject({ status: 204 });
  await call(pathOf('win'), '?p=1');
  expect(entries).toHaveLength(1);
});

describe('what is refused', () => {
  test('anything, without ever throwing', async () => {
    const { call, entries } = receiver();
    const any = fc.string({ unit: 'binary', maxLength: 100 });
    const word = fc.oneof(fc.constantFrom(...Object.keys(FORM_BY_WORD)), any);
    await fc.assert(
      fc.asyncProperty(word, any, any, async (kind, token, search) => {
        const refused = await call(`/n/${kind}/${token}`, search);
        const isKnown = isNoticeWord(kind) && !token.includes('/');
        expect(codeOf(refused)).toBe(isKnown ? 'FORBIDDEN' : 'NOT_FOUND');
        const own = await call(pathOf('win'), search);
        // Its token knows of no calls, so that a parameter for them is one too many.
        if (new URLSearchParams(search).has('c')) expect(codeOf(own)).toBe('FORBIDDEN');
        else expect(own).toMatchObject({ status: 204 });
      }),
      { examples: [['win', 'token', '?c']] },
    );
    expect(entries).toHaveLength(1);
  });
});

describe('a click', () => {
  const DESTINATION = 'https://shop.example/tea?a=1&b=%20+c#top';

  test('redirects even if it cannot be recorded, or not in time', async () => {
    const { path, search } = clickOn(DESTINATION);
    const full = receiver(async () => FULL);
    expect(await full.call(path, search)).toMatchObject({ status: 302 });
    const stuck = receiver(() => new Promise(() => {}));
    expect(await stuck.call(path, search)).toMatchObject({ status: 302 });
  });

  test('redirects only to the signed destination: there is no open redirect', async () => {
    const { call, entries } = receiver();
    const { path, search } = clickOn(DESTINATION);
    const code = new URLSearchParams(search).get('s') ?? '';
    for (const to of ['https://evil.example', '//evil.example', 'javascript:alert(1)', '', '/']) {
      const query = new URLSearchParams({ to, s: code });
      expect(codeOf(await call(path, `?${query}`))).toBe('FORBIDDEN');
      expect(codeOf(await call(path, `?${query}`, 'HEAD'))).toBe('FORBIDDEN');
    }
    // What counts is what was verified, even if somebody puts another in front or behind.
    const evil = encodeURIComponent('https://evil.example');
    expect(codeOf(await call(path, `?to=${evil}&${search.slice(1)}`))).toBe('FORBIDDEN');
    expect(await call(path, `${search}&to=${evil}`)).toMatchObject({
      headers: { Location: DESTINATION },
    });
    expect(codeOf(await call(path, ''))).toBe('FORBIDDEN');
    expect(entries).toHaveLength(1);
  });
});

test('clicks that are paid for and come from one network carry the reason why the last are not charged', async () => {
  const { receive, entries } = receiver();
  const charges = [...Array(12).fill({ per: 'click', micros: 9 }), { per: 'impression' }];
  for (const [n, charge] of charges.entries()) {
    const auctionId = `${SALE.auctionId.slice(0, -2)}${10 + n}`;
    const { ad } = aSeller()(aWin({ bid: { charge } }), { ...SELLING, requestId: auctionId });
    const { pathname: path, search } = new URL(ad.link.url);
    await receive({ method: 'GET', path, search, caller: '8.8.8.8' });
  }
  const reasons = entries.map((entry) => entry.kind === 'fact' && entry.fact.uncharged);
  expect(reasons).toEqual([...Array(10).fill(undefined), 'network', 'network', undefined]);
});
