import { expect, test } from 'bun:test';
import { createAuthenticator } from '../../../../test/portal/authenticator.ts';
import { createPasskeys, type StoredPasskey } from './passkeys.ts';

const ORIGIN = 'https://ads.example';
const SITE = { origin: ORIGIN, host: 'ads.example' };
const PAT = { id: 'p1', name: 'pat' };

let nowMs = 0;
let secrets = 0;
const keys = () =>
  createPasskeys({ nowMs: () => nowMs, newSecret: () => `a secret challenge ${++secrets}` });

async function registered(passkeys = keys(), id?: string) {
  const authenticator = createAuthenticator(ORIGIN, id);
  const options = await passkeys.registration(SITE, PAT, []);
  const stored = await passkeys.register(SITE, PAT.id, authenticator.make(options));
  if (stored === undefined) throw new Error('not registered');
  return { passkeys, authenticator, stored };
}

const findIn = (stored: StoredPasskey) => (id: string) => (id === stored.id ? stored : undefined);

test('an answer is taken once, and only in time', async () => {
  const { passkeys, authenticator, stored } = await registered();
  const proof = authenticator.prove(await passkeys.loginOptions(SITE));
  await passkeys.login(SITE, proof, findIn(stored));
  expect(await passkeys.login(SITE, proof, findIn(stored))).toBeUndefined();
  const late = authenticator.prove(await passkeys.loginOptions(SITE));
  nowMs += 5 * 60_000;
  expect(await passkeys.login(SITE, late, findIn(stored))).toBeUndefined();
});

test('another host, another key and a challenge of nobody are refused', async () => {
  const { passkeys, authenticator, stored } = await registered();
  const elsewhere = createAuthenticator('https://evil.example');
  const options = await passkeys.loginOptions(SITE);
  expect(await passkeys.login(SITE, elsewhere.prove(options), findIn(stored))).toBeUndefined();
  const other = createAuthenticator(ORIGIN);
  const again = await passkeys.loginOptions(SITE);
  expect(await passkeys.login(SITE, other.prove(again), findIn(stored))).toBeUndefined();
  const made = authenticator.prove({ challenge: 'bWFkZSB1cA' });
  expect(await passkeys.login(SITE, made, findIn(stored))).toBeUndefined();
});

test('the challenge of one person registers nothing for another, nor does that of a login', async () => {
  const passkeys = keys();
  const authenticator = createAuthenticator(ORIGIN);
  const made = authenticator.make(await passkeys.registration(SITE, PAT, []));
  expect(await passkeys.register(SITE, 'p2', made)).toBeUndefined();
  const login = authenticator.make(await passkeys.loginOptions(SITE));
  expect(await passkeys.register(SITE, PAT.id, login)).toBeUndefined();
});

test('what is no answer is refused, whatever it is', async () => {
  const { passkeys, authenticator, stored } = await registered();
  const { id } = authenticator;
  for (const answer of [null, 5, 'x', [], {}, { id }, { id, response: {} }, { id, response: 7 }]) {
    expect(await passkeys.login(SITE, answer, findIn(stored))).toBeUndefined();
    expect(await passkeys.register(SITE, PAT.id, answer)).toBeUndefined();
  }
});

test('a challenge of a machine that was started anew, or with a later end, is refused', async () => {
  const { passkeys, authenticator, stored } = await registered();
  const options = await passkeys.loginOptions(SITE);
  const text = Buffer.from(options.challenge, 'base64url').toString();
  const later = text.replace(/^\d+/, (end) => `${end}0`);
  const changed = { challenge: Buffer.from(later).toString('base64url') };
  expect(await passkeys.login(SITE, authenticator.prove(changed), findIn(stored))).toBeUndefined();
  expect(await keys().login(SITE, authenticator.prove(options), findIn(stored))).toBeUndefined();
});

test('a passkey that answers very often is refused for a while, and keeps nobody else from logging in', async () => {
  const { passkeys, authenticator, stored } = await registered();
  const other = await registered(passkeys, 'that of another');
  const login = async ({ authenticator: at, stored: own }: Omit<typeof other, 'passkeys'>) =>
    passkeys.login(SITE, at.prove(await passkeys.loginOptions(SITE)), findIn(own));
  for (let i = 0; i < 20; i++) expect(await login({ authenticator, stored })).toBe(stored);
  expect(await login({ authenticator, stored })).toBeUndefined();
  expect(await login(other)).toBe(other.stored);
  nowMs += 5 * 60_000;
  expect(await login({ authenticator, stored })).toBe(stored);
});

test('of an answer that is sent twice at once, one logs in', async () => {
  const { passkeys, authenticator, stored } = await registered();
  const proof = authenticator.prove(await passkeys.loginOptions(SITE));
  const both = [0, 1].map(() => passkeys.login(SITE, proof, findIn(stored)));
  expect((await Promise.all(both)).filter((one) => one === stored)).toHaveLength(1);
});

test('an answer that another key has signed uses up no challenge', async () => {
  const { passkeys, authenticator, stored } = await registered();
  const options = await passkeys.loginOptions(SITE);
  const forged = { ...createAuthenticator(ORIGIN).prove(options), id: stored.id, rawId: stored.id };
  expect(await passkeys.login(SITE, forged, findIn(stored))).toBeUndefined();
  expect(await passkeys.login(SITE, authenticator.prove(options), findIn(stored))).toBe(stored);
});
