/** What reaches a handler gets the error body of its port, and what a caller does wrong writes nothing to standard error. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { startCatalog } from '../../src/demand/catalog/server.ts';
import type { Machine } from '../../src/host/machine/machine.ts';
import { SELLING } from '../adcp/call-seller.ts';
import { startTestServer } from '../server.ts';
import { openConnection } from './connection.ts';
import { CHUNKED, chunk, LAST_CHUNK, requestHead } from './request.ts';

let machine: Machine;
let catalog: ReturnType<typeof startCatalog>;
beforeAll(async () => {
  catalog = startCatalog({ host: '127.0.0.1', port: 0 });
  machine = await startTestServer({
    ...SELLING,
    portal: { host: '127.0.0.1', port: 0, publicUrl: undefined },
  });
});
afterAll(async () => {
  catalog.stop();
  await machine.stop(0);
});

const PORTS: Readonly<Record<string, () => string | undefined>> = {
  public: () => machine.url,
  admin: () => machine.adminUrl,
  portal: () => machine.portalUrl,
  catalogue: () => catalog.url,
};

/** The last two make the URL of a request a mere path. */
const HOSTS = ['parley.test', '[x', 'a b'];

async function answerOf(port: string, host: string, method: string) {
  const connection = await openConnection(Number(new URL(PORTS[port]?.() ?? '').port));
  const headers = { Host: host, ...(method === 'POST' ? CHUNKED : {}) };
  await connection.send(requestHead({ method, path: '/nowhere', headers }));
  if (method === 'POST')
    await connection.send(Buffer.concat([chunk('{}'), Buffer.from(LAST_CHUNK)]));
  const answer = await connection.answer(method);
  connection.drop();
  return answer;
}

for (const port of Object.keys(PORTS)) {
  test(`the ${port} port answers any Host with an error of its own`, async () => {
    for (const host of HOSTS) {
      for (const method of ['GET', 'POST']) {
        const { status, body } = await answerOf(port, host, method);
        expect([host, method, status]).toEqual([host, method, expect.any(Number)]);
        expect(status).toBeOneOf([400, 401, 404, 405]);
        expect(JSON.parse(body)).toEqual(expect.objectContaining({ error: expect.anything() }));
      }
    }
  });
}
