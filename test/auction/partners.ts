/** DSPs for tests: real servers that answer as they are told. */

export type Outgoing = {
  readonly id: string;
  readonly tmax: number;
  readonly imp: readonly {
    readonly id: string;
    readonly bidfloor: number;
    readonly native: { readonly request: string };
  }[];
} & Readonly<Record<string, unknown>>;

export type Dsp = {
  readonly url: string;
  readonly received: { readonly body: Outgoing; readonly headers: Headers }[];
  readonly stop: () => Promise<void>;
};

export type Reply = (request: Outgoing) => Response | Promise<Response>;

export function startDsp(reply: Reply): Dsp {
  const received: Dsp['received'] = [];
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const body = (await request.json()) as Outgoing;
      received.push({ body, headers: request.headers });
      return reply(body);
    },
  });
  return { url: `http://127.0.0.1:${server.port}/bid`, received, stop: () => server.stop(true) };
}

export type BidFields = Readonly<Record<string, unknown>>;

/** A well-behaved answer: one bid on every impression, with any field changed. */
export function bidOn(
  request: Outgoing,
  fields: BidFields = {},
  response: BidFields = {},
): Response {
  return Response.json({
    id: request.id,
    cur: 'USD',
    seatbid: [
      {
        seat: 'seat-1',
        bid: request.imp.map((imp) => ({
          id: `bid-${imp.id}`,
          impid: imp.id,
          price: 2,
          adm: nativeAd(),
          adomain: ['brand.example'],
          crid: 'creative-1',
          mtype: 4,
          ...fields,
        })),
      },
    ],
    ...response,
  });
}

export function nativeAd(changes: BidFields = {}): string {
  return JSON.stringify({
    ver: '1.2',
    assets: [{ id: 1, title: { text: 'A title' } }],
    link: { url: 'https://brand.example/' },
    ...changes,
  });
}
