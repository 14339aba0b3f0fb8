/** The examples for nginx and Caddy, with other ports and certificates, before a real exchange. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import example from '../../examples/request.json';
import { eventually } from '../eventually.ts';
import { certify } from '../http/certificate.ts';
import {
  AMPLE_LIMITS,
  cleanUp,
  ROOT,
  run,
  type Serving,
  serve,
  temporaryFolder,
} from '../process.ts';

const TOKEN = 'a-token-of-the-operator';

let parley: Serving;
let adminPort: number;
let certificates: string;
beforeAll(async () => {
  certificates = temporaryFolder();
  certify(certificates, 'ads');
  certify(certificates, 'console');
  const limits = AMPLE_LIMITS.replace('{ ', '{ trustedProxies: [127.0.0.1], ');
  parley = await serve(
    `${limits}listen: { workers: 1, publicUrl: "https://ads.example.com" }\nadmin: { port: 0, token: ${TOKEN} }\n`,
  );
  adminPort = Number(/"adminUrl":"http:\/\/[^:"]+:(\d+)"/.exec(parley.stdout())?.[1]);
});
afterAll(cleanUp);

function freePort(): number {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() });
  const { port = 0 } = server;
  server.stop(true);
  return port;
}

/** The example, for the ports and files of the test. */
const adapted = (file: string, port: number): string =>
  readFileSync(join(ROOT, 'deploy', file), 'utf8')
    .replaceAll('/etc/ssl/parley', certificates)
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${parley.port}`)
    .replaceAll('127.0.0.1:8081', `127.0.0.1:${adminPort}`)
    .replaceAll('listen 443', `listen 127.0.0.1:${port}`)
    .replaceAll(/^(\w+\.example\.com) \{/gm, `https://$1:${port} {`);

async function startNginx(port: number): Promise<void> {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'logs'));
  const whole = `daemon off; pid nginx.pid; error_log stderr; events {}
    http { access_log off; client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi; scgi_temp_path scgi; ${adapted('nginx/parley.conf', port)} }`;
  writeFileSync(join(folder, 'nginx.conf'), whole);
  run(['-p', folder, '-c', join(folder, 'nginx.conf')], { command: 'nginx', folder });
  await listens(port);
}

async function startCaddy(port: number): Promise<void> {
  const folder = temporaryFolder();
  const file = join(folder, 'Caddyfile');
  writeFileSync(
    file,
    `{\n admin off\n auto_https disable_redirects\n}\n${adapted('caddy/Caddyfile', port)}`,
  );
  run(['run', '--config', file], { command: 'caddy', folder, env: { HOME: folder } });
  await listens(port);
}

const listens = (port: number) =>
  eventually(() => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const socket = connect({ port, host: '127.0.0.1' }, () => resolve(true));
    socket.on('error', () => resolve(false));
    return promise.finally(() => socket.destroy());
  });

for (const [name, start] of Object.entries({ nginx: startNginx, Caddy: startCaddy })) {
  describe(`behind ${name}`, () => {
    const port = freePort();
    beforeAll(() => start(port));

    const ask = (host: string, path: string, init: RequestInit = {}) =>
      fetch(`https://127.0.0.1:${port}${path}`, {
        ...init,
        headers: { Host: `${host}.example.com`, ...init.headers },
        tls: { rejectUnauthorized: false, serverName: `${host}.example.com` },
      });
    const bid = (headers: Record<string, string> = {}) =>
      ask('ads', '/openrtb2', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(example),
      });

    test('a bid request gets an ad whose notices name the public URL', async () => {
      const response = await bid();
      expect(response.status).toBe(200);
      expect(await response.text()).toContain('https://ads.example.com/n/win/');
    });

    test('a caller cannot choose its address by sending X-Forwarded-For', async () => {
      const remaining = async (claimed: string) =>
        Number((await bid({ 'X-Forwarded-For': claimed })).headers.get('x-ratelimit-remaining'));
      // Both count as one caller in the same second; in two seconds, each starts anew.
      await eventually(
        async () => (await remaining('198.51.100.7')) > (await remaining('203.0.113.9')),
      );
    });

    test('the console wants its token', async () => {
      expect((await ask('console', '/metrics')).status).toBe(401);
      const headers = { Authorization: `Bearer ${TOKEN}` };
      expect((await ask('console', '/metrics', { headers })).status).toBe(200);
    });

    test('the live page gets its first bytes at once, not when the stream ends', async () => {
      const headers = { Authorization: `Bearer ${TOKEN}` };
      const response = await ask('console', '/api/live', { headers });
      const reader = response.body?.getReader();
      const first = new TextDecoder().decode((await reader?.read())?.value);
      expect(first).toStartWith('retry: 2000');
      await reader?.cancel();
    });
  });
}
