import { afterAll, expect, test } from 'bun:test';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { BUYER_TOKEN, post, structured, toolMessage } from '../adcp/call-seller.ts';
import { eventually } from '../eventually.ts';
import { ask } from '../http/request.ts';
import { AMPLE_LIMITS, cleanUp, serve } from '../process.ts';

afterAll(cleanUp);

const NEW_TOKEN = 'token-of-nova-0123456789';
const CAPABILITIES = toolMessage('get_adcp_capabilities');
const buyer = (id: string, token: string) => `{ id: ${id}, name: ${id}, token: ${token} }`;
const config = (...buyers: readonly string[]) => `${AMPLE_LIMITS}listen: { workers: 2 }
admin: { port: 0 }
partners: [{ name: own, kind: campaigns, store: true }]
adcp: { enabled: true, buyers: [${buyers.join(', ')}] }
`;

const sharedFolders = (pid: number) =>
  readdirSync('/dev/shm').filter((name) => name.startsWith(`parley-${pid}-`));

test('workers pass calls to their supervisor, over reloads, and serve bids while it is stopped', async () => {
  const server = await serve(config(buyer('acme', BUYER_TOKEN)));
  const url = `http://127.0.0.1:${server.port}`;
  expect(server.stdout()).toContain(`"adcpUrl":"${url}/adcp/mcp"`);
  // On a connection of its own each.
  const call = (token: string) =>
    post(url, CAPABILITIES, { token, headers: { Connection: 'close' } });
  expect(await structured(await call(BUYER_TOKEN))).toHaveProperty('adcp');
  expect((await call(NEW_TOKEN)).status).toBe(401);

  writeFileSync(server.configFile, config(buyer('acme', BUYER_TOKEN), buyer('nova', NEW_TOKEN)));
  process.kill(server.pid, 'SIGHUP');
  await server.printed('config reloaded');
  // As many as it takes to meet both workers, all but surely.
  const answers = await Promise.all(Array.from({ length: 12 }, () => call(NEW_TOKEN)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));

  process.kill(server.pid, 'SIGSTOP');
  const waiting = call(BUYER_TOKEN);
  // A worker that has just started, or has no CPU, asks its caller to come again; the other one serves.
  await eventually(async () => [200, 204].includes((await ask(server.port)).status));
  process.kill(server.pid, 'SIGCONT');
  expect((await waiting).status).toBeOneOf([200, 503]);

  process.kill(server.pid, 'SIGTERM');
  expect((await server.exited).code).toBe(0);
  expect(sharedFolders(server.pid)).toEqual([]);
  expect(`${server.stdout()}${server.stderr()}`).not.toContain(BUYER_TOKEN);
  expect(readFileSync(server.configFile, 'utf8')).toContain(BUYER_TOKEN);
});
