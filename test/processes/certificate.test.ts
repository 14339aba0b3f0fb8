import { afterAll, expect, test } from 'bun:test';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import { certify, nameOf } from '../http/certificate.ts';
import { AMPLE_LIMITS, cleanUp, serve, temporaryFolder } from '../process.ts';

afterAll(cleanUp);

const folder = temporaryFolder();
const file = (name: string) => join(folder, name);

test('renewed files of the certificate are taken up without a restart or a signal, and none that do not fit each other', async () => {
  for (const name of ['first', 'second']) certify(folder, name);
  const install = (cert: string, key = cert) => {
    copyFileSync(file(`${cert}.pem`), file('in-use.pem'));
    copyFileSync(file(`${key}.key`), file('in-use.key'));
  };
  install('first');
  const tls = `{ cert: "${file('in-use.pem')}", key: "${file('in-use.key')}" }`;
  const server = await serve(
    `${AMPLE_LIMITS}listen: { workers: 1, publicUrl: "https://bid.example.com", tls: ${tls} }\n`,
  );
  expect(await nameOf(server.port)).toBe('first');

  install('second', 'first');
  await server.printed('"certificate not renewed"');
  process.kill(server.pid, 'SIGHUP');
  await server.printed('"config not reloaded"');
  expect(await nameOf(server.port)).toBe('first');

  install('second');
  await server.printed('"certificate renewed"');
  await eventually(async () => (await nameOf(server.port)) === 'second');
  const rejectUnauthorized = false;
  const url = `https://127.0.0.1:${server.port}/readyz`;
  expect((await fetch(url, { tls: { rejectUnauthorized } })).status).toBe(200);
});
