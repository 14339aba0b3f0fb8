import { afterEach, describe, expect, test } from 'bun:test';
import { bidOn, startRawServer } from './partners.ts';
import { type Market, startMarket } from './setup.ts';

let market: Market | undefined;
const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  await market?.stop();
  market = undefined;
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

const BOMB = Bun.gzipSync(Buffer.alloc(50_000_000));

const hangs = () => new Promise<Response>(() => {});

/** The market of the test under way. */
function ask(changes?: Readonly<Record<string, unknown>>): Promise<Response> {
  if (market === undefined) throw new Error('no market is open');
  return market.ask(changes);
}

async function winningPrice(response: Response): Promise<number | undefined> {
  if (response.status !== 200) return undefined;
  const body = (await response.json()) as { seatbid: { bid: { price: number }[] }[] };
  return body.seatbid[0]?.bid[0]?.price;
}

describe('asking partners', () => {
  test('all are asked and the highest bid wins', async () => {
    market = startMarket([
      (request) => bidOn(request, { price: 1 }),
      (request) => bidOn(request, { price: 3 }),
      (request) => bidOn(request, { price: 2 }),
    ]);
    expect(await winningPrice(await market.ask())).toBe(3);
    expect(market.dsps.map(({ received }) => received.length)).toEqual([1, 1, 1]);
  });

  test('of three partners, one that hangs and one that fails cost nothing but their own bids', async () => {
    market = startMarket([
      hangs,
      () => new Response('oops', { status: 500 }),
      (request) => bidOn(request, { price: 2 }),
    ]);
    const id = 'one-of-three';
    const response = await ask({ id, tmax: 150 });
    expect(await winningPrice(response)).toBe(2);
    const { partners } = await market.explain(id);
    expect(partners.map(({ answer }) => answer)).toEqual(['timeout', 'malformed', 'bids']);
  });

  test('the answer goes out at the deadline while partners hang', async () => {
    market = startMarket([hangs, hangs, hangs]);
    const response = await market.ask({ tmax: 100 });
    expect(response.status).toBe(204);
    expect(response.headers.get('x-nobid-reason')).toBe('timeout');
  });

  test('a partner is told what time remains for it', async () => {
    market = startMarket([(request) => bidOn(request)]);
    await market.ask({ tmax: 200 });
    const tmax = market.dsps[0]?.received[0]?.body.tmax ?? 0;
    expect(tmax).toBeGreaterThan(150);
    expect(tmax).toBeLessThan(200);
  });

  test('a partner over its QPS cap is not asked', async () => {
    market = startMarket([(request) => bidOn(request)], { entry: { qpsMax: 1 } });
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) statuses.push((await market.ask({ id: `q${i}` })).status);
    const asked = market.dsps[0]?.received.length ?? 0;
    // The second may turn once while the six are sent.
    expect(asked).toBeLessThanOrEqual(2);
    expect(statuses.filter((status) => status === 204).length).toBe(6 - asked);
  });

  test('external partners see test traffic only if they take it, and then marked (ruling 33)', async () => {
    market = startMarket([(request) => bidOn(request)]);
    await market.ask({ test: 1 });
    expect(market.dsps[0]?.received).toEqual([]);
    await market.stop();
    market = startMarket([(request) => bidOn(request)], { entry: { acceptsTest: true } });
    await market.ask({ test: 1 });
    expect(market.dsps[0]?.received[0]?.body.test).toBe(1);
  });
});

describe('partners that misbehave', () => {
  const asPartner = (url: string) => ({
    name: 'odd',
    kind: 'openrtb' as const,
    url,
    timeoutMs: 1000,
  });

  async function askOdd(url: string) {
    market = startMarket([(request) => bidOn(request, { price: 2 })], {
      extra: [asPartner(url)],
      config: { auction: { timeoutMs: 5000, defaultType: 1, rates: {} } },
    });
    const id = crypto.randomUUID();
    const response = await ask({ id });
    expect(await winningPrice(response)).toBe(2);
    const { partners } = await market.explain(id);
    return partners.find(({ name }) => name === 'odd');
  }

  const rawCases: readonly [string, (socket: import('node:net').Socket) => void, string][] = [
    ['resets the connection', (socket) => socket.resetAndDestroy(), 'failed'],
    [
      'closes half-way through the answer',
      (socket) =>
        socket.once('data', () =>
          socket.end('HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n{"id":'),
        ),
      'failed',
    ],
    [
      'sends garbage',
      (socket) => socket.once('data', () => socket.end('\u0000\u0001 not http\r\n\r\n')),
      'failed',
    ],
    [
      'trickles bytes',
      (socket) => {
        socket.once('data', () =>
          socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n'),
        );
        const timer = setInterval(() => socket.write('x'), 20);
        socket.on('close', () => clearInterval(timer));
      },
      'timeout',
    ],
  ];
  for (const [what, onSocket, answer] of rawCases) {
    test(`one that ${what} is recorded as such and the auction goes on`, async () => {
      const raw = await startRawServer(onSocket);
      cleanups.push(raw.stop);
      expect((await askOdd(raw.url))?.answer).toBe(answer);
    });
  }

  test('one that nobody listens for is recorded as failed', async () => {
    expect((await askOdd('http://127.0.0.1:1/bid'))?.answer).toBe('failed');
  });

  const replies: readonly [string, () => Response, string, string][] = [
    ['redirects', () => Response.redirect('http://127.0.0.1:1/', 302), 'malformed', '302'],
    ['sends 10 MB', () => new Response('x'.repeat(10_000_000)), 'failed', 'bytes'],
    [
      'sends 10 MB without saying so',
      () =>
        new Response(
          new ReadableStream({
            pull(c) {
              c.enqueue(new Uint8Array(100_000));
            },
          }),
        ),
      'failed',
      'bytes',
    ],
    [
      'sends a bomb',
      () => new Response(BOMB, { headers: { 'content-encoding': 'gzip' } }),
      'failed',
      'bytes',
    ],
    ['sends no JSON', () => new Response('<html>'), 'malformed', 'JSON'],
    [
      'sends JSON that is no answer',
      () => Response.json([1, 2]),
      'malformed',
      'expected an object',
    ],
    [
      'answers another request',
      () => Response.json({ id: 'other', seatbid: [{ bid: [{}] }] }),
      'malformed',
      'another request',
    ],
    ['answers 204', () => new Response(null, { status: 204 }), 'no-bid', '204'],
    ['answers nothing', () => new Response(''), 'no-bid', 'empty'],
    ['answers {}', () => Response.json({}), 'no-bid', 'no bids'],
    ['answers a no-bid reason', () => Response.json({ id: 'x', nbr: 2 }), 'no-bid', '2'],
  ];
  for (const [what, reply, answer, reason] of replies) {
    test(`one that ${what} is recorded as ${answer}`, async () => {
      const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: reply });
      cleanups.push(() => server.stop(true));
      const odd = await askOdd(`http://127.0.0.1:${server.port}/`);
      expect(odd?.answer).toBe(answer);
      expect(odd?.reason).toContain(reason);
    });
  }

  test('a bid on an impression that was not asked for is dropped, the others stand', async () => {
    market = startMarket([
      (request) => bidOn(request, { impid: 'other', price: 9 }),
      (request) => bidOn(request, { price: 1 }),
    ]);
    expect(await winningPrice(await market.ask())).toBe(1);
  });
});
