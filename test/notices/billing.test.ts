import { afterAll, expect, test } from 'bun:test';
import { bidOn, startDsp } from '../auction/partners.ts';
import { atCleanUp, cleanUp } from '../process.ts';
import {
  bid,
  buy,
  buyBy,
  call,
  databaseOf,
  factsOf,
  reportOf,
  saleRequest,
  startExchange,
  stopExchange,
} from './exchange.ts';

afterAll(cleanUp);

function startBidder(): string {
  const { url, stop } = startDsp((request) => bidOn(request));
  atCleanUp(stop);
  return url;
}

test('in test mode every notice is answered, and nobody is billed or counted', async () => {
  const exchange = await startExchange();
  const { burl = '', lurl = '', ...sold } = await buy(exchange.port, saleRequest({ isTest: true }));
  const urls = [sold.nurl, burl, lurl, sold.impression, sold.viewable, sold.link];
  const answers = await Promise.all(urls.map((url) => call(url)));
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 200, 200, 302]);
  await stopExchange(exchange);
  const facts = await factsOf(await databaseOf(exchange), urls.length);
  expect(facts.map(({ is_test }) => is_test)).toEqual(urls.map(() => 1));
  const rows = await reportOf(exchange);
  const counted = ['wins', 'impressions', 'viewables', 'clicks', 'losses', 'spend_usd'];
  expect(rows.flatMap((row) => counted.filter((name) => Number(row[name]) !== 0))).toEqual([]);
});

test('a partner is billed on the burl, on the impression or on the win, and on nothing else (ruling 49)', async () => {
  const partner = (name: string, billOn: string) =>
    `  - { name: ${name}, kind: openrtb, url: "${startBidder()}", billOn: ${billOn} }`;
  const billedOn = async (billOn: string) => {
    const exchange = await startExchange({ more: `partners:\n${partner('dsp', billOn)}` });
    const sold = await buy(exchange.port);
    expect(sold.burl === undefined).toBe(billOn !== 'burl');
    // With the bill's path in front, the impression's token is no bill.
    const forged = sold.impression.replace('/imp/', '/bill/');
    expect((await call(forged)).status).toBe(403);
    const urls = [sold.nurl, ...(sold.burl === undefined ? [] : [sold.burl]), sold.impression];
    for (const url of urls) await call(url, { price: '1.5' });
    await stopExchange(exchange);
    const [row] = (await reportOf(exchange)).filter(({ wins }) => Number(wins) > 0);
    // The tracker that bills is in the page, where nobody may name a price (ruling 70).
    const spend = billOn === 'impression' ? '0.002' : '0.0015';
    expect([billOn, row]).toEqual([
      billOn,
      expect.objectContaining({ partner: 'dsp', impressions: 1, spend_usd: spend }),
    ]);
  };
  await Promise.all(['burl', 'impression', 'win'].map(billedOn));
});

test('a notice’s price is read in the currency of the answer, and kept in USD (ruling 55)', async () => {
  const more = `auction: { rates: { EUR: 1.25 } }
partners:
  - { name: dsp, kind: openrtb, url: "${startBidder()}" }`;
  const exchange = await startExchange({ more });
  const request = { ...(JSON.parse(saleRequest()) as object), cur: ['EUR'] };
  const { price, burl = '', nurl } = await buy(exchange.port, JSON.stringify(request));
  expect(price).toBe(1.6);
  await call(nurl);
  await call(burl, { price: '0.8' });
  await stopExchange(exchange);
  const facts = await factsOf(await databaseOf(exchange), 2);
  expect(facts.map(({ kind, price_micros }) => [kind, Number(price_micros)]).sort()).toEqual([
    ['bill', 1_000_000],
    ['win', 2_000_000],
  ]);
});

test.concurrent.each(['burl', 'impression', 'win'])(
  'a visitor who names a price in what the page shows is not believed: billed on %s (ruling 70)',
  async (billOn) => {
    const more = `partners:
  - { name: dsp, kind: openrtb, url: "${startBidder()}", billOn: ${billOn} }`;
    const exchange = await startExchange({ more });
    const ask = () => bid(exchange.port, saleRequest(), '/openrtb2/auction');
    const { nurl, burl = nurl, lurl, impression, clientTrackers } = await buyBy(ask);
    expect(lurl).toBeUndefined();
    expect(clientTrackers).toHaveLength(billOn === 'burl' ? 2 : 1);
    const cheap = (url: string) => call(`${url}${url.includes('?') ? '&' : '?'}p=0.000001`);
    const fixed = [...clientTrackers, nurl, burl, impression];
    for (const url of fixed) expect((await cheap(url)).status).toBeLessThan(300);
    for (const url of fixed) {
      // The word that reads a price, where there is one, and another word.
      if (url.includes('/fixed-'))
        expect((await cheap(url.replace('/fixed-', '/'))).status).toBe(403);
      expect((await call(url.replace(/\/n\/[^/]+/, '/n/loss'))).status).toBe(403);
    }
    await stopExchange(exchange);
    const facts = await factsOf(await databaseOf(exchange), clientTrackers.length + 1);
    expect(facts.map(({ price_micros }) => Number(price_micros))).toEqual(
      facts.map(() => 2_000_000),
    );
    const [row] = (await reportOf(exchange)).filter(({ wins }) => Number(wins) > 0);
    expect(row).toMatchObject({ wins: 1, impressions: 1, spend_usd: '0.002' });
  },
);
