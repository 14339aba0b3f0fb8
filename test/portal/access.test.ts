import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { PortalSession, SessionInfo } from '../../src/host/admin/answers.ts';
import { SLOWED_MS } from '../../src/host/admin/attempts.ts';
import type { Machine } from '../../src/host/machine/machine.ts';
import type { PublisherDocument } from '../../src/parts/accounts/page/api.ts';
import type { PortalAnswer } from '../../src/parts/portal/operations.ts';
import {
  type Accepted,
  type Caller,
  callerOf,
  invite,
  secretOfInvitation,
  startWithRoles,
  TOKENS,
  withPerson,
} from '../accounts/machine.ts';
import { cleanUp } from '../process.ts';
import { startTestServer } from '../server.ts';

let nowMs = Date.now();
let machine: Machine;
let admin: Caller;
let nobody: Caller;
beforeAll(async () => {
  machine = await startWithRoles({}, () => nowMs);
  admin = callerOf(machine.adminUrl, TOKENS.admin);
  nobody = callerOf(machine.adminUrl);
});
afterAll(async () => {
  await machine.stop(0);
  await cleanUp();
});

const create = (id: string) => admin<PublisherDocument>('POST', '/api/publishers', { id });
const accept = (invitation: string, name = 'Pat') =>
  nobody<Accepted & { readonly error: { readonly details: { readonly reason: string } } }>(
    'POST',
    '/portal/accept',
    { invitation, name },
  );

/** A session of somebody of a publisher: its cookie and its CSRF token. */
async function enter(url: string, token: string) {
  const { headers, status } = await callerOf(url)('POST', '/portal/login', { token });
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
  const session = await callerOf(url)<PortalSession>('GET', '/api/portal/session', undefined, {
    cookie,
  });
  return { status, cookie, csrf: session.body.csrfToken ?? '', session: session.body };
}

describe('an invitation', () => {
  test('makes somebody of it, once, and starts a publisher that waited for it', async () => {
    await create('joins');
    const secret = await secretOfInvitation(admin, 'joins');
    const accepted = await accept(secret);
    expect(accepted.body).toEqual({
      publisher: 'joins',
      token: expect.stringMatching(/^prl_person_[\w-]{43}$/),
    } as never);
    expect(accepted.headers.get('referrer-policy')).toBe('no-referrer');
    const { body, text } = await admin<PublisherDocument>('GET', '/api/publishers/joins');
    expect(body).toMatchObject({ state: 'active', people: [{ name: 'Pat' }], invitations: [] });
    expect(text).not.toContain(accepted.body.token);
    const own = callerOf(machine.adminUrl, accepted.body.token);
    expect((await own<PortalAnswer<'own'>>('GET', '/api/portal/own')).body.publisher).toBe('joins');
  });

  test('that was used or revoked, has expired or never was gets the same answer', async () => {
    await create('refuses');
    const used = await secretOfInvitation(admin, 'refuses');
    await accept(used);
    const revoked = await secretOfInvitation(admin, 'refuses');
    const { body } = await admin<PublisherDocument>('GET', '/api/publishers/refuses');
    await admin('DELETE', `/api/publishers/refuses/invitations/${body.invitations[0]?.id}`);
    const expired = await secretOfInvitation(admin, 'refuses');
    nowMs += 7 * 86_400_000 + 1;
    const answers = [];
    for (const secret of [used, revoked, expired, 'prl_inv_nothing', '', TOKENS.admin]) {
      const { status, body: refused } = await accept(secret, 'Lou');
      answers.push(
        `${status === 429 ? 401 : status} ${refused.error.details.reason.split(';')[0]}`,
      );
    }
    expect(new Set(answers)).toEqual(
      new Set(['401 this invitation is not valid: it was used or revoked, or has expired']),
    );
    const { body: after } = await admin<PublisherDocument>('GET', '/api/publishers/refuses');
    expect(after.people.map(({ name }) => name)).toEqual(['Pat']);
  });

  test('that is wrong several times is answered late', async () => {
    let last = await accept('prl_inv_wrong');
    for (let i = 0; i < 6 && last.status !== 429; i++) last = await accept('prl_inv_wrong');
    expect([last.status, last.headers.get('retry-after')]).toEqual([429, String(SLOWED_MS / 1000)]);
  });

  test('asks for a name that nobody else has there', async () => {
    await create('names');
    const secret = await secretOfInvitation(admin, 'names');
    for (const name of ['', ' Pat', 'x'.repeat(81), '<b>', 5]) {
      expect((await accept(secret, name as string)).status).toBe(400);
    }
    expect((await accept(secret, 'Zoë O’Neill-Smith')).status).toBe(200);
    const second = await secretOfInvitation(admin, 'names');
    expect((await accept(second, 'Zoë O’Neill-Smith')).status).toBe(409);
    expect((await accept(second, 'Zoë II')).status).toBe(200);
  });

  test('is not taken from a page of another site', async () => {
    await create('foreign');
    const invitation = await secretOfInvitation(admin, 'foreign');
    const origin = { Origin: 'https://evil.example' };
    const refused = await nobody('POST', '/portal/accept', { invitation, name: 'Eve' }, origin);
    expect(refused.status).toBe(401);
    expect((await accept(invitation)).status).toBe(200);
  });
});

