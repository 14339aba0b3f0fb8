import type { BidRequest } from '../src/api.ts';

/** A server in the place of an exchange, which answers as a test says and remembers what it was asked. */
export type ScriptedExchange = {
  readonly url: string;
  readonly received: readonly Received[];
  readonly stop: () => Promise<void>;
};

export type Received = {
  readonly path: string;
  readonly headers: Headers;
  readonly body: BidRequest;
};

export type Script = (received: Received) => Response | Promise<Response>;

export function startScriptedExchange(script: Script): ScriptedExchange {
  const received: Received[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      // `ready()`, which asks for nothing.
      if (request.method === 'GET') return new Response(null, { status: 204 });
      const { pathname: path } = new URL(request.url);
      const one = { path, headers: request.headers, body: (await request.json()) as BidRequest };
      received.push(one);
      return script(one);
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    received,
    stop: () => server.stop(true),
  };
}

/** An answer with one bid of this markup. */
export function answerWith(adm: unknown, bid: Readonly<Record<string, unknown>> = {}): Response {
  return Response.json({
    id: 'r',
    bidid: 'b',
    cur: 'USD',
    seatbid: [
      {
        seat: 's',
        bid: [
          {
            id: 'bid-1',
            impid: '1',
            price: 2.5,
            adm: typeof adm === 'string' ? adm : JSON.stringify(adm),
            adomain: ['shop.example'],
            nurl: 'https://ads.example/n/fixed-win/T',
            burl: 'https://ads.example/n/fixed-bill/T',
            ext: { service: { format: { agent_url: 'https://a.example', id: 'native_content' } } },
            ...bid,
          },
        ],
      },
    ],
  });
}

export const MARKUP = {
  ver: '1.2',
  link: {
    url: 'https://ads.example/n/click/T?to=x',
    clicktrackers: ['https://tracker.example/click?p=${AUCTION_PRICE}'],
  },
  assets: [
    { id: 1, title: { text: 'Scree 3: grip for wet rock' } },
    { id: 2, img: { type: 3, url: 'https://ads.example/wide.svg', w: 1200, h: 627 } },
    { id: 3, img: { type: 1, url: 'https://ads.example/icon.svg', w: 200, h: 200 } },
    { id: 4, data: { type: 1, value: 'Ridgeline Running' } },
    { id: 5, data: { type: 2, value: 'A 5 mm lug and a rock plate.' } },
    { id: 6, data: { type: 3, value: '4.7' } },
    { id: 7, data: { type: 6, value: '$129.00' } },
    { id: 8, data: { type: 7, value: '$109.00' } },
    { id: 9, data: { type: 12, value: 'Find your size' } },
  ],
  eventtrackers: [
    { event: 1, method: 1, url: 'https://ads.example/n/imp/T' },
    { event: 1, method: 2, url: 'https://tracker.example/script.js' },
    { event: 2, method: 1, url: 'https://ads.example/n/view/T' },
    // A bidder's own event of this number is not what the exchange means by it.
    { event: 501, method: 1, url: 'https://tracker.example/501' },
    { event: 501, method: 1, url: 'https://ads.example/n/feedback/T?t=Scree&s=S' },
    { event: 1, method: 1, url: 'https://tracker.example/pixel?p=${AUCTION_PRICE}' },
  ],
};

export const TRAIL_SHOES = [
  { role: 'user', content: 'I need trail running shoes under $150 this week' },
] as const;
