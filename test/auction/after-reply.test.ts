import { afterEach, describe, expect, test } from 'bun:test';
import { eventually } from '../eventually.ts';
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

describe('after the reply', () => {
  test('losers are told by lurl why they lost, never in test mode', async () => {
    const notices: string[] = [];
    const sink = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch(request) {
        notices.push(new URL(request.url).search);
        return new Response();
      },
    });
    const lurl = `http://127.0.0.1:${sink.port}/?loss=\${AUCTION_LOSS}&imp=\${AUCTION_IMP_ID}&p=\${AUCTION_PRICE}`;
    market = startMarket(
      [(request) => bidOn(request, { price: 3 }), (request) => bidOn(request, { price: 1, lurl })],
      { entry: { acceptsTest: true } },
    );
    await market.ask({ test: 1 });
    await market.ask();
    await eventually(() => notices.length > 0);
    expect(notices).toEqual(['?loss=102&imp=1&p=']);
    await sink.stop(true);
  });

  test('half a character in what a partner says of itself harms nobody', async () => {
    const notices: string[] = [];
    const sink = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch(request) {
        notices.push(new URL(request.url).search);
        return new Response();
      },
    });
    const half = '\ud800';
    const lurl = `http://127.0.0.1:${sink.port}/?seat=\${AUCTION_SEAT_ID}&ad=\${AUCTION_AD_ID}`;
    const broken = { lurl, nurl: lurl, adid: half, crid: half, cid: half };
    market = startMarket([
      (request) => bidOn(request, { ...broken, price: 1 }),
      (request) => bidOn(request, { ...broken, price: 2 }, {}),
      (request) => bidOn(request, { ...broken, impid: half }),
    ]);
    const response = await market.ask({ id: 'half' });
    expect(response.status).toBe(200);
    const { nurl } = ((await response.json()) as Bids).seatbid[0]?.bid[0] ?? { nurl: '' };
    expect((await fetch(nurl)).status).toBe(204);
    expect((await market.explain('half')).imps[0]?.bids).toHaveLength(2);
    await eventually(() => notices.length >= 2);
    expect(notices).toEqual(Array(2).fill('?seat=seat-1&ad=%EF%BF%BD'));
    await sink.stop(true);
  });

  test('an explanation is found by both ids; one that is not remembered is a 404', async () => {
    market = startMarket([(request) => bidOn(request)]);
    const response = await market.ask({ id: 'by-id' });
    const byId = await market.explain('by-id');
    const byRequest = await market.explain(response.headers.get('x-request-id') ?? '');
    expect(byRequest).toEqual(byId);
    expect(byId.imps[0]?.winner).toMatchObject({ partner: 'dsp-0', price: 2 });
    expect((await fetch(`${market.parley.adminUrl}/auctions/nothing`)).status).toBe(404);
  });
});
