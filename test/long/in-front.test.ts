/** The examples for nginx and Caddy, with other ports and certificates, before a real exchange. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import example from '../../examples/request.json';
import { freePort } from '../../src/host/http/free-port.ts';
import { eventually } from '../eventually.ts';
import { certify } from '../http/certificate.ts';
import { openTlsConnection } from '../http/connection.ts';
import { requestHead } from '../http/request.ts';
import { PATIENT_AUCTION, PATIENT_AUCTION_MS } from '../patience.ts';
import {
  AMPLE_LIMITS,
  cleanUp,
  ROOT,
  run,
  type Serving,
  serve,
  temporaryFolder,
} from '../process.ts';
import { output } from './support/build.ts';
import { command } from './support/pages.ts';
import { listens } from './support/ports.ts';
import { proxiedAt } from './support/proxied.ts';

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
    `${limits}${PATIENT_AUCTION}listen: { workers: 1, publicUrl: "https://ads.example.com" }\nadmin: { port: 0, token: ${TOKEN} }\npartners:\n`,
  );
  adminPort = Number(/"adminUrl":"http:\/\/[^:"]+:(\d+)"/.exec(parley.stdout())?.[1]);
});
afterAll(cleanUp);

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
  const env = { HOME: folder };
  const type = (text: string) => {
    const here = text.replaceAll('/etc/caddy', folder);
    const packaged = here.replaceAll('/usr/share/doc/parley', join(ROOT, 'deploy'));
    return output('sh', ['-c', packaged], { folder, env });
  };
  await type(command('in-front.md', 'cp /usr/share/doc/parley/caddy/Caddyfile /etc/caddy/'));
  const file = join(folder, 'Caddyfile');
  const settings = '{\n admin off\n auto_https disable_redirects\n}\n';
  writeFileSync(file, `${settings}${adapted('caddy/Caddyfile', port)}`);
  await type(command('in-front.md', 'caddy validate --config /etc/caddy/Caddyfile'));
  run(['run', '--config', file], { command: 'caddy', folder, env });
  await listens(port);
}

for (const [name, start] of Object.entries({ nginx: startNginx, Caddy: startCaddy })) {
  describe(`behind ${name}`, () => {
    const port = freePort('127.0.0.1');
    beforeAll(() => start(port));

    const { ask } = proxiedAt(port);
    const bid = (headers: Record<string, string> = {}) =>
      ask('ads', '/openrtb2', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify({ ...example, tmax: PATIENT_AUCTION_MS }),
      });

    test('a bid request gets an ad whose notices name the public URL', async () => {
      const response = await bid();
      expect(response.status).toBe(200);
      expect(await response.text()).toContain('https://ads.example.com/n/win/');
    });

    // Bun answers it only in lower case; docs/http.md sends callers that write it so to one of these fronts.
    test('a caller that asks with Expect: 100-Continue is told to go on with its body', async () => {
      const connection = await openTlsConnection(port, 'ads.example.com');
      const body = JSON.stringify({ ...example, tmax: PATIENT_AUCTION_MS });
      const headers = {
        Host: 'ads.example.com',
        Expect: '100-Continue',
        'Content-Length': String(Buffer.byteLength(body)),
      };
      connection.send(requestHead({ headers }));
      expect((await connection.answer()).status).toBe(100);
      connection.send(body);
      expect((await connection.answer()).status).toBe(200);
      connection.drop();
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
  });
}
