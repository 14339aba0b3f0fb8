import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { certify } from '../http/certificate.ts';
import { BUN, cleanUp, ROOT, run, temporaryFolder } from '../process.ts';
import { type RedisServer, startRedis } from '../redis/redis-server.ts';

let redis: RedisServer;
let certificate: string;

beforeAll(async () => {
  const folder = temporaryFolder();
  certify(folder, 'redis', 'IP:127.0.0.1');
  certificate = join(folder, 'redis.pem');
  redis = await startRedis({
    url: (port) => `rediss://:secret@127.0.0.1:${port}`,
    settings: {
      requirepass: 'secret',
      'tls-auth-clients': 'no',
      'tls-cert-file': certificate,
      'tls-key-file': join(folder, 'redis.key'),
      'tls-ca-cert-file': certificate,
    },
    isTls: true,
  });
});
afterAll(async () => {
  await redis.kill();
  await cleanUp();
});

async function sharing(url: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const file = join(ROOT, 'test/redis/tls-process.ts');
  const child = run([file, url], { command: BUN, env });
  await child.exited;
  return `${child.stdout()}${child.stderr()}`.trim();
}

const trusting = () => ({ NODE_EXTRA_CA_CERTS: certificate });

test('a machine shares its limits through a Redis with TLS and a password', async () => {
  expect(await sharing(redis.url, trusting())).toBe('shared');
});

test('a wrong password over TLS is not accepted', async () => {
  expect(await sharing(redis.url.replace('secret', 'guess'), trusting())).toMatch(/^not shared: /);
});

test('a certificate that nobody vouches for is not accepted', async () => {
  expect(await sharing(redis.url)).toMatch(/^not shared: /);
});
