import { afterAll, afterEach, describe, expect, test } from 'bun:test';
import { eventually } from '../../../../test/eventually.ts';
import { PATIENT_MS } from '../../../../test/patience.ts';
import { cleanUp } from '../../../../test/process.ts';
import {
  answer,
  post,
  type Script,
  startScriptedPartner as start,
  stopScriptedPartners,
} from '../../../../test/scripted-partner.ts';
import { letTimeRun, passTime, stopTime, untilSo } from '../../../../test/stopped-time.ts';
import { createPartnerClient, ORIGINS_MAX } from './partner-client.ts';

afterEach(letTimeRun);
afterEach(stopScriptedPartners);
afterAll(cleanUp);

describe('connections', () => {
  test('there are never more than the maximum, each with one call at a time', async () => {
    const busy = new Set<number>();
    let busyMax = 0;
    const { url, connectionCount, arrivals } = await start({
      onRequest({ socket, body, connection }) {
        expect(busy.has(connection)).toBe(false);
        busy.add(connection);
        busyMax = Math.max(busyMax, busy.size);
        setTimeout(() => {
          busy.delete(connection);
          socket.write(answer(body));
        }, 5);
      },
    });
    const send = createPartnerClient({ connectionsMax: 3 });
    const calls = Array.from({ length: 30 }, (_, i) => send(post(url, `${i}`), PATIENT_MS));
    const replies = await Promise.all(calls);
    expect(replies).toEqual(replies.map((_, i) => ({ status: 200, text: `${i}` })));
    expect(arrivals.map(({ body }) => body)).toEqual(replies.map((_, i) => `${i}`));
    expect([connectionCount(), busyMax]).toEqual([3, 3]);
  });

  test('idle ones are closed after their time, and calls go on with new ones', async () => {
    const { url, openCount, connectionCount } = await start();
    stopTime();
    const send = createPartnerClient({ idleMsMax: 100 });
    await send(post(url), PATIENT_MS);
    await passTime(100);
    await untilSo(() => openCount() === 0);
    expect(await send(post(url, 'x'), PATIENT_MS)).toEqual({ status: 200, text: 'x' });
    expect(connectionCount()).toBe(2);
  });

  for (const head of ['HTTP/1.1 200 OK\r\nconnection: close\r\n', 'HTTP/1.0 200 OK\r\n']) {
    test(`none is used again after ${JSON.stringify(head)}`, async () => {
      const { url, connectionCount, openCount } = await start({
        onRequest: ({ socket }) => socket.write(`${head}content-length: 2\r\n\r\nhi`),
      });
      const send = createPartnerClient();
      for (let i = 0; i < 3; i++) {
        expect(await send(post(url), PATIENT_MS)).toEqual({ status: 200, text: 'hi' });
      }
      expect(connectionCount()).toBe(3);
      await eventually(() => openCount() === 0);
    });
  }

  test('none is used again after bytes without a request', async () => {
    const { url, arrivals, connectionCount, openCount } = await start();
    const send = createPartnerClient();
    expect(await send(post(url, 'a'), PATIENT_MS)).toEqual({ status: 200, text: 'a' });
    arrivals[0]?.socket.write(answer('surprise'));
    await eventually(() => openCount() === 0);
    expect(await send(post(url, 'b'), PATIENT_MS)).toEqual({ status: 200, text: 'b' });
    expect(connectionCount()).toBe(2);
  });
});

test('a host beyond the number that may have connections takes the place of one that is not called', async () => {
  const many = await Promise.all(Array.from({ length: ORIGINS_MAX }, () => start()));
  const busy = await start({ onRequest() {} });
  const another = await start();
  const send = createPartnerClient();
  const staying = send(post(busy.url, 'stay'), PATIENT_MS);
  await eventually(() => busy.openCount() === 1);
  for (const { url } of [...many.slice(1), another]) {
    expect(await send(post(url), PATIENT_MS)).toMatchObject({ status: 200 });
  }
  expect(send.connections()).toBe(ORIGINS_MAX);
  expect(busy.openCount()).toBe(1);
  await stopScriptedPartners();
  expect(await staying).toHaveProperty('failure');
});

describe('giving up', () => {
  const hangsOn = (word: string): Script => ({
    onRequest: ({ socket, body }) => {
      if (body !== word) socket.write(answer(body));
    },
  });

  test('a call without an answer fails at its time, and its connection is closed', async () => {
    const { url, arrivals, openCount } = await start(hangsOn('hang'));
    stopTime();
    let reply: unknown;
    const called = createPartnerClient()(post(url, 'hang'), 50).then((result) => {
      reply = result;
    });
    await untilSo(() => arrivals.length === 1);
    await passTime(49);
    expect(reply).toBeUndefined();
    await passTime(1);
    await called;
    expect(reply).toEqual({ failure: 'no answer in time' });
    await untilSo(() => openCount() === 0);
  });

  test('a call that waits for a connection fails at its time too, and is never sent', async () => {
    const { url, arrivals } = await start(hangsOn('first'));
    stopTime();
    const send = createPartnerClient({ connectionsMax: 1 });
    const first = send(post(url, 'first'), PATIENT_MS);
    const second = send(post(url, 'second'), 30);
    await untilSo(() => arrivals.length === 1);
    await passTime(30);
    expect(await second).toEqual({ failure: 'no answer in time' });
    arrivals[0]?.socket.write(answer('first'));
    expect(await first).toEqual({ status: 200, text: 'first' });
    await send(post(url, 'third'), PATIENT_MS);
    expect(arrivals.map(({ body }) => body)).toEqual(['first', 'third']);
  });

  test('a call beyond the maximum of waiting calls fails at once', async () => {
    const { url } = await start(hangsOn(''));
    const send = createPartnerClient({ connectionsMax: 1 });
    const calls = Array.from({ length: 1005 }, () => send(post(url), 200));
    const replies = await Promise.all(calls);
    const refused = replies.filter((reply) => 'failure' in reply && /too many/.test(reply.failure));
    expect(refused.length).toBe(5);
  });
});
