import type { BidRequest } from '../src/api.ts';
import markup from './markup.json';

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

/** Of all assets and notices. A bidder's own event 501 is not what the exchange means by it. */
export const MARKUP = markup;

export const TRAIL_SHOES = [
  { role: 'user', content: 'I need trail running shoes under $150 this week' },
] as const;
