import { afterEach, describe, expect, test } from 'bun:test';
import { type AdminServer, startAdminServer } from '../src/http/admin-server.ts';

let server: AdminServer | undefined;
afterEach(() => server?.stop());

function start(token: string | undefined): string {
  server = startAdminServer({
    host: '127.0.0.1',
    port: 0,
    token,
    newId: () => 'id',
    newSecret: () => crypto.randomUUID(),
    bidUrl: 'http://127.0.0.1:9',
    publicUrl: 'http://localhost:9',
    nowMs: Date.now,
    tickMs: () => performance.now(),
    pages: {
      auction: (id) => (id === 'known' ? '{"id":"known"}' : undefined),
      recentAuctions: () => ['{"id":"known"}'],
      status: () => ({ partners: [] }),
    },
  });
  return `http://127.0.0.1:${server.port}`;
}

describe('the admin port', () => {
  test('shows auctions and status to a caller on the machine', async () => {
    const url = start(undefined);
    expect(await (await fetch(`${url}/auctions/known`)).json()).toEqual({ id: 'known' });
    expect(await (await fetch(`${url}/auctions`)).json()).toEqual([{ id: 'known' }]);
    expect(await (await fetch(`${url}/status`)).json()).toEqual({ partners: [] });
  });

  test('refuses a web page that reaches it by a name of its own', async () => {
    const url = start(undefined);
    const response = await fetch(`${url}/status`, { headers: { host: 'rebound.example' } });
    expect(response.status).toBe(401);
  });

  test('with a token, wants exactly that token', async () => {
    const url = start('a-long-enough-token');
    const ask = (authorization: string) => fetch(`${url}/status`, { headers: { authorization } });
    expect((await fetch(`${url}/status`)).status).toBe(401);
    expect((await ask('Bearer a-long-enough-tokem')).status).toBe(401);
    expect((await ask('Bearer a-long-enough-token')).status).toBe(200);
  });

  test('answers other paths and methods with an error body', async () => {
    const url = start(undefined);
    expect((await fetch(`${url}/nothing`)).status).toBe(404);
    expect((await fetch(`${url}/status`, { method: 'POST' })).status).toBe(405);
  });
});
