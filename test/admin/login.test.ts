import { describe, expect, test } from 'bun:test';
import { createAttempts, FAILURES_MAX } from '../../src/http/admin/attempts.ts';
import { createSessions, SESSIONS_MAX } from '../../src/http/admin/sessions.ts';
import { enter, login, start, TOKEN } from './server.ts';

const HOUR_MS = 60 * 60 * 1000;

describe('logging in', () => {
  test('the token opens a session whose cookie no script and no other site can use', async () => {
    const url = start({ token: TOKEN });
    const response = await login(url, TOKEN);
    expect(response.status).toBe(200);
    expect(response.headers.get('set-cookie')).toBe(
      `parley_session_${new URL(url).port}=secret-1; HttpOnly; SameSite=Strict; Path=/; Max-Age=43200`,
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

  test('after five failures in a minute not even the right token is looked at', async () => {
    let nowMs = 1000;
    const url = start({ token: TOKEN, nowMs: () => nowMs });
    for (let i = 0; i < 5; i++) expect((await login(url, 'wrong')).status).toBe(401);
    const locked = await login(url, TOKEN);
    expect(locked.status).toBe(429);
    expect(locked.headers.get('retry-after')).toBe('60');
    const headers = { authorization: `Bearer ${TOKEN}` };
    expect((await fetch(`${url}/status`, { headers })).status).toBe(429);
    nowMs += 60_000;
    expect((await login(url, TOKEN)).status).toBe(200);
  });

  test('wrong bearer tokens count like wrong logins', async () => {
    const url = start({ token: TOKEN });
    const headers = { authorization: 'Bearer wrong' };
    for (let i = 0; i < 5; i++) await fetch(`${url}/status`, { headers });
    expect((await login(url, TOKEN)).status).toBe(429);
  });

  test('who is logged in stays so while others guess', async () => {
    const url = start({ token: TOKEN });
    const { cookie } = await enter(url);
    for (let i = 0; i < 6; i++) await login(url, 'wrong');
    expect((await fetch(`${url}/status`, { headers: { cookie } })).status).toBe(200);
  });

  test('all addresses together may not guess without end', () => {
    const locked: string[] = [];
    const attempts = createAttempts(
      () => 5000,
      (address) => locked.push(address),
    );
    attempts.countSuccess('the operator');
    for (let i = 0; i < FAILURES_MAX; i++) attempts.countFailure(`address ${i}`);
    expect(attempts.waitMs('a new one')).toBe(60_000);
    // Who knows the token is not locked out by those who do not.
    expect(attempts.waitMs('the operator')).toBe(0);
    for (let i = 0; i < 5; i++) attempts.countFailure('the operator');
    expect(attempts.waitMs('the operator')).toBe(60_000);
    expect(locked).toEqual(['the operator']);
  });

  test('behind a proxy that is trusted, guesses count against whoever the proxy names', async () => {
    const url = start({ token: TOKEN });
    const from = (address: string) => ({ 'X-Forwarded-For': address });
    for (let i = 0; i < 5; i++) await login(url, 'wrong', from('192.0.2.1'));
    expect((await login(url, TOKEN, from('192.0.2.1'))).status).toBe(429);
    expect((await login(url, TOKEN, from('192.0.2.2'))).status).toBe(200);
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

  test('makes room for the newest when there are too many', () => {
    let count = 0;
    const sessions = createSessions(
      () => 0,
      () => `id ${count++}`,
    );
    for (let i = 0; i <= SESSIONS_MAX; i++) sessions.open({ who: 'somebody', role: 'read' });
    expect(sessions.identityOf('id 0')).toBeUndefined();
    expect(sessions.identityOf('id 1')).toBeDefined();
    expect(sessions.identityOf(`id ${SESSIONS_MAX}`)).toBeDefined();
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
