import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Machine } from '../../src/host/machine/machine.ts';
import type { PortalPasskeys } from '../../src/parts/portal/page/api.ts';
import { type Caller, callerOf, startWithRoles, TOKENS, withPerson } from '../accounts/machine.ts';
import { cleanUp } from '../process.ts';
import { createAuthenticator } from './authenticator.ts';

type Options = { readonly challenge: string };

let machine: Machine;
let admin: Caller;
let pat: Caller;
let nobody: Caller;
beforeAll(async () => {
  machine = await startWithRoles();
  admin = callerOf(machine.adminUrl, TOKENS.admin);
  pat = callerOf(machine.adminUrl, await withPerson(admin, { id: 'pub-a' }));
  nobody = callerOf(machine.adminUrl);
});
afterAll(async () => {
  await machine.stop(0);
  await cleanUp();
});

const optionsFor = async (caller: Caller, path: string) =>
  (await caller<Options>('POST', path, '{}')).body;
const logIn = async (prove: (options: Options) => object) =>
  nobody('POST', '/portal/passkey', prove(await optionsFor(nobody, '/portal/passkey/options')));

async function madeBy(caller: Caller, id: string) {
  const authenticator = createAuthenticator(machine.adminUrl, id);
  const options = await optionsFor(caller, '/api/portal/passkeys/options');
  const made = await caller<PortalPasskeys>(
    'POST',
    '/api/portal/passkeys',
    authenticator.make(options),
  );
  return { authenticator, made };
}

test('a person makes a passkey, logs in with it as itself, and not once it is removed', async () => {
  const { authenticator, made } = await madeBy(pat, 'a telephone');
  expect(made.body.rows.map(({ id }) => id)).toEqual([authenticator.id]);
  const entered = await logIn(authenticator.prove);
  expect(entered.status).toBe(200);
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
  const session = await nobody('GET', '/api/portal', undefined, { cookie });
  expect(session.body).toMatchObject({ publisher: 'pub-a', isOperator: false });
  const removed = await pat<PortalPasskeys>('DELETE', `/api/portal/passkeys/${authenticator.id}`);
  expect(removed.body.rows).toEqual([]);
  expect((await logIn(authenticator.prove)).status).toBe(401);
});

test('nobody removes or sees the passkey of another, and operators have none', async () => {
  const sam = callerOf(machine.adminUrl, await withPerson(admin, { id: 'pub-b' }, 'Sam'));
  const { authenticator } = await madeBy(pat, 'a computer');
  const path = `/api/portal/passkeys/${authenticator.id}`;
  expect((await sam('DELETE', path)).status).toBe(404);
  expect((await sam<PortalPasskeys>('GET', '/api/portal/passkeys')).body.rows).toEqual([]);
  expect((await admin('GET', '/api/portal/passkeys?publisher=pub-a')).status).toBe(404);
  expect((await logIn(authenticator.prove)).status).toBe(200);
});

test('nobody takes the id of another’s passkey', async () => {
  const lou = callerOf(machine.adminUrl, await withPerson(admin, { id: 'pub-d' }, 'Lou'));
  const { authenticator } = await madeBy(pat, 'a watch');
  expect((await madeBy(lou, 'a watch')).made.status).toBe(409);
  expect((await logIn(authenticator.prove)).status).toBe(200);
});

test('the options of one person make no passkey for another, and a stranger’s key opens nothing', async () => {
  const sam = callerOf(machine.adminUrl, await withPerson(admin, { id: 'pub-c' }, 'Sam'));
  const authenticator = createAuthenticator(machine.adminUrl, 'stolen');
  const options = await optionsFor(pat, '/api/portal/passkeys/options');
  const made = await sam('POST', '/api/portal/passkeys', authenticator.make(options));
  expect(made.status).toBe(400);
  expect((await logIn(authenticator.prove)).status).toBe(401);
  expect((await nobody('POST', '/portal/passkey', 'no JSON')).status).toBe(401);
});
