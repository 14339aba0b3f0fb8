import { afterAll, expect, test } from 'bun:test';
import { callerOf, withPerson } from '../accounts/machine.ts';
import { cleanUp, temporaryFolder } from '../process.ts';
import { startTestServer, type TestConfig } from '../server.ts';

afterAll(cleanUp);

const ANN = 'the-token-of-ann-is-long';
const BOB = 'the-token-of-bob-is-long';

type Tokens = NonNullable<TestConfig['admin']>['tokens'];

const start = (dataDir: string, tokens: Tokens) =>
  startTestServer({ dataDir, admin: { host: '127.0.0.1', port: 0, token: undefined, tokens } });

/** The value of the cookie that a login sets. Its name has the port, which is another one after the restart. */
async function logIn(url: string, path: string, token: string): Promise<string> {
  const body = JSON.stringify({ token });
  const response = await fetch(`${url}${path}`, { method: 'POST', body });
  return /=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1] ?? '';
}

/** The status of a page's data, and the token of its session. */
async function visit(url: string, kind: 'session' | 'portal', id: string) {
  const cookie = `parley_${kind}_${new URL(url).port}=${id}`;
  const [data, session] = kind === 'session' ? ['/status', '/api/session'] : PORTAL;
  const { status } = await fetch(`${url}${data}`, { headers: { cookie } });
  const answer = await fetch(`${url}${session}`, { headers: { cookie } });
  const { csrfToken } = (await answer.json()) as { readonly csrfToken: string | null };
  return { status, headers: { cookie, 'X-CSRF-Token': String(csrfToken) } };
}
const PORTAL = ['/api/portal/own', '/api/portal/session'] as const;

test('a restart ends no session but those of tokens that the config has no more, and those that were closed', async () => {
  const dataDir = temporaryFolder();
  const ann = { name: 'ann', token: ANN, role: 'admin' } as const;
  const bob = { name: 'bob', token: BOB, role: 'ads' } as const;
  const first = await start(dataDir, [ann, bob]);
  const { adminUrl: url } = first;
  const patToken = await withPerson(callerOf(url, ANN), { id: 'pub-1' });
  const left = await logIn(url, '/login', ANN);
  const { headers } = await visit(url, 'session', left);
  expect((await fetch(`${url}/logout`, { method: 'POST', headers })).status).toBe(200);
  const [kept, removed] = [await logIn(url, '/login', ANN), await logIn(url, '/login', BOB)];
  const person = await logIn(url, '/portal/login', patToken);
  expect((await visit(url, 'session', removed)).status).toBe(200);
  await first.stop(0);

  const second = await start(dataDir, [ann, { ...bob, token: `${BOB}-2` }]);
  const { adminUrl: again } = second;
  expect((await visit(again, 'session', kept)).status).toBe(200);
  expect((await visit(again, 'portal', person)).status).toBe(200);
  expect((await visit(again, 'session', removed)).status).toBe(401);
  expect((await visit(again, 'session', left)).status).toBe(401);
  await second.stop(0);
});
