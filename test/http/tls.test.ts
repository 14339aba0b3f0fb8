import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigFault } from '../../src/config/config.ts';
import { readSetup } from '../../src/config/setup.ts';
import { eventually } from '../eventually.ts';
import { AMPLE_LIMITS, cleanUp, serve, temporaryFolder } from '../process.ts';
import { certify, nameOf } from './certificate.ts';
import { MINIMAL } from './request.ts';

afterAll(cleanUp);

const folder = temporaryFolder();
const file = (name: string) => join(folder, name);

for (const name of ['first', 'second']) certify(folder, name);

function install(cert: string, key = cert): void {
  copyFileSync(file(`${cert}.pem`), file('in-use.pem'));
  copyFileSync(file(`${key}.key`), file('in-use.key'));
}

const listenWith = (cert: string, key: string) =>
  `listen: { workers: 1, publicUrl: "https://bid.example.com", tls: { cert: "${file(cert)}", key: "${file(key)}" } }\n`;

const CONFIG = `${AMPLE_LIMITS}${listenWith('in-use.pem', 'in-use.key')}`;

const bid = (port: number) =>
  fetch(`https://127.0.0.1:${port}/openrtb2`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: MINIMAL,
    tls: { rejectUnauthorized: false },
  });

// One server for all of them, since it looks at its files only every few seconds.
describe('a port with a certificate', () => {
  let server: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    install('first');
    server = await serve(CONFIG);
  });

  test('answers over TLS', async () => {
    expect(await nameOf(server.port)).toBe('first');
    expect((await bid(server.port)).status).toBe(200);
  });

  test('keeps its certificate where the new files do not fit each other, and says so once', async () => {
    install('second', 'first');
    await server.printed('"certificate not renewed"');
    expect(server.stdout()).toContain('listen.tls.key: ');
    expect(await nameOf(server.port)).toBe('first');
  });

  test('keeps its certificate at a reload of the config with files that do not fit', async () => {
    process.kill(server.pid, 'SIGHUP');
    await server.printed('"config not reloaded"');
    const [line = ''] = server
      .stdout()
      .split('\n')
      .filter((one) => one.includes('"config not reloaded"'));
    expect(line).toContain('listen.tls.key: ');
    expect(await nameOf(server.port)).toBe('first');
  });

  test('takes up renewed files without a restart or a signal', async () => {
    install('second');
    await server.printed('"certificate renewed"');
    await eventually(async () => (await nameOf(server.port)) === 'second');
    expect((await bid(server.port)).status).toBe(200);
    expect(server.stdout().match(/certificate not renewed/g)).toHaveLength(1);
  });
});

describe('a start stops with a sentence', () => {
  writeFileSync(file('empty'), '');
  const cases: Readonly<Record<string, readonly [string, string, string]>> = {
    'if a file is missing': ['none.pem', 'first.key', 'none.pem cannot be read'],
    'if there is no certificate in its file': [
      'empty',
      'first.key',
      'empty holds no PEM certificate',
    ],
    'if there is no key in its file': ['first.pem', 'empty', 'empty holds no PEM private key'],
    'if the two do not fit': ['first.pem', 'second.key', 'second.key does not fit the certificate'],
  };
  for (const [what, [cert, key, reason]] of Object.entries(cases)) {
    test(what, () => {
      writeFileSync(file('parley.yaml'), listenWith(cert, key));
      const setup = readSetup(file('parley.yaml'), {});
      expect(setup).toBeInstanceOf(ConfigFault);
      expect(setup).toMatchObject({ message: expect.stringContaining(reason) });
    });
  }
});
