import type { Server } from 'bun';
import { answerRequest } from '../../src/programs/mock-dsp/answer-request.ts';
import { contextOf } from '../campaigns/test-support.ts';
import { createChance } from '../chance.ts';
import { atCleanUp } from '../process.ts';

/** The same number from 0 to 1 for the same text. */
export function drawOf(text: string): number {
  return createChance(Bun.hash.crc32(text))();
}

/** A bidder whose price depends on the id of the request alone: the same traffic meets the same prices. */
export function startSteadyDsp(): Server<undefined> {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(asked) {
      const request = (await asked.json()) as { readonly id: string };
      const draw = drawOf(request.id);
      // Some requests it does not want.
      if (draw < 0.2) return new Response(null, { status: 204 });
      const response = answerRequest(request, {
        seat: 'steady',
        adomain: 'steady.example',
        noticeBaseUrl: 'https://steady.example',
        nextPrice: () => Math.round(draw * 800) / 100,
        newId: () => crypto.randomUUID(),
      });
      return Response.json(response);
    },
  });
  atCleanUp(() => server.stop(true));
  return server;
}

const TITLE_AND_ICON = {
  ver: '1.2',
  assets: [
    { id: 1, required: 1, title: { len: 90 } },
    { id: 2, required: 1, img: { type: 1, wmin: 20, hmin: 20 } },
  ],
};

const TITLE = { ver: '1.2', assets: [{ id: 1, required: 1, title: { len: 90 } }] };

/** The n-th of a traffic in which countries, topics, floors, formats and auction types differ. */
export function trafficRequest(n: number) {
  const id = `t-${n}`;
  const pick = <T>(what: string, of: readonly [T, ...T[]]): T =>
    of[Math.floor(drawOf(`${what} ${n}`) * of.length)] ?? of[0];
  return {
    id,
    at: pick('at', [1, 1, 1, 2]),
    imp: [
      {
        id: 'a',
        bidfloor: pick('floor', [0, 0.5, 2.5, 6]),
        native: { request: JSON.stringify(pick('native', [TITLE, TITLE, TITLE, TITLE_AND_ICON])) },
      },
    ],
    site: {
      domain: 'chat.example.com',
      keywords: pick('keywords', ['trail shoes', 'wet socks', 'a tent']),
      publisher: { id: pick('publisher', ['pub-1', 'pub-2', 'pub-3']) },
    },
    device: {
      ip: '192.0.2.44',
      geo: { country: pick('country', ['DEU', 'DEU', 'FRA', 'USA']) },
      ifa: 'this-is-somebody',
    },
    user: { id: 'somebody' },
    ...contextOf({ messageSequenceNumber: 1 + (n % 5) }),
  };
}

export type TrafficRequest = ReturnType<typeof trafficRequest>;

const AT_ONCE = 12;

/** The campaign that a request was sold to, and the CPM that the publisher got for it. */
type SoldRequest = { readonly campaign: string | undefined; readonly price: number };

/** Sends requests, some at once. Resolves to the sales. */
export async function sendAll(
  url: string,
  requests: readonly object[],
): Promise<readonly SoldRequest[]> {
  const sold: SoldRequest[] = [];
  let next = 0;
  const sendNext = async () => {
    for (let at = next++; at < requests.length; at = next++) {
      const one = await soldTo(url, JSON.stringify(requests[at]));
      if (one !== undefined) sold.push(one);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendNext));
  return sold;
}

async function soldTo(url: string, body: string): Promise<SoldRequest | undefined> {
  for (;;) {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(`${url}/openrtb2`, { method: 'POST', headers, body });
    if (response.status === 503 || response.headers.get('x-nobid-reason') === 'timeout') continue;
    if (response.status !== 200) return undefined;
    const { seatbid } = (await response.json()) as {
      readonly seatbid: readonly {
        readonly bid: readonly { readonly cid?: string; readonly price: number }[];
      }[];
    };
    const sold = seatbid[0]?.bid[0];
    return sold && { campaign: sold.cid, price: sold.price };
  }
}
