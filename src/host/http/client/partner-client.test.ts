import { afterEach, describe, expect, test } from 'bun:test';
import { deflateSync, gzipSync } from 'node:zlib';
import { eventually } from '../../../../test/eventually.ts';
import { PATIENT_MS } from '../../../../test/patience.ts';
import {
  type Arrival,
  answer,
  post,
  type Script,
  startScriptedPartner as start,
  stopScriptedPartners,
} from '../../../../test/scripted-partner.ts';
import type { HttpCall } from '../../../core/auction/partner.ts';
import { createPartnerClient } from './partner-client.ts';

afterEach(stopScriptedPartners);

describe('what is sent', () => {
  test('a request line, the host, the headers and the length of the body in bytes', async () => {
    const { url, port, arrivals } = await start();
    const headers = { 'Content-Type': 'application/json', 'x-openrtb-version': '2.6' };
    await createPartnerClient()(
      { method: 'POST', url: `${url}?a=b c#d`, headers, body: 'ä€😀' },
      PATIENT_MS,
    );
    const [first] = arrivals;
    expect(first?.head.split('\r\n')).toEqual([
      'POST /bid?a=b%20c HTTP/1.1',
      `host: 127.0.0.1:${port}`,
      'accept-encoding: identity',
      'user-agent: parley',
      'content-type: application/json',
      'x-openrtb-version: 2.6',
      'content-length: 9',
    ]);
    expect(first?.body).toBe('ä€😀');
  });

  test('bytes as they are, half a character replaced, and no length where there is no body', async () => {
    const { url, arrivals } = await start();
    const send = createPartnerClient();
    await send(post(url, Buffer.from('bytes')), PATIENT_MS);
    await send(post(url, 'x\ud800y'), PATIENT_MS);
    await send({ method: 'POST', url, headers: {} }, PATIENT_MS);
    await send({ method: 'GET', url, headers: {} }, PATIENT_MS);
    expect(arrivals.map(({ body }) => body)).toEqual(['bytes', 'x\ufffdy', '', '']);
    expect(arrivals[2]?.head).toContain('content-length: 0');
    expect(arrivals[3]?.head).not.toContain('content-length');
  });

  test('a large request to a partner that reads slowly arrives whole', async () => {
    const { url } = await start({
      onConnection(socket) {
        socket.pause();
        setTimeout(() => socket.resume(), 50);
      },
      onRequest: ({ socket, body }) => socket.write(answer(String(Bun.hash(body)))),
    });
    const send = createPartnerClient();
    for (const kind of ['ab', 'cé']) {
      const body = kind.repeat(4_000_000);
      expect(await send(post(url, body), PATIENT_MS)).toEqual({
        status: 200,
        text: String(Bun.hash(body)),
      });
    }
  });

  const refused: readonly [string, HttpCall][] = [
    ['no URL', post('nonsense')],
    ['another scheme', post('ftp://127.0.0.1/')],
    ['a line break in a header', { ...post('http://127.0.0.1:1/'), headers: { a: 'b\r\nc: d' } }],
    ['a space in a header’s name', { ...post('http://127.0.0.1:1/'), headers: { 'a b': 'c' } }],
    ['a length of its own', { ...post('http://127.0.0.1:1/'), headers: { 'Content-Length': '5' } }],
  ];
  for (const [what, call] of refused) {
    test(`nothing, for a call with ${what}`, async () => {
      expect(await createPartnerClient()(call, PATIENT_MS)).toEqual({
        failure: expect.stringMatching(/URL|header/),
      });
    });
  }
});

