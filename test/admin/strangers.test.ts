/** Callers that nobody has let in: what they get, and what they leave in the log. */
import { describe, expect, test } from 'bun:test';
import type { Log } from '../../src/lib/log.ts';
import { eventually } from '../eventually.ts';
import { openConnection } from '../http/connection.ts';
import { requestHead } from '../http/request.ts';
import { start, TOKEN } from './server.ts';

describe('without a token, a call that came through a proxy is refused', () => {
  const HEADERS = [
    'Forwarded',
    'Via',
    'X-Forwarded-For',
    'X-Forwarded-Host',
    'X-Forwarded-Proto',
    'X-Real-IP',
    'True-Client-IP',
    'CF-Connecting-IP',
  ];
  for (const name of HEADERS) {
    test(name, async () => {
      const answer = await fetch(`${start()}/status`, { headers: { [name]: '203.0.113.9' } });
      expect(answer.status).toBe(401);
      const { error } = (await answer.json()) as { error: { details: { reason: string } } };
      expect(error.details.reason).toBe(
        `expected a call to localhost itself, but the header "${name.toLowerCase()}" shows that a proxy has passed it on: set admin.token or admin.tokens`,
      );
    });
  }

  test('others are not', async () => {
    const headers = { 'X-Request-Id': 'a', Origin: 'http://localhost' };
    expect((await fetch(`${start()}/status`, { headers })).status).toBe(200);
  });

  test('with a token it is the token that counts', async () => {
    const headers = { Via: '1.1 proxy', Authorization: `Bearer ${TOKEN}` };
    expect((await fetch(`${start({ token: TOKEN })}/status`, { headers })).status).toBe(200);
  });
});

test('who leaves in the middle of a body leaves nothing in the log', async () => {
  const lines: string[] = [];
  const write = (_: object, message: string) => void lines.push(message);
  const log: Log = { debug: write, info: write, warn: write, error: write };
  const url = start({ token: TOKEN, log });
  const connection = await openConnection(Number(new URL(url).port));
  for (const path of ['/login', '/portal/login', '/portal/accept']) {
    const leaving = await openConnection(Number(new URL(url).port));
    const headers = { 'Content-Length': '100' };
    await leaving.send(`${requestHead({ path, headers: { ...headers, Host: 'localhost' } })}{"tok`);
    // Answered after the half body has come.
    await connection.send(requestHead({ method: 'GET', path: '/status' }));
    await connection.answer('GET');
    leaving.drop();
  }
  await Bun.sleep(100);
  await eventually(async () => (await fetch(`${url}/status`)).status === 401);
  connection.drop();
  expect(lines).toEqual([]);
});
