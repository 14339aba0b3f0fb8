import { afterEach, expect, test } from 'bun:test';
import { createChance } from '../../../../test/chance.ts';
import { type Arrival, answer, startScriptedPartner } from '../../../../test/scripted-partner.ts';
import { letTimeRun, passTime, stopTime } from '../../../../test/stopped-time.ts';
import { createPartnerClient } from './partner-client.ts';

afterEach(letTimeRun);

const CALLS = 600;
const CONNECTIONS_MAX = 20;
const GIVE_UP_MS = 100;

const MISCHIEF: readonly ((arrival: Arrival) => void)[] = [
  () => {},
  ({ socket }) => socket.destroy(),
  ({ socket }) => socket.resetAndDestroy(),
  ({ socket }) => socket.end(),
  ({ socket }) => socket.end('HTTP/1.1 200 OK\r\ncontent-le'),
  ({ socket }) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'),
  ({ socket }) => socket.write('not http at all\r\n'),
  ({ socket, body }) => socket.write(`${answer(body)}surplus`),
  ({ socket, body }) => socket.end(answer(body)),
  ({ socket, body }) => socket.write(answer(body, 'connection: close\r\n')),
  ({ socket, body }) => {
    socket.write(answer(body));
    setTimeout(() => socket.destroy(), 1);
  },
  ({ socket, body }) => {
    const bytes = answer(body);
    socket.write(bytes.slice(0, 20));
    setTimeout(() => socket.write(bytes.slice(20)), 3);
  },
  ({ socket, body }) => setTimeout(() => socket.write(answer(body)), GIVE_UP_MS + 5),
];

test('a partner that does everything wrong: each call is settled once, in time, and never with another’s answer', async () => {
  const chance = createChance(42);
  let isCalm = false;
  const partner = await startScriptedPartner({
    onRequest(arrival) {
      const mischief = MISCHIEF[Math.floor(chance() * MISCHIEF.length * 2)];
      if (isCalm || mischief === undefined) arrival.socket.write(answer(arrival.body));
      else mischief(arrival);
    },
  });
  // A call may take so many rounds of the event loop, however fast the machine is.
  stopTime();
  let isOver = false;
  const ticking = (async () => {
    while (!isOver) await passTime(1);
  })();
  const send = createPartnerClient({ connectionsMax: CONNECTIONS_MAX });
  const call = (body: string) =>
    send({ method: 'POST', url: partner.url, headers: {}, body }, GIVE_UP_MS);
  let answered = 0;
  let slowestMs = 0;
  let next = 0;
  const caller = async () => {
    while (next < CALLS) {
      const body = `call ${next++}`;
      const start = performance.now();
      const reply = await call(body);
      slowestMs = Math.max(slowestMs, performance.now() - start);
      if ('failure' in reply) continue;
      expect(reply).toEqual({ status: 200, text: body });
      answered++;
    }
  };
  await Promise.all(Array.from({ length: 2 * CONNECTIONS_MAX }, caller));
  expect(answered).toBeGreaterThan(CALLS / 3);
  expect(answered).toBeLessThan(CALLS);
  expect(slowestMs).toBeLessThanOrEqual(GIVE_UP_MS + 1);

  isCalm = true;
  await Bun.sleep(GIVE_UP_MS);
  const calm = await Promise.all(Array.from({ length: 50 }, (_, i) => call(`calm ${i}`)));
  expect(calm).toEqual(calm.map((_, i) => ({ status: 200, text: `calm ${i}` })));
  isOver = true;
  await ticking;
  await partner.stop();
});