describe('what is made of answers', () => {
  async function replyTo(bytes: string | Buffer, isEnded = false) {
    const { url } = await start({
      onRequest: ({ socket }) => (isEnded ? socket.end(bytes) : socket.write(bytes)),
    });
    return createPartnerClient()(post(url), PATIENT_MS);
  }

  function compressed(coding: string, body: Buffer): Buffer {
    const head = `HTTP/1.1 200 OK\r\ncontent-encoding: ${coding}\r\ncontent-length: ${body.length}\r\n\r\n`;
    return Buffer.concat([Buffer.from(head), body]);
  }

  test('one that ends with the connection is whole, one that says more is not', async () => {
    expect(await replyTo('HTTP/1.0 200 OK\r\n\r\nhi', true)).toEqual({ status: 200, text: 'hi' });
    expect(await replyTo('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhi', true)).toEqual({
      failure: 'the connection ended before the answer did',
    });
  });

  test('gzip is inflated up to the bound; anything else is refused', async () => {
    for (const coding of ['gzip', 'x-gzip', 'X-GZip']) {
      const inflated = await replyTo(compressed(coding, gzipSync('hello')));
      expect(inflated).toEqual({ status: 200, text: 'hello' });
    }
    for (const [coding, body, failure] of [
      ['gzip', gzipSync(Buffer.alloc(50_000_000)), 'bytes'],
      ['gzip', Buffer.from('plain'), 'gzip'],
      ['gzip', gzipSync('hello').subarray(0, 15), 'gzip'],
      ['deflate', deflateSync('hello'), 'not asked for'],
      ['gzip, gzip', gzipSync(gzipSync('hello')), 'not asked for'],
    ] as const) {
      expect(await replyTo(compressed(coding, body))).toEqual({
        failure: expect.stringContaining(failure),
      });
    }
  });

  test('one that goes on after its end fails and closes the connection', async () => {
    const { url, openCount } = await start({
      onRequest: ({ socket }) => socket.write(`${answer('hi')}!`),
    });
    expect(await createPartnerClient()(post(url), PATIENT_MS)).toEqual({
      failure: 'the answer goes on after its end',
    });
    await eventually(() => openCount() === 0);
  });
});

describe('connections that fail', () => {
  const closing = (closes: (arrival: Arrival) => boolean, how = 'destroy'): Script => ({
    onRequest(arrival) {
      const { socket, body } = arrival;
      if (!closes(arrival)) socket.write(answer(body));
      else if (how === 'reset') socket.resetAndDestroy();
      else if (how === 'end') socket.end();
      else socket.destroy();
    },
  });

  for (const how of ['destroy', 'reset', 'end']) {
    test(`a call on a used one that closes by ${how} is made once more on a fresh one`, async () => {
      const { url, arrivals } = await start(
        closing(({ connection, request }) => connection === 1 && request === 2, how),
      );
      const send = createPartnerClient();
      await send(post(url, 'a'), PATIENT_MS);
      expect(await send(post(url, 'b'), PATIENT_MS)).toEqual({ status: 200, text: 'b' });
      expect(arrivals.map(({ body, connection }) => `${body}${connection}`)).toEqual([
        'a1',
        'b1',
        'b2',
      ]);
    });
  }

  test('a repeated call is not repeated again', async () => {
    const { url, arrivals } = await start(
      closing(({ connection, request }) => connection > 1 || request > 1),
    );
    const send = createPartnerClient();
    await send(post(url, 'a'), PATIENT_MS);
    expect(await send(post(url, 'b'), PATIENT_MS)).toHaveProperty('failure');
    expect(arrivals.length).toBe(3);
  });

  test('a call given up while it is made again fails once, and the pool goes on', async () => {
    const { url } = await start({
      onRequest({ socket, body, connection, request }) {
        if (connection === 1 && request === 2) socket.destroy();
        else if (body !== 'hang') socket.write(answer(body));
      },
    });
    const send = createPartnerClient({ connectionsMax: 1 });
    await send(post(url, 'a'), PATIENT_MS);
    expect(await send(post(url, 'hang'), 60)).toEqual({ failure: 'no answer in time' });
    expect(await send(post(url, 'b'), PATIENT_MS)).toEqual({ status: 200, text: 'b' });
  });
});
