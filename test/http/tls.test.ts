import { afterAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigFault } from '../../src/host/config/config.ts';
import { readSetup } from '../../src/host/config/setup.ts';
import { cleanUp, temporaryFolder } from '../process.ts';
import { certify } from './certificate.ts';

afterAll(cleanUp);

const folder = temporaryFolder();
const file = (name: string) => join(folder, name);
for (const name of ['first', 'second']) certify(folder, name);
writeFileSync(file('empty'), '');

test.each([
  ['none.pem', 'first.key', 'none.pem cannot be read'],
  ['empty', 'first.key', 'empty holds no PEM certificate'],
  ['first.pem', 'empty', 'empty holds no PEM private key'],
  ['first.pem', 'second.key', 'second.key does not fit'],
])('a start with the certificate %s and the key %s stops with a sentence', (cert, key, reason) => {
  const tls = `{ cert: "${file(cert)}", key: "${file(key)}" }`;
  writeFileSync(
    file('parley.yaml'),
    `listen: { publicUrl: "https://bid.example.com", tls: ${tls} }\n`,
  );
  const setup = readSetup(file('parley.yaml'), {});
  expect(setup).toBeInstanceOf(ConfigFault);
  expect(setup).toMatchObject({ message: expect.stringContaining(reason) });
});
