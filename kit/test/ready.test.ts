import { afterEach, expect, test } from 'bun:test';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createParley } from '../src/parley.ts';
import { PATIENT_ASK_MS } from './patient-ask.ts';
import { TRAIL_SHOES } from './scripted-exchange.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** An exchange without demand, which remembers its calls and counts connections. */
async function startExchange(answers: (request: IncomingMessage) => boolean) {
  const calls: string[] = [];
  const keys: (string | undefined)[] = [];
  const counted = { connections: 0 };
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    keys.push(request.headers.authorization);
    if (answers(request)) response.writeHead(request.method === 'GET' ? 200 : 204).end();
  });
  server.on('connection', () => {
    counted.connections += 1;
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const parley = createParley({
    url: `http://127.0.0.1:${port}/exchange`,
    publisher: 'pub-1',
    key: 'secret',
    timeoutMs: PATIENT_ASK_MS,
  });
  return { calls, keys, counted, parley };
}

test('after ready, the first question goes through a connection that is open', async () => {
  const { calls, keys, counted, parley } = await startExchange(() => true);
  await parley.ready();
  expect(calls).toEqual(['GET /exchange/healthz']);
  await parley.ask({ messages: TRAIL_SHOES });
  expect(calls).toEqual(['GET /exchange/healthz', 'POST /exchange/openrtb2/auction']);
  expect(counted.connections).toBe(1);
  expect(keys).toEqual([undefined, 'Bearer secret']);
});

test('an exchange that was down when the program got ready is asked all the same', async () => {
  const parley = createParley({
    url: 'http://127.0.0.1:1',
    publisher: 'pub-1',
    timeoutMs: PATIENT_ASK_MS,
  });
  for (let time = 0; time < 4; time++) await parley.ready();
  expect((await parley.ask({ messages: TRAIL_SHOES })).reason).toBe('unreachable');
});
