import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { eventually } from '../eventually.ts';
import { PATIENT_MS } from '../patience.ts';
import { bidOn } from './partners.ts';
import { type Market, startMarket } from './setup.ts';

type Bids = {
  readonly seatbid: readonly { readonly bid: readonly { readonly nurl: string }[] }[];
};

let market: Market | undefined;
afterEach(async () => {
  await market?.stop();
  market = undefined;
});

const heard: string[] = [];
const sink = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch(request) {
    heard.push(new URL(request.url).search);
    return new Response();
  },
});
beforeEach(() => heard.splice(0));
afterAll(() => sink.stop(true));

describe('after the reply', () => {
  test('losers are told by lurl why they lost, never in test mode', async () => {
    const lurl = `http://127.0.0.1:${sink.port}/?loss=\${AUCTION_LOSS}&imp=\${AUCTION_IMP_ID}&p=\${AUCTION_PRICE}`;
    market = await startMarket(
      [(request) => bidOn(request, { price: 3 }), (request) => bidOn(request, { price: 1, lurl })],
      { entry: { acceptsTest: true } },
    );
    await market.ask({ test: 1 });
    await market.ask();
    await eventually(() => heard.length > 0);
    expect(heard).toEqual(['?loss=102&imp=1&p=']);
  });

  test('losers learn the price only where the publisher tells it', async () => {
    const lurl = `http://127.0.0.1:${sink.port}/?p=\${AUCTION_PRICE}&m=\${AUCTION_MIN_TO_WIN}&c=\${AUCTION_CURRENCY}`;
    market = await startMarket(
      [
        (request) => bidOn(request, { price: 3 }),
        (request) => bidOn(request, { price: 1, lurl }, { cur: 'EUR' }),
      ],
      {
        config: {
          auction: { timeoutMs: PATIENT_MS, defaultType: 2, rates: { EUR: 1.2 } },
          publishers: [{ id: 'open', tellsPrices: true }, { id: 'closed' }],
        },
      },
    );
    const from = (id: string) => ({ site: { publisher: { id } } });
    for (const id of ['closed', 'open']) {
      await market.ask(from(id));
      await eventually(() => heard.length > 0);
      // Second price: 1.21 USD is paid, and 3 USD would have tied with the winner.
      expect(heard.splice(0)).toEqual([id === 'open' ? '?p=1.008333&m=2.5&c=EUR' : '?p=&m=&c=EUR']);
    }
  });

  test('a lone surrogate in the answer of a partner fails no auction', async () => {
    const half = '\ud800';
    const lurl = `http://127.0.0.1:${sink.port}/?seat=\${AUCTION_SEAT_ID}&ad=\${AUCTION_AD_ID}`;
    const broken = { lurl, nurl: lurl, adid: half, crid: half, cid: half };
    market = await startMarket([
      (request) => bidOn(request, { ...broken, price: 1 }),
      (request) => bidOn(request, { ...broken, price: 2 }, {}),
      (request) => bidOn(request, { ...broken, impid: half }),
    ]);
    const response = await market.ask({ id: 'half' });
    expect(response.status).toBe(200);
    const { nurl } = ((await response.json()) as Bids).seatbid[0]?.bid[0] ?? { nurl: '' };
    expect((await fetch(nurl)).status).toBe(204);
    expect((await market.explain('half')).imps[0]?.bids).toHaveLength(2);
    await eventually(() => heard.length >= 2);
    expect(heard).toEqual(Array(2).fill('?seat=seat-1&ad=%EF%BF%BD'));
  });

  test('an explanation names the bids that could not be read, each with a sentence', async () => {
    const unpriced = { id: 'b', impid: '1' };
    market = await startMarket([
      ({ id }) =>
        Response.json({ id, seatbid: [{ bid: [unpriced, { ...unpriced, price: 'x' }] }] }),
      (request) => bidOn(request),
    ]);
    await market.ask({ id: 'unreadable' });
    const [first, second] = (await market.explain('unreadable')).partners;
    expect(first).toMatchObject({ answer: 'bids', bids: 0 });
    expect(first?.unreadable).toEqual([
      expect.stringMatching(/^price: .*missing/),
      expect.stringMatching(/^price: expected a number/),
    ]);
    expect(second).toMatchObject({ answer: 'bids', bids: 1 });
    expect(second).not.toHaveProperty('unreadable');
  });

  test('an explanation is found by both ids; one that is not remembered is a 404', async () => {
    market = await startMarket([(request) => bidOn(request)]);
    const response = await market.ask({ id: 'by-id' });
    const byId = await market.explain('by-id');
    const byRequest = await market.explain(response.headers.get('x-request-id') ?? '');
    expect(byRequest).toEqual(byId);
    expect(byId.imps[0]?.winner).toMatchObject({ partner: 'dsp-0', price: 2 });
    expect((await fetch(`${market.parley.adminUrl}/requests/nothing`)).status).toBe(404);
  });
});
