import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Machine } from '../../src/host/machine/machine.ts';
import type { PortalAnswer } from '../../src/parts/portal/operations.ts';
import { type Caller, callerOf, startWithRoles, TOKENS, withPerson } from '../accounts/machine.ts';
import { cleanUp } from '../process.ts';
import { OPEN, ROLES } from './decisions.ts';

const HTTPS = 'https://publishers.example';

let machine: Machine;
let url = '';
let nobody: Caller;
let admin: Caller;
let pat: Caller;
let token = '';
beforeAll(async () => {
  machine = await startWithRoles({ portal: { host: '127.0.0.1', port: 0, publicUrl: HTTPS } });
  url = machine.portalUrl ?? '';
  nobody = callerOf(url);
  admin = callerOf(machine.adminUrl, TOKENS.admin);
  token = await withPerson(admin, { id: 'pub-a' });
  pat = callerOf(url, token);
});
afterAll(async () => {
  await machine.stop(0);
  await cleanUp();
});

test('the port of the publishers’ pages is off unless the config has one', async () => {
  const other = await startWithRoles();
  expect(other.portalUrl).toBeUndefined();
  await other.stop(0);
});

test('it serves the pages and what they ask for', async () => {
  const page = await nobody('GET', '/portal');
  expect(page.status).toBe(200);
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  const [, script = ''] = /href="([^"]+\.css)"/.exec(page.text) ?? [];
  expect(script).toStartWith('/portal/assets/');
  expect((await nobody('GET', script)).status).toBe(200);
  expect((await pat<PortalAnswer<'own'>>('GET', '/api/portal/own')).body.publisher).toBe('pub-a');
  const login = await nobody('POST', '/portal/login', { token });
  expect(login.headers.get('set-cookie')).toEndWith('; Secure');
});

test('it serves nothing else', async () => {
  const others = Object.entries(ROLES).filter(([, { people }]) => !people);
  const names = [...others.map(([name]) => name), ...OPEN.routes, ...OPEN.files];
  const kept = names.filter((name) => !/ (?:\/api)?\/portal/.test(name));
  for (const name of kept) {
    const [method = '', path = ''] = name.split(' ');
    const { status } = await pat(method, path.replaceAll(/[{}]/g, ''));
    expect([name, status]).toEqual([name, 404]);
  }
});

test('it knows people of publishers alone: a token of an operator opens nothing there', async () => {
  for (const path of ['/api/portal/own', '/api/publishers/pub-a/own', '/status', '/metrics']) {
    const { status } = await callerOf(url, TOKENS.admin)('GET', path);
    expect(status).toBeOneOf([401, 429]);
  }
  const login = await nobody('POST', '/portal/login', { token: TOKENS.admin });
  expect(login.status).toBeOneOf([401, 429]);
});

test('a session of an operator opens nothing there either', async () => {
  const login = await callerOf(machine.adminUrl)('POST', '/login', { token: TOKENS.admin });
  const [, id = ''] = /=([^;]+)/.exec(login.headers.get('set-cookie') ?? '') ?? [];
  const cookie = ['session', 'portal']
    .map((of) => `parley_${of}_${new URL(url).port}=${id}`)
    .join('; ');
  for (const path of ['/api/portal/own', '/api/publishers/pub-a/own', '/status']) {
    expect((await nobody('GET', path, undefined, { cookie })).status).toBe(401);
  }
});

test('a link of an invitation has the address that the config names', async () => {
  const { body } = await admin<{ readonly link: string }>(
    'POST',
    '/api/publishers/pub-a/invitations',
  );
  expect(body.link).toStartWith(`${HTTPS}/portal#invitation=prl_inv_`);
});
