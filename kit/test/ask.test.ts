import { afterEach, describe, expect, test } from 'bun:test';
import type { ModelMessage, UIMessage } from 'ai';
import { letTimeRun, stopTime } from '../../test/stopped-time.ts';
import { createParley, type ParleyOptions } from '../src/parley.ts';
import askedAd from './asked-ad.json';
import { PATIENT_ASK_MS } from './patient-ask.ts';
import {
  answerWith,
  MARKUP,
  type Script,
  type ScriptedExchange,
  startScriptedExchange,
  TRAIL_SHOES,
} from './scripted-exchange.ts';

let running: ScriptedExchange[] = [];
afterEach(letTimeRun);
afterEach(async () => {
  await Promise.all(running.map((exchange) => exchange.stop()));
  running = [];
});

function start(script: Script, options: Partial<ParleyOptions> = {}) {
  const exchange = startScriptedExchange(script);
  running.push(exchange);
  const usual = { url: exchange.url, publisher: 'pub-1', timeoutMs: PATIENT_ASK_MS };
  return { exchange, parley: createParley({ ...usual, ...options }) };
}

const noBid = (reason: string) => () =>
  new Response(null, { status: 204, headers: { 'X-NoBid-Reason': reason } });
const refusing = (status: number, details: object) => () =>
  Response.json({ error: { code: 'STUB', details } }, { status });
const withMarkup = (change: object) => () => answerWith({ ...MARKUP, ...change });
const withNotice = (name: string, query: string) => () =>
  answerWith(MARKUP, { [name]: `https://ads.example/n/bill/T${query}` });
const withNames = (title: string, advertiser: string) => () => {
  const assets = [
    { id: 1, title: { text: title } },
    { id: 4, data: { type: 1, value: advertiser } },
  ];
  return answerWith({ ...MARKUP, assets }, { adomain: ['\u2060'] });
};
const never = () => new Promise<Response>(() => {});

describe('the answer', () => {
  test('of both native shapes is a typed ad with its notices, prices filled in for partners alone', async () => {
    for (const adm of [MARKUP, { native: MARKUP }]) {
      const { parley } = start(() => answerWith(adm));
      const { ad, reason } = await parley.ask({ messages: TRAIL_SHOES });
      expect(reason).toBeNull();
      const keywords = expect.arrayContaining(['trail running shoes']);
      expect(ad as object).toEqual({ ...askedAd, why: expect.objectContaining({ keywords }) });
    }
  });

  test.each<[string, Script, object]>([
    ['no bid', noBid('below-floor'), { reason: 'below-floor' }],
    [
      'a refusal',
      refusing(400, { field: 'id', reason: 'too long' }),
      { reason: 'refused', detail: '400 STUB, id: too long' },
    ],
    // What was sent may be of the person, and details get into logs.
    [
      'a refusal that repeats a value',
      refusing(400, { field: 'device.ip', reason: 'expected an address, but got "198.51.100.7"' }),
      { detail: '400 STUB, device.ip: expected an address' },
    ],
    // Of no exchange: it refuses nothing.
    ['status 404', refusing(404, { reason: 'expected /a' }), { detail: '404 STUB: expected /a' }],
    ['status 405', refusing(405, {}), { reason: 'failed' }],
    ['no JSON', () => new Response('<html>'), { reason: 'failed' }],
    ['JSON of another kind', () => Response.json([1, null]), { reason: 'unreadable' }],
    ['no bids', () => Response.json({ seatbid: [] }), { reason: 'no-demand' }],
    ['no end', () => new Response('x'.repeat(300_000)), { reason: 'failed' }],
    ['a server error', () => new Response('', { status: 502 }), { reason: 'failed' }],
    ['markup that is none', () => answerWith('{"native":'), { reason: 'unreadable' }],
    ['an ad without a title', withMarkup({ assets: [] }), { reason: 'unreadable' }],
    [
      'a title that nobody can see',
      withNames(' \u2800\u3164\u00ad', 'A'),
      { reason: 'unreadable' },
    ],
    ['an advertiser that nobody can see', withNames('A', '\u200b\u2800'), { reason: 'unreadable' }],
    [
      'a link that runs a script',
      withMarkup({ link: { url: 'javascript:alert(1)' } }),
      { reason: 'unreadable' },
    ],
    // A visitor could change it (ruling 70).
    [
      'a win that reads a price',
      withNotice('nurl', '?p=${AUCTION_PRICE}'),
      { reason: 'price-in-page' },
    ],
    [
      'a bill that reads a price',
      withNotice('burl', '?p=${AUCTION_PRICE}'),
      { reason: 'price-in-page' },
    ],
    ['a bill that has a price', withNotice('burl', '?x=1&p=2.5'), { reason: 'price-in-page' }],
  ])('with %s is no ad, and says why', async (_, script, expected) => {
    const { parley } = start(script);
    const asked = await parley.ask({ messages: TRAIL_SHOES });
    expect(asked).toMatchObject({ ad: null, ...expected });
    expect(asked.request?.site?.publisher?.id).toBe('pub-1');
  });

  test('comes from the endpoint whose notices pages may call (ruling 70)', async () => {
    const { parley, exchange } = start(noBid('no-demand'));
    await parley.ask({ messages: TRAIL_SHOES });
    expect(exchange.received[0]?.path).toBe('/openrtb2/auction');
  });

  test('over http for a page over https is refused, since its notices would be blocked', async () => {
    const { parley } = start(() => answerWith(MARKUP, { burl: 'http://ads.example/n/bill/T' }));
    const request = new Request('https://chat.example.com/api');
    expect(await parley.ask({ messages: TRAIL_SHOES, request })).toMatchObject({
      ad: null,
      reason: 'not-secure',
    });
  });
});

