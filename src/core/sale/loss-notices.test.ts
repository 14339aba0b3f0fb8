import { expect, test } from 'bun:test';
import { aWin } from '../../../test/notices/a-win.ts';
import { Drop, LOSS } from '../auction/drop.ts';
import type { HttpCall } from '../auction/partner.ts';
import { createLossNotices } from './loss-notices.ts';

const lost = (partner: string, lurl?: string) => ({
  partner,
  bid: { ...aWin().candidate.bid, ...(lurl === undefined ? {} : { lurl }) },
  loss: new Drop(LOSS.outbid, 'a better bid won'),
});

function startNotices() {
  const calls: [HttpCall['url'], partner: string][] = [];
  const waiting: (() => void)[] = [];
  const notify = createLossNotices((call, _giveUpMs, partner) => {
    calls.push([call.url, partner]);
    return new Promise((resolve) => waiting.push(() => resolve({ failure: 'nobody there' })));
  });
  return { notify, calls, waiting };
}

test('only URLs of HTTP are called', () => {
  const { notify, calls } = startNotices();
  notify('r-1', [lost('a', 'file:///etc/passwd'), lost('a', ''), lost('a', 'javascript:1')]);
  expect(calls).toEqual([]);
});

test('a URL that macros make longer than 8192 characters is not called (ruling 72)', () => {
  const { notify, calls } = startNotices();
  const lurl = (macros: number) => `https://a.example/${'${AUCTION_ID}'.repeat(macros)}`;
  notify('x'.repeat(500), [lost('long', lurl(17)), lost('short', lurl(16))]);
  expect(calls.map(([, partner]) => partner)).toEqual(['short']);
});

test('at most 200 are under way, and further ones are dropped', async () => {
  const { notify, calls, waiting } = startNotices();
  notify('r-1', Array(300).fill(lost('a', 'https://a.example/')));
  expect(calls).toHaveLength(200);
  for (const end of waiting.splice(0)) end();
  await new Promise(setImmediate);
  notify('r-2', [lost('a', 'https://a.example/')]);
  expect(calls).toHaveLength(201);
});
