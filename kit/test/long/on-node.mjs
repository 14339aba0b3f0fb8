import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { createParley } from '@parley/kit';
import { readEvents, withAdEvent } from '@parley/kit/streams';

/** Runs on Node in a project that has the packed kit: what depends on a runtime's fetch, streams and timers. */

const servers = [];
after(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/** An exchange that answers as it is told, and a kit that asks it. */
async function start(answer, options = {}) {
  const seen = [];
  const { url } = await listen((request, response) => {
    seen.push(request);
    answer(response);
  });
  const parley = createParley({ url, publisher: 'p', timeoutMs: 5_000, ...options });
  return { seen, ask: (more) => parley.ask({ messages: MESSAGES, ...more }) };
}

async function listen(answer) {
  const server = createServer(answer);
  servers.push(server);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => new Promise((resolve) => server.close(resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, close };
}

const MESSAGES = [{ role: 'user', content: 'trail running shoes under $150' }];

const ADM = JSON.stringify({
  native: {
    link: { url: 'https://shop.example/' },
    assets: [
      { id: 1, title: { text: 'Scree 3' } },
      { id: 2, data: { type: 1, value: 'Ridgeline' } },
    ],
  },
});

const bid = (response) =>
  response.end(JSON.stringify({ seatbid: [{ bid: [{ id: 'b', price: 1, adm: ADM }] }] }));

test('an old Node is refused by a sentence', ({ mock }) => {
  const old = mock.getter(globalThis, 'process', () => ({ versions: { node: '18.20.8' } }));
  assert.throws(() => createParley({ url: 'http://localhost', publisher: 'p' }), {
    message: '@parley/kit: expected Node 20 or later, but got v18.20.8',
  });
  old.mock.restore();
});

test('an ad comes with its title', async () => {
  const { ask } = await start(bid);
  assert.equal((await ask()).ad?.title, 'Scree 3');
});

test('an exchange that hangs is left at the time limit', async () => {
  const { ask } = await start(() => {}, { timeoutMs: 200 });
  assert.equal((await ask()).reason, 'timeout');
});

test('an answer that never ends is left at the time limit', async () => {
  const { ask } = await start((response) => response.write('{'), { timeoutMs: 200 });
  assert.equal((await ask()).reason, 'timeout');
});

test('what is wrong with a connection is told apart', async () => {
  const { url, close } = await listen(() => {});
  const messages = MESSAGES;
  const over = (address) => createParley({ url: address, publisher: 'p', timeoutMs: 5_000 });
  const mixedUp = await over(url.replace('http:', 'https:')).ask({ messages });
  assert.equal(mixedUp.detail, 'TypeError: fetch failed (ERR_SSL_WRONG_VERSION_NUMBER)');
  await close();
  const gone = await over(url).ask({ messages });
  assert.deepEqual(
    [gone.reason, gone.detail],
    ['unreachable', 'TypeError: fetch failed (ECONNREFUSED)'],
  );
});

test('an abort ends the wait', async () => {
  const controller = new AbortController();
  const { ask } = await start(() => controller.abort());
  assert.equal((await ask({ signal: controller.signal })).reason, 'aborted');
});

test('three failures open the circuit', async ({ mock }) => {
  // After two seconds it would let a question through.
  mock.method(performance, 'now', () => 0);
  const { ask, seen } = await start((response) => response.writeHead(500).end());
  for (let time = 0; time < 3; time++) assert.equal((await ask()).reason, 'failed');
  assert.equal((await ask()).reason, 'circuit-open');
  assert.equal(seen.length, 3);
});

test('the device is that of the incoming request', async () => {
  const { ask } = await start(bid);
  const request = { headers: { 'user-agent': 'Node', host: 'chat.example.com' }, socket: {} };
  const { request: sent } = await ask({ request });
  assert.equal(sent.device.ua, 'Node');
  assert.equal(sent.site.domain, 'chat.example.com');
});

test('a stream of events gets the ad before its end', async () => {
  const { ask } = await start(bid);
  const stream = new Blob(['data: "a"\n\ndata: [DONE]\n\n']).stream();
  const events = [];
  for await (const { event } of readEvents(withAdEvent(stream, ask()))) events.push(event);
  assert.deepEqual(events, ['message', 'parley', 'message']);
});