describe('the time limit', () => {
  test.each<[string, Script]>([
    ['hangs', never],
    [
      'never ends its answer',
      () => new Response(new ReadableStream({ pull: () => never().then(() => {}) })),
    ],
  ])('settles a question to an exchange that %s', async (_, script) => {
    const { parley } = start(script, { timeoutMs: 100 });
    const asked = await parley.ask({ messages: TRAIL_SHOES });
    expect(asked).toMatchObject({ ad: null, reason: 'timeout' });
  });

  test('is told to the exchange, less the way there', async () => {
    const { parley, exchange } = start(noBid('no-demand'), { timeoutMs: 2_000 });
    stopTime();
    await parley.ask({ messages: TRAIL_SHOES });
    expect(exchange.received[0]?.body.tmax).toBe(1_950);
  });

  test('gives way to an abort', async () => {
    const controller = new AbortController();
    const { parley } = start(() => {
      controller.abort();
      return never();
    });
    const { signal } = controller;
    expect((await parley.ask({ messages: TRAIL_SHOES, signal })).reason).toBe('aborted');
    expect((await parley.ask({ messages: TRAIL_SHOES, signal })).reason).toBe('aborted');
  });
});

describe('the circuit', () => {
  test('opens after three failures, so that the fourth question asks nobody', async () => {
    const { parley, exchange } = start(() => new Response('', { status: 500 }));
    // The circuit lets a question through after two seconds.
    stopTime();
    for (let time = 0; time < 3; time++) await parley.ask({ messages: TRAIL_SHOES });
    const fourth = await parley.ask({ messages: TRAIL_SHOES });
    expect(fourth).toMatchObject({ reason: 'circuit-open', request: null });
    expect(exchange.received).toHaveLength(3);
  });

  test('stays closed while the exchange refuses or has no bid', async () => {
    for (const script of [() => Response.json({}, { status: 429 }), noBid('no-demand')]) {
      const { parley, exchange } = start(script);
      for (let time = 0; time < 5; time++) await parley.ask({ messages: TRAIL_SHOES });
      expect(exchange.received).toHaveLength(5);
    }
  });
});

