/**
 * What the notices of one win cost: signing the whole set of URLs at the auction, verifying one when it
 * arrives. Shown beside a bare HMAC over as many bytes, since that is what the machine sets the price of.
 */
import { createHmac } from 'node:crypto';
import { USD } from '../../src/auction/currency.ts';
import type { Win } from '../../src/auction/pick-winner.ts';
import { createNoticeKeys } from '../../src/notices/keys.ts';
import { macroTexts } from '../../src/notices/macros.ts';
import { markNative } from '../../src/notices/mark-native.ts';
import type { TrackerSide } from '../../src/notices/plan-calls.ts';
import { createReceiver } from '../../src/notices/receive.ts';
import { createSaleNotices } from '../../src/notices/sale-urls.ts';
import { openToken } from '../../src/notices/token.ts';
import { NO_DIMENSIONS } from '../../src/sale/dimensions.ts';
import { aWin, BOTH_BY_IMAGE } from '../../test/notices/a-win.ts';
import { aMachine } from '../../test/notices/machine-counts.ts';

const ROUNDS = 31;
const ROUND_MS = 8;
const WARM_UP_ROUNDS = 40;

/** Microseconds a call: the median of the rounds. */
function measure(work: () => unknown): number {
  const warmUpEnd = Bun.nanoseconds() + WARM_UP_ROUNDS * ROUND_MS * 1e6;
  let calls = 0;
  while (Bun.nanoseconds() < warmUpEnd) {
    work();
    calls++;
  }
  const callsPerRound = Math.max(1, Math.round(calls / WARM_UP_ROUNDS));
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = Bun.nanoseconds();
    for (let call = 0; call < callsPerRound; call++) work();
    rounds.push((Bun.nanoseconds() - start) / callsPerRound / 1000);
  }
  return rounds.sort((a, b) => a - b)[ROUNDS >> 1] ?? 0;
}

const keys = createNoticeKeys(['a-secret-of-thirty-two-characters']);
const sellerFor = (trackers: TrackerSide) =>
  createSaleNotices({
    publicUrl: 'https://bid.example.com',
    keys,
    machine: 1,
    nowMs: Date.now,
    billOnOf: () => 'burl',
    trackersOf: () => trackers,
    shareOf: () => 10_000,
  });
const sell = sellerFor('server');
const sellByClient = sellerFor('client');
const dimensions = {
  ...NO_DIMENSIONS,
  publisher: 'pub-1',
  country: 'DEU',
  intent: 'comparison',
  funnel: 'consideration',
  sentiment: 'neutral',
  turn: '4-7',
};
const ownWin = aWin({
  offers: BOTH_BY_IMAGE,
  bid: { cid: crypto.randomUUID(), crid: crypto.randomUUID() },
  native: { link: { url: 'https://shop.example/item/17?from=ad' } },
});
const win = aWin({
  offers: BOTH_BY_IMAGE,
  bid: {
    cid: crypto.randomUUID(),
    crid: crypto.randomUUID(),
    nurl: 'https://dsp.example/win?p=${AUCTION_PRICE}&i=${AUCTION_ID}',
    burl: 'https://dsp.example/bill?p=${AUCTION_PRICE}&i=${AUCTION_ID}',
  },
  native: {
    link: { url: 'https://shop.example/item/17?from=ad', clicktrackers: ['https://dsp.example/c'] },
    eventtrackers: [{ event: 1, method: 1, url: 'https://dsp.example/i' }],
  },
});
const macros = macroTexts(() => ({ AUCTION_ID: 'request-1', AUCTION_IMP_ID: 'imp-1' }));
const selling = {
  auctionId: crypto.randomUUID(),
  index: 0,
  dimensions,
  isTest: false,
  currency: USD,
  noticeUrls: 'all' as const,
  macros,
  callMacros: macros,
};

const notices = sell(win, selling);
const nurl = new URL(notices.nurl.replace('${AUCTION_PRICE}', '1.25'));
const token = nurl.pathname.split('/')[3] ?? '';
const calls = nurl.searchParams.get('c') ?? '';
const clickUrl = new URL(notices.link(win.candidate.native.link.url));
const receive = createReceiver({
  keys,
  counts: aMachine().counts(),
  nowMs: Date.now,
  keep: async () => 'kept' as const,
  count() {},
  reachOf: () => 'internet' as const,
  onUnreachable() {},
});
const key = Buffer.alloc(32, 7);

const bare = measure(() => createHmac('sha256', key).update(token).digest('base64url'));

function print(name: string, work: () => unknown): void {
  const us = measure(work);
  const ratio = (us / bare).toFixed(1);
  process.stdout.write(`${name.padEnd(52)}${us.toFixed(2).padStart(7)} µs  ${ratio} HMACs\n`);
}

process.stdout.write(`nurl of ${notices.nurl.length} characters\n`);
process.stdout.write(
  `${'one HMAC-SHA-256 over a token'.padEnd(52)}${bare.toFixed(2).padStart(7)} µs\n`,
);
function sellAd(sold: Win, sellOne = sell): unknown {
  const signed = sellOne(sold, selling);
  return markNative(signed.native, signed, '1.2');
}
print('sell one win: five URLs, a link, the ad', () => sellAd(ownWin));
print('the same, with nurl and burl of a partner', () => sellAd(win, sellByClient));
print('the same, with its trackers too', () => sellAd(win));
const unopened = { signedAs: 'win', token, calls } as const;
print('open one token with its calls', () => openToken(unopened, keys, Date.now()));
print('refuse one that is forged', () =>
  openToken({ ...unopened, signedAs: 'bill' }, keys, Date.now()),
);
print('receive one notice, kept already', () =>
  receive({ method: 'GET', path: nurl.pathname, search: nurl.search }),
);
print('receive one click, kept already', () =>
  receive({ method: 'HEAD', path: clickUrl.pathname, search: clickUrl.search }),
);
