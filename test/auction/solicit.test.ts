import { afterEach, describe, expect, test } from 'bun:test';
import { REPLY_MARGIN_MS } from '../../src/core/exchange/exchange.ts';
import { PATIENT_MS } from '../patience.ts';
import { letTimeRun, passTime, stopTime, untilSo } from '../stopped-time.ts';
import { bidOn } from './partners.ts';
import { type Market, startMarket } from './setup.ts';

let market: Market | undefined;
const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  letTimeRun();
  await market?.stop();
  market = undefined;
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

const hangs = () => new Promise<Response>(() => {});

/** Time stands still from here on. The request is with every partner that is asked, and those who answer have. */
async function askAndStop(changes: Readonly<Record<string, unknown>>) {
  if (market === undefined) throw new Error('no market is open');
  const { parley, dsps } = market;
  stopTime();
  const asked: { response?: Response } = {};
  const answered = market.ask(changes).then((response) => {
    asked.response = response;
    return response;
  });
  await untilSo(() => dsps.every(({ received }) => received.length > 0));
  // By the time these answers are here, those of the partners are: they were sent before.
  for (let i = 0; i < 3; i++) await (await fetch(`${parley.url}/healthz`)).text();
  return { answered, isAnswered: () => asked.response !== undefined };
}

async function winningPrice(response: Response): Promise<number | undefined> {
  if (response.status !== 200) return undefined;
  const body = (await response.json()) as { seatbid: { bid: { price: number }[] }[] };
  return body.seatbid[0]?.bid[0]?.price;
}

describe('asking partners', () => {
  test('of three partners, one that hangs and one that fails cost nothing but their own bids', async () => {
    market = await startMarket([
      hangs,
      () => new Response('oops', { status: 500 }),
      (request) => bidOn(request, { price: 2 }),
    ]);
    const id = 'one-of-three';
    const { answered } = await askAndStop({ id, tmax: 150 });
    await passTime(150);
    expect(await winningPrice(await answered)).toBe(2);
    letTimeRun();
    const { partners } = await market.explain(id);
    expect(partners.map(({ answer }) => answer)).toEqual(['timeout', 'malformed', 'bids']);
  });

  test('while partners hang, the answer goes out its margin before tmax (ruling 28)', async () => {
    market = await startMarket([hangs, hangs, hangs]);
    const { answered, isAnswered } = await askAndStop({ tmax: 100 });
    await passTime(99 - REPLY_MARGIN_MS);
    expect(isAnswered()).toBe(false);
    await passTime(1);
    const response = await answered;
    expect(response.status).toBe(204);
    expect(response.headers.get('x-nobid-reason')).toBe('timeout');
  });

  test('without tmax the configured time holds; a longer tmax does not lengthen it (ruling 28)', async () => {
    for (const changes of [{}, { tmax: 2000 }]) {
      market = await startMarket([hangs], {
        config: { auction: { timeoutMs: 120, defaultType: 1, rates: {} } },
      });
      const { answered } = await askAndStop(changes);
      await passTime(120);
      expect((await answered).headers.get('x-nobid-reason')).toBe('timeout');
      letTimeRun();
      await market.stop();
    }
  });

  test('a partner’s own timeout cuts it off before the others', async () => {
    market = await startMarket([hangs], { entry: { timeoutMs: 50 } });
    const { answered, isAnswered } = await askAndStop({ tmax: 400 });
    await passTime(49);
    expect(isAnswered()).toBe(false);
    await passTime(1);
    expect((await answered).headers.get('x-nobid-reason')).toBe('timeout');
  });

  test('a partner over its QPS cap is not asked', async () => {
    market = await startMarket([(request) => bidOn(request)], { entry: { qpsMax: 1 } });
    stopTime();
    const statuses: number[] = [];
    for (let i = 0; i < 3; i++) statuses.push((await market.ask({ id: `q${i}` })).status);
    await passTime(1000);
    statuses.push((await market.ask({ id: 'later' })).status);
    expect(statuses).toEqual([200, 204, 204, 200]);
    expect(market.dsps[0]?.received.length).toBe(2);
  });

  test('external partners see test traffic only if they take it, and then marked (ruling 33)', async () => {
    market = await startMarket([(request) => bidOn(request)]);
    await market.ask({ test: 1 });
    expect(market.dsps[0]?.received).toEqual([]);
    await market.stop();
    market = await startMarket([(request) => bidOn(request)], { entry: { acceptsTest: true } });
    await market.ask({ test: 1 });
    expect(market.dsps[0]?.received[0]?.body.test).toBe(1);
  });
});

describe('partners that misbehave', () => {
  /** Asks a partner with all time for it, unless it is about to need too much. */
  async function askOdd(url: string, timeoutMs = PATIENT_MS) {
    market = await startMarket([(request) => bidOn(request, { price: 2 })], {
      extra: [{ name: 'odd', kind: 'openrtb', url, timeoutMs }],
    });
    const id = crypto.randomUUID();
    const response = await market.ask({ id });
    expect(await winningPrice(response)).toBe(2);
    const { partners } = await market.explain(id);
    return partners.find(({ name }) => name === 'odd');
  }
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
      () =>
        new Response(Bun.gzipSync(Buffer.alloc(50_000_000)), {
          headers: { 'content-encoding': 'gzip' },
        }),
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
});
