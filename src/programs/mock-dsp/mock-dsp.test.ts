import { afterEach, describe, expect, test } from 'bun:test';
import { type MockDsp, type MockDspOptions, startMockDsp } from './mock-dsp.ts';

const started: MockDsp[] = [];
afterEach(async () => {
  for (const dsp of started.splice(0)) await dsp.stop();
});

function mockDsp(options: MockDspOptions = {}): MockDsp {
  const dsp = startMockDsp(options);
  started.push(dsp);
  return dsp;
}

const ASSETS = [
  { id: 1, required: 1, title: { len: 12 } },
  { id: 2, required: 1, img: { type: 3, wmin: 600, hmin: 314 } },
  { id: 3, required: 1, img: { type: 1, w: 64, h: 64 } },
  { id: 4, required: 1, data: { type: 1, len: 25 } },
  { id: 5, required: 1, data: { type: 2, len: 30 } },
  { id: 6, required: 1, data: { type: 12, len: 5 } },
  { id: 7, required: 1, data: { type: 501, len: 3 } },
];

function imp(id: string, isWrapped = false) {
  const native = { ver: '1.2', assets: ASSETS };
  return { id, native: { request: JSON.stringify(isWrapped ? { native } : native) } };
}

const REQUEST = { id: 'request', imp: [imp('a'), imp('b', true)] };

function post(dsp: MockDsp, body: unknown = REQUEST, init: RequestInit = {}): Promise<Response> {
  return fetch(dsp.bidUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-openrtb-version': '2.6' },
    body: JSON.stringify(body),
    ...init,
  });
}

type Answer = {
  readonly id: string;
  readonly cur: string;
  readonly seatbid: readonly {
    readonly seat: string;
    readonly bid: readonly {
      readonly id: string;
      readonly impid: string;
      readonly price: number;
      readonly adm: string;
      readonly adomain: readonly string[];
      readonly nurl: string;
      readonly burl: string;
      readonly lurl: string;
    }[];
  }[];
};

async function bidsOf(response: Response) {
  const { seatbid } = (await response.json()) as Answer;
  return seatbid.flatMap(({ bid }) => bid);
}

function fillMacro(url: string, name: string, value: string): string {
  return url.replace(`\${${name}}`, value);
}

describe('a bid', () => {
  test('on each impression, at the price, from the seat, for the advertiser', async () => {
    const dsp = mockDsp({ price: 3.5, seat: 'acme', adomain: 'shoes.example' });
    const response = await post(dsp);
    expect(response.status).toBe(200);
    const answer = (await response.clone().json()) as Answer;
    expect(answer).toMatchObject({ id: 'request', cur: 'USD', seatbid: [{ seat: 'acme' }] });
    const bids = await bidsOf(response);
    expect(bids.map(({ impid }) => impid)).toEqual(['a', 'b']);
    expect(new Set(bids.map(({ id }) => id)).size).toBe(2);
    for (const bid of bids) {
      expect(bid).toMatchObject({ price: 3.5, adomain: ['shoes.example'], mtype: 4 });
    }
  });

  test('answers every asset within its limits, in the request’s shape, all by https', async () => {
    const [bare, wrapped] = await bidsOf(await post(mockDsp()));
    const native = JSON.parse(bare?.adm ?? '');
    expect(JSON.parse(wrapped?.adm ?? '')).toEqual({ native });
    expect(native.link.url).toBe('https://advertiser.example/landing');
    const assets = native.assets as readonly {
      readonly id: number;
      readonly title?: { readonly text: string };
      readonly img?: { readonly url: string; readonly w: number; readonly h: number };
      readonly data?: { readonly value: string };
    }[];
    expect(assets.map(({ id }) => id)).toEqual(ASSETS.map(({ id }) => id));
    expect([...(assets[0]?.title?.text ?? '')].length).toBeWithin(1, 13);
    expect(assets[1]?.img?.w).toBeGreaterThanOrEqual(600);
    expect(assets[2]?.img).toMatchObject({ w: 64, h: 64 });
    expect([...(assets[5]?.data?.value ?? '')].length).toBeWithin(1, 6);
    for (const { img } of assets) if (img) expect(img.url).toStartWith('https://');
  });
});

describe('what it received', () => {
  test('notices, counted by kind, at the addresses that its bids carry', async () => {
    const dsp = mockDsp();
    const [bid] = await bidsOf(await post(dsp));
    if (bid === undefined) throw new Error('expected a bid');
    await fetch(fillMacro(bid.nurl, 'AUCTION_PRICE', '2.5'));
    await fetch(bid.burl, { method: 'POST' });
    await fetch(bid.burl);
    await fetch(fillMacro(bid.lurl, 'AUCTION_LOSS', '102'));
    expect(dsp.noticeCounts()).toEqual({ win: 1, billing: 2, loss: 1 });
    const win = new URL(dsp.lastNoticeUrl('win') ?? '').searchParams;
    expect(Object.fromEntries(win)).toEqual({ bid: bid.id, imp: 'a', price: '2.5' });
    expect(dsp.lastNoticeUrl('loss')).toContain('reason=102');
    expect(dsp.requestCount()).toBe(1);
  });
});

describe('behaving badly', () => {
  test('a changed behaviour applies from the next request on', async () => {
    const dsp = mockDsp({ errorRate: 1 });
    expect((await post(dsp)).status).toBe(500);
    dsp.behave({ errorRate: 0, price: 9 });
    expect((await bidsOf(await post(dsp)))[0]?.price).toBe(9);
  });
});

test('a body that is not a bid request is refused', async () => {
  const dsp = mockDsp();
  expect((await fetch(`${dsp.url}/`)).status).toBe(404);
  expect((await fetch(dsp.bidUrl)).status).toBe(405);
  expect((await post(dsp, undefined, { body: '{' })).status).toBe(400);
  expect((await fetch(`${dsp.url}/healthz`)).status).toBe(200);
});
