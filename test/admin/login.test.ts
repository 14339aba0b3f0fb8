import { afterEach, describe, expect, test } from 'bun:test';
import { FAILURES_PER_ADDRESS_MAX, SLOWED_MS } from '../../src/host/admin/attempts.ts';
import { letTimeRun, passSeconds, passTime, stopTime } from '../stopped-time.ts';
import { enter, login, start, TOKEN } from './server.ts';

afterEach(letTimeRun);

const HOUR_MS = 60 * 60 * 1000;

describe('logging in', () => {
  test('the token opens a session whose cookie no script and no other site can use', async () => {
    const url = start({ token: TOKEN });
    const response = await login(url, TOKEN);
    expect(response.status).toBe(200);
    const { port } = new URL(url);
    expect(response.headers.get('set-cookie')).toMatch(
      new RegExp(
        `^parley_session_${port}=secret-\\d+; HttpOnly; SameSite=Strict; Path=/; Max-Age=43200$`,
      ),
    );
    const { cookie } = await enter(url);
    expect((await fetch(`${url}/status`, { headers: { cookie } })).status).toBe(200);
  });

  test('behind https the cookie goes over https only', async () => {
    const url = start({ token: TOKEN });
    const response = await login(url, TOKEN, { 'X-Forwarded-Proto': 'https' });
    expect(response.headers.get('set-cookie')).toEndWith('; Secure');
  });

  test('every failure gets the same answer', async () => {
    const url = start({ token: TOKEN });
    const bodies = ['{"token":"wrong"}', '{"token":7}', 'no JSON', ''];
    const answers = await Promise.all(
      bodies.map(async (body) => {
        const response = await fetch(`${url}/login`, { method: 'POST', body });
        return `${response.status} ${await response.text()}`;
      }),
    );
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toStartWith('401');
  });

  /** Five wrong ones, which are answered at once. */
  async function guessFive(url: string, headers: Record<string, string> = {}) {
    for (let i = 0; i < FAILURES_PER_ADDRESS_MAX; i++) {
      expect((await login(url, 'wrong', headers)).status).toBe(401);
    }
  }

  /** One more wrong one, whose answer comes late. Time stands still meanwhile. */
  async function guessSlowed(url: string, headers: Record<string, string> = {}) {
    let isAnswered = false;
    const slowed = login(url, 'wrong', headers).then((response) => {
      isAnswered = true;
      return response;
    });
    // By the time this answer is here, the guess has come: it was sent before.
    for (let i = 0; i < 3; i++) await (await fetch(`${url}/api/session`)).text();
    await passTime(SLOWED_MS - 1);
    expect(isAnswered).toBe(false);
    await passTime(1);
    return slowed;
  }

  test('after five wrong tokens the answer to a wrong one comes late, and the right one is accepted', async () => {
    stopTime();
    const url = start({ token: TOKEN });
    await guessFive(url);
    const slowed = await guessSlowed(url);
    expect([slowed.status, slowed.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await slowed.text()).toContain('this is not an admin token');
    expect((await login(url, TOKEN)).status).toBe(200);
    const headers = { authorization: `Bearer ${TOKEN}` };
    expect((await fetch(`${url}/status`, { headers })).status).toBe(200);
  });

  test('the right token is accepted while many wrong ones wait for their answers', async () => {
    stopTime();
    const url = start({ token: TOKEN });
    await guessFive(url);
    let answered = 0;
    const waiting = Array.from({ length: 15 }, async () => {
      const { status } = await login(url, 'wrong');
      answered++;
      return status;
    });
    expect((await login(url, TOKEN)).status).toBe(200);
    expect(answered).toBe(0);
    // Some may come after the first have been answered.
    while (answered < waiting.length) await passSeconds(1);
    expect(new Set(await Promise.all(waiting))).toEqual(new Set([429]));
  });

  test('wrong bearer tokens count like wrong logins', async () => {
    stopTime();
    const url = start({ token: TOKEN });
    const headers = { authorization: 'Bearer wrong' };
    for (let i = 0; i < 5; i++) {
      expect((await fetch(`${url}/status`, { headers })).status).toBe(401);
    }
    expect((await guessSlowed(url)).status).toBe(429);
    expect((await login(url, TOKEN)).status).toBe(200);
  });

  test('behind a proxy that is trusted, guesses count against whoever the proxy names', async () => {
    stopTime();
    const url = start({ token: TOKEN });
    const from = (address: string) => ({ 'X-Forwarded-For': address });
    await guessFive(url, from('192.0.2.1'));
    expect((await login(url, 'wrong', from('192.0.2.2'))).status).toBe(401);
    expect((await guessSlowed(url, from('192.0.2.1'))).status).toBe(429);
    expect((await login(url, TOKEN, from('192.0.2.1'))).status).toBe(200);
  });
});

describe('a session', () => {
  test('ends after twelve hours', async () => {
    let nowMs = 0;
    const url = start({ token: TOKEN, nowMs: () => nowMs });
    const { cookie } = await enter(url);
    nowMs = 12 * HOUR_MS - 1;
    expect((await fetch(`${url}/status`, { headers: { cookie } })).status).toBe(200);
    nowMs = 12 * HOUR_MS;
    expect((await fetch(`${url}/status`, { headers: { cookie } })).status).toBe(401);
  });

  test('ends with a logout, for whoever kept the cookie too', async () => {
    const url = start({ token: TOKEN });
    const { cookie, csrf } = await enter(url);
    const headers = { cookie, 'X-CSRF-Token': csrf };
    const response = await fetch(`${url}/logout`, { method: 'POST', headers });
    expect(response.headers.get('set-cookie')).toContain(`parley_session_${new URL(url).port}=; `);
    expect((await fetch(`${url}/status`, { headers })).status).toBe(401);
  });
});

describe('a change', () => {
  const change = (url: string, headers: Record<string, string>) =>
    fetch(`${url}/api/validate`, { method: 'POST', headers, body: '{}' });

  test('needs the token of its session', async () => {
    const url = start({ token: TOKEN });
    const { cookie, csrf } = await enter(url);
    const other = await enter(url);
    expect((await change(url, { cookie })).status).toBe(401);
    expect((await change(url, { cookie, 'X-CSRF-Token': other.csrf })).status).toBe(401);
    expect((await change(url, { cookie, 'X-CSRF-Token': csrf })).status).toBe(200);
  });

  test('may not come from another site, with or without a token', async () => {
    for (const token of [undefined, TOKEN]) {
      const url = start(token === undefined ? {} : { token });
      const own = { authorization: `Bearer ${TOKEN}` };
      expect((await change(url, { ...own, origin: 'https://evil.example' })).status).toBe(401);
      expect((await change(url, { ...own, origin: 'null' })).status).toBe(401);
      expect((await change(url, { ...own, 'sec-fetch-site': 'cross-site' })).status).toBe(401);
      expect((await change(url, { ...own, 'sec-fetch-site': 'same-site' })).status).toBe(401);
      expect((await change(url, { ...own, origin: url })).status).toBe(200);
      expect((await change(url, own)).status).toBe(200);
    }
  });

  test('a login from another site is not even tried', async () => {
    const url = start({ token: TOKEN });
    const response = await login(url, TOKEN, { origin: 'https://evil.example' });
    expect(response.status).toBe(401);
    expect(response.headers.get('set-cookie')).toBeNull();
  });
});
