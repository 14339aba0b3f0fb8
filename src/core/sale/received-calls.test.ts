import { describe, expect, test } from 'bun:test';
import { KEYS, NOON_MS, SALE } from '../../../test/notices/a-sale.ts';
import { aSeller } from '../../../test/notices/a-seller.ts';
import { aWin, BOTH_BY_IMAGE } from '../../../test/notices/a-win.ts';
import { noticeUrls, wordOf } from '../../../test/notices/carried-calls.ts';
import { aMachine } from '../../../test/notices/machine-counts.ts';
import type { JournalEntry } from '../../ledger/journal-line.ts';
import { createReceiver } from '../../ledger/notices/receive.ts';
import { Refusal } from '../../lib/refusal.ts';
import type { Reach } from './due-calls.ts';
import { FORM_BY_WORD } from './paths.ts';
import { callsOf, carryUrls, type PartnerUrls, sealSale, tokenOf } from './token.ts';

const T = 'https://t.example';

function receiver(reach: Reach = 'internet') {
  const entries: JournalEntry[] = [];
  const counted: string[] = [];
  const unreachable: string[] = [];
  const receive = createReceiver({
    keys: KEYS,
    counts: aMachine().counts(),
    nowMs: () => NOON_MS,
    reachOf: () => reach,
    onUnreachable: (partner, reason) => unreachable.push(`${partner} ${reason}`),
    count: (kind, result) => counted.push(`${kind} ${result}`),
    keep: async (entry) => {
      entries.push(entry);
      return 'kept';
    },
  });
  const call = (url: string, method = 'GET') => {
    const { pathname: path, search } = new URL(url);
    return receive({ method, path, search });
  };
  return { call, entries, counted, unreachable };
}

const BID = {
  nurl: `${T}/n?p=\${AUCTION_PRICE}`,
  burl: `${T}/b?p=\${AUCTION_PRICE:B64}&q=\${AUCTION_PRICE}`,
  lurl: `${T}/l?p=\${AUCTION_PRICE}&r=\${AUCTION_LOSS}`,
};
const NATIVE = {
  imptrackers: [`${T}/i`],
  eventtrackers: [{ event: 2, method: 1, url: `${T}/v` }],
  link: { url: 'https://shop.example/', clicktrackers: [`${T}/c`] },
};

/** A notice of a bill that carries these URLs. */
function billWith(urls: readonly string[], urlsOf: PartnerUrls = { bill: urls }): string {
  const sealed = carryUrls(sealSale(SALE, KEYS), urlsOf);
  return `https://bid.example/n/bill/${tokenOf(sealed, 'bill')}?c=${callsOf(sealed, 'bill')}`;
}

const callsIn = (entries: readonly JournalEntry[]) =>
  entries.map((entry) => (entry.kind === 'fact' ? entry.calls : undefined));

describe('a notice', () => {
  const sell = aSeller({ trackers: 'server' });
  const parts = { bid: BID, native: NATIVE, offers: BOTH_BY_IMAGE };

  test('that lost its calls on the way is refused with a sentence, and counts for nothing', async () => {
    // A click still leads to its destination: see below.
    const urls = noticeUrls(sell(aWin(parts))).filter((url) => wordOf(url) !== 'click');
    expect(urls.length).toBeGreaterThan(3);
    for (const url of urls) {
      const { call, entries, counted } = receiver();
      const stripped = url.replace(/[?&]c=[\w-]+/, '');
      for (const method of ['GET', 'HEAD', 'POST']) {
        const refused = await call(stripped, method);
        if (!(refused instanceof Refusal)) throw new Error('it was accepted');
        expect(refused.status).toBe(403);
        expect(refused.details.reason).toStartWith('expected the parameter "c" exactly as');
      }
      const { kind } = FORM_BY_WORD[wordOf(url)];
      expect({ entries, counted }).toEqual({
        entries: [],
        counted: Array(3).fill(`${kind} forged`),
      });
    }
  });
});

test('a click whose URL was cut behind its destination leads there and does not count', async () => {
  const { call, entries, counted } = receiver();
  const { ad } = aSeller({ trackers: 'server' })(aWin({ native: NATIVE }));
  const { url } = ad.link;
  expect(url).toContain('&c=');
  const cut = url.slice(0, -1);
  expect(await call(cut)).toMatchObject({
    status: 302,
    headers: { Location: 'https://shop.example/' },
  });
  expect([entries, counted]).toEqual([[], ['click forged']]);
  expect(await call(cut.replace('shop.example', 'evil.example'))).toMatchObject({
    code: 'FORBIDDEN',
  });
});

describe('a URL that a notice carried is checked again', () => {
  const DROPPED = [
    ['ftp', 'ftp://t.example/a', 'not-callable'],
    ['white space', `${T}/a b`, 'not-callable'],
    ['no URL', 'https://[', 'not-callable'],
    ['an internal address', 'http://127.0.0.1/a', 'internal-address'],
    ['another notation of it', 'http://2130706433/a', 'internal-address'],
    ['an internal address of IPv6', 'http://[::1]/a', 'internal-address'],
    ['what a macro completes', 'http://127.0.0.${AUCTION_LOSS}/a', 'internal-address'],
  ] as const;
  test.each(DROPPED)('%s: it is dropped and counted, the fact counts', async (_, url, reason) => {
    const { call, entries, counted, unreachable } = receiver();
    expect(await call(billWith([url]))).toMatchObject({ status: 204 });
    expect(entries).toMatchObject([{ kind: 'fact', fact: { kind: 'bill' }, calls: [] }]);
    expect({ counted, unreachable }).toEqual({
      counted: ['bill kept'],
      unreachable: [`acme ${reason}`],
    });
  });

  test('a partner that the config trusts may have its notices inside', async () => {
    const { call, entries } = receiver('anywhere');
    await call(billWith(['http://127.0.0.1:8080/b']));
    expect(callsIn(entries)).toEqual([['http://127.0.0.1:8080/b']]);
  });
});
