import { afterAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callerOf, withPerson } from '../accounts/machine.ts';
import { cleanUp, killGroup, run, temporaryFolder } from '../process.ts';

afterAll(cleanUp);

const ANN = 'the-token-of-ann-is-long';
const BOB = 'the-token-of-bob-is-long';

/** `parley start` with these tokens, once it listens. */
async function start(dataDir: string, tokens: readonly object[]) {
  const file = join(temporaryFolder(), 'parley.yaml');
  const config = { dataDir, listen: { port: 0, workers: 1 }, admin: { port: 0, tokens } };
  // JSON is YAML.
  writeFileSync(file, JSON.stringify(config));
  const started = run(['start'], { env: { HOST: '127.0.0.1', PARLEY_CONFIG: file } });
  await started.printed('"Parley is listening"');
  return { ...started, url: /"adminUrl":"([^"]+)"/.exec(started.stdout())?.[1] ?? '' };
}

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
const PORTAL = ['/api/portal', '/api/portal/session'] as const;

test('a restart ends no session but those of tokens that the config has no more, and those that were closed', async () => {
  const dataDir = temporaryFolder();
  const ann = { name: 'ann', token: ANN, role: 'admin' };
  const bob = { name: 'bob', token: BOB, role: 'ads' };
  const first = await start(dataDir, [ann, bob]);
  const { url } = first;
  const patToken = await withPerson(callerOf(url, ANN), { id: 'pub-1' });
  const left = await logIn(url, '/login', ANN);
  const { headers } = await visit(url, 'session', left);
  expect((await fetch(`${url}/logout`, { method: 'POST', headers })).status).toBe(200);
  const [kept, removed] = [await logIn(url, '/login', ANN), await logIn(url, '/login', BOB)];
  const person = await logIn(url, '/portal/login', patToken);
  expect((await visit(url, 'session', removed)).status).toBe(200);
  // Without a chance to write anything more.
  killGroup(first.pid, 'SIGKILL');
  await first.exited;

  const { url: again } = await start(dataDir, [ann, { ...bob, token: `${BOB}-2` }]);
  expect((await visit(again, 'session', kept)).status).toBe(200);
  expect((await visit(again, 'portal', person)).status).toBe(200);
  expect((await visit(again, 'session', removed)).status).toBe(401);
  expect((await visit(again, 'session', left)).status).toBe(401);
});