describe('a session of somebody of a publisher', () => {
  test('works on its own pages with its CSRF token, and on none of the console’s', async () => {
    const token = await withPerson(admin, { id: 'enters' });
    const { status, cookie, csrf, session } = await enter(machine.adminUrl, token);
    expect([status, session.access, session.who]).toEqual([200, 'session', 'Pat of enters']);
    const own = (method: string, path: string, headers = {}) =>
      nobody<PortalAnswer<'own'>>(method, path, undefined, { cookie, ...headers });
    expect((await own('GET', '/api/portal/own')).body.publisher).toBe('enters');
    expect((await own('POST', '/api/portal/keys')).status).toBe(401);
    expect((await own('POST', '/api/portal/keys', { 'X-CSRF-Token': csrf })).status).toBe(200);
    expect((await own('GET', '/status')).status).toBe(401);
    const console = await nobody<SessionInfo>('GET', '/api/session', undefined, { cookie });
    expect(console.body.access).toBe('login');
    expect((await own('POST', '/portal/logout', { 'X-CSRF-Token': csrf })).status).toBe(200);
    expect((await own('GET', '/api/portal/own')).status).toBe(401);
  });

  test('ends when the person is removed, and so does the token', async () => {
    const token = await withPerson(admin, { id: 'removes' });
    const { cookie } = await enter(machine.adminUrl, token);
    const look = async () => (await nobody('GET', '/api/portal/own', undefined, { cookie })).status;
    expect(await look()).toBe(200);
    const { body } = await admin<PublisherDocument>('GET', '/api/publishers/removes');
    await admin('DELETE', `/api/publishers/removes/people/${body.people[0]?.id}`);
    expect(await look()).toBe(401);
    expect((await callerOf(machine.adminUrl, token)('GET', '/api/portal/own')).status).not.toBe(
      200,
    );
  });

  test('ends when the publisher is deleted, and one of the same name knows nobody', async () => {
    const token = await withPerson(admin, { id: 'deletes' });
    const { cookie } = await enter(machine.adminUrl, token);
    await admin('POST', '/api/publishers/deletes/state', { state: 'paused' });
    const look = async () => (await nobody('GET', '/api/portal/own', undefined, { cookie })).status;
    expect(await look()).toBe(200);
    await admin('DELETE', '/api/publishers/deletes');
    expect(await look()).toBe(401);
    await create('deletes');
    expect(await look()).toBe(401);
    await invite(admin, 'deletes', 'Pat');
    expect(await look()).toBe(401);
  });

  test('is apart from a session of the console in the same browser', async () => {
    const token = await withPerson(admin, { id: 'apart' });
    const login = await nobody('POST', '/login', { token: TOKENS.read });
    const operator = login.headers.get('set-cookie')?.split(';')[0] ?? '';
    const { cookie } = await enter(machine.adminUrl, token);
    const both = { cookie: `${operator}; ${cookie}` };
    const own = await nobody<PortalAnswer<'own'>>('GET', '/api/portal/own', undefined, both);
    expect(own.body.isOperator).toBe(false);
    const path = '/api/publishers/apart/own';
    const seen = await nobody<PortalAnswer<'own'>>('GET', path, undefined, both);
    expect(seen.body).toMatchObject({ isOperator: true, mayChange: false });
    expect((await nobody('GET', '/status', undefined, both)).status).toBe(200);
  });
});

test('an admin token is none of a person’s, and a person’s none of an operator’s', async () => {
  const token = await withPerson(admin, { id: 'crosses' });
  expect((await nobody('POST', '/portal/login', { token: TOKENS.admin })).status).not.toBe(200);
  expect((await nobody('POST', '/login', { token })).status).not.toBe(200);
});

test('without any admin token, people of publishers log in all the same, and are no operators', async () => {
  const local = await startTestServer();
  const operator = callerOf(local.adminUrl);
  const token = await withPerson(operator, { id: 'local' });
  const { cookie, session } = await enter(local.adminUrl, token);
  expect(session.access).toBe('session');
  const own = await operator<PortalAnswer<'own'>>('GET', '/api/portal/own', undefined, {
    cookie,
  });
  expect(own.body).toMatchObject({ publisher: 'local', isOperator: false });
  const bearer = callerOf(local.adminUrl, token);
  expect((await bearer('GET', '/status')).status).toBe(403);
  expect((await callerOf(local.adminUrl, 'prl_person_x')('GET', '/status')).status).toBe(401);
  expect((await operator('GET', '/api/portal/own')).status).toBe(401);
  expect((await operator('GET', '/api/publishers/local/own')).status).toBe(200);
  await local.stop(0);
});