describe('nothing is sent', () => {
  test('for a message of a sensitive class', async () => {
    const { parley, exchange } = start(() => answerWith(MARKUP));
    const messages = [{ role: 'user', content: 'my dog died yesterday' }] as const;
    const asked = await parley.ask({ messages });
    expect(asked).toMatchObject({ ad: null, reason: 'sensitive', request: null });
    expect(asked.signals?.sensitive).not.toBeNull();
    expect(exchange.received).toHaveLength(0);
  });

  test('for other sensitive classes where the publisher chose so', async () => {
    const messages = [{ role: 'user', content: 'I was diagnosed with diabetes' }] as const;
    const open = start(() => answerWith(MARKUP), { firstTurn: 1 });
    expect((await open.parley.ask({ messages })).reason).toBeNull();
    const careful = start(() => answerWith(MARKUP), { sensitive: { health: true } });
    expect((await careful.parley.ask({ messages })).reason).toBe('sensitive');
    expect(careful.exchange.received).toHaveLength(0);
  });

  test('at a turn that is to have no ad', async () => {
    const { parley, exchange } = start(() => answerWith(MARKUP), { firstTurn: 2, everyTurns: 2 });
    const reasons: unknown[] = [];
    for (let turn = 1; turn <= 5; turn++) {
      const messages = Array.from({ length: turn }, () => TRAIL_SHOES[0]);
      reasons.push((await parley.ask({ messages })).reason);
    }
    expect(reasons).toEqual(['paced', null, 'paced', null, 'paced']);
    expect(exchange.received.map(({ body }) => body.ext?.service?.messageSequenceNumber)).toEqual([
      2, 4,
    ]);
  });

  test('where the user has not said anything, and why is told', async () => {
    const { parley, exchange } = start(() => answerWith(MARKUP));
    const asked = await parley.ask({ messages: [{ role: 'assistant', content: 'Hello' }] });
    expect(asked).toMatchObject({
      reason: 'no-message',
      detail: 'messages: expected a message of the user, got none',
      signals: null,
    });
    expect(exchange.received).toHaveLength(0);
  });
});

test('the messages are those of an SDK, or a text, by their types too', async () => {
  const text = 'I need trail running shoes';
  const ofPage: readonly UIMessage[] = [
    { id: '1', role: 'user', parts: [{ type: 'text', text }, { type: 'step-start' }] },
  ];
  const ofModel: readonly ModelMessage[] = [{ role: 'user', content: [{ type: 'text', text }] }];
  const { parley } = start(() => answerWith(MARKUP));
  for (const messages of [ofPage, ofModel, text]) {
    const { ad, signals, request } = await parley.ask({ messages });
    expect(ad?.title).toBe('Scree 3: grip for wet rock');
    expect(signals?.keywords).toEqual(['trail running shoes']);
    expect(request?.site).toMatchObject({
      content: { language: 'en', cat: ['IAB18-5'], cattax: 1 },
    });
  }
});

test('whatever is handed in, nothing is thrown', async () => {
  const { parley } = start(() => answerWith(MARKUP));
  const ask = parley.ask as (question: unknown) => Promise<{ readonly ad: unknown }>;
  for (const question of [undefined, null, 5, {}, { messages: {} }, { messages: [null, 5] }]) {
    expect((await ask(question)).ad).toBeNull();
  }
});

test('the key is shown as a bearer token, and only where there is one', async () => {
  const keyed = start(noBid('no-demand'), { key: 'secret' });
  const open = start(noBid('no-demand'));
  await keyed.parley.ask({ messages: TRAIL_SHOES });
  await open.parley.ask({ messages: TRAIL_SHOES });
  expect(keyed.exchange.received[0]?.headers.get('authorization')).toBe('Bearer secret');
  expect(open.exchange.received[0]?.headers.has('authorization')).toBe(false);
});

test('no word of the messages that is not a signal leaves the server', async () => {
  const { parley, exchange } = start(noBid('no-demand'));
  const messages = [
    { role: 'system', content: 'Be zesty.' },
    { role: 'user', content: 'Hello, I am called Marguerite' },
    { role: 'assistant', content: 'Splendid to hear' },
    { role: 'user', content: 'Kindly find trail running shoes, mail marguerite@example.org' },
  ] as const;
  await parley.ask({ messages });
  const sent = JSON.stringify(exchange.received[0]?.body).toLowerCase();
  expect(sent).toContain('trail running shoes');
  for (const word of ['zesty', 'marguerite', 'splendid', 'kindly', 'example.org']) {
    expect(sent).not.toContain(word);
  }
});
