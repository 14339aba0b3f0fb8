import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../../test/eventually.ts';
import { PATIENT_MS } from '../../../test/patience.ts';
import {
  post,
  startScriptedPartner as start,
  stopScriptedPartners,
} from '../../../test/scripted-partner.ts';
import { letTimeRun } from '../../../test/stopped-time.ts';
import { createPartnerClient } from './partner-client.ts';

afterEach(letTimeRun);
afterEach(stopScriptedPartners);

const folder = mkdtempSync(join(tmpdir(), 'parley-tls-'));
afterAll(() => rmSync(folder, { recursive: true }));

function openssl(...args: readonly string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(['openssl', ...args], { cwd: folder });
  if (exitCode !== 0) throw new Error(stderr.toString());
}

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** A certificate for these names that our authority signed. */
function certify(
  file: string,
  names: string,
  days = '2',
): { readonly key: string; readonly cert: string } {
  writeFileSync(join(folder, 'names'), `subjectAltName=${names}`);
  openssl('req', ...KEY, '-keyout', `${file}.key`, '-out', `${file}.csr`, '-subj', '/CN=partner');
  openssl(
    ...['x509', '-req', '-in', `${file}.csr`, '-CA', 'ca.pem', '-CAkey', 'ca.key'],
    ...['-CAcreateserial', '-days', days, '-extfile', 'names', '-out', `${file}.pem`],
  );
  const read = (suffix: string) => readFileSync(join(folder, `${file}.${suffix}`), 'utf8');
  return { key: read('key'), cert: read('pem') };
}

describe('over TLS', () => {
  let ca = '';
  beforeAll(() => {
    openssl(
      'req',
      '-x509',
      ...KEY,
      '-keyout',
      'ca.key',
      '-out',
      'ca.pem',
      '-days',
      '2',
      '-subj',
      '/CN=ca',
    );
    ca = readFileSync(join(folder, 'ca.pem'), 'utf8');
  });

  test('a checked address is connected to under the name that the certificate is for', async () => {
    const tls = certify('checked', 'DNS:localhost');
    const { url, arrivals } = await start({ tls });
    const send = createPartnerClient({ ca, isAllowed: (address) => address === '127.0.0.1' });
    expect(await send(post(url, 'x'), PATIENT_MS)).toEqual({ status: 200, text: 'x' });
    expect(arrivals[0]?.head).toContain('host: localhost:');
  });

  test('a checked address does not make up for a certificate for another name', async () => {
    const tls = certify('unchecked', 'IP:127.0.0.1');
    const { url, arrivals } = await start({ tls });
    const send = createPartnerClient({ ca, isAllowed: () => true });
    expect(await send(post(url, 'x'), PATIENT_MS)).toEqual({
      failure: expect.stringMatching(/certificate/i),
    });
    expect(arrivals).toEqual([]);
  });

  const refused: readonly [string, string, string, boolean][] = [
    ['nobody known signed', 'DNS:localhost', '2', false],
    ['is for another name', 'DNS:other.example', '2', true],
    ['is for an address instead of the name', 'IP:127.0.0.1', '2', true],
    ['has run out', 'DNS:localhost', '0', true],
  ];
  for (const [what, names, days, isTrusted] of refused) {
    test(`a certificate that ${what} is refused before anything is sent`, async () => {
      const tls = certify('bad', names, days);
      if (days === '0') await Bun.sleep(1100);
      const { url, arrivals, openCount } = await start({ tls });
      const send = createPartnerClient(isTrusted ? { ca } : {});
      expect(await send(post(url), PATIENT_MS)).toEqual({
        failure: expect.stringMatching(/certificate/i),
      });
      await eventually(() => openCount() === 0);
      expect(arrivals).toEqual([]);
    });
  }
});

describe('a handshake', () => {
  test('that never comes fails the call in time and is broken off', async () => {
    const { port, openCount } = await start({});
    const send = createPartnerClient({ connectMsMax: 60 });
    expect(await send(post(`https://localhost:${port}/`), PATIENT_MS)).toEqual({
      failure: 'could not connect in time',
    });
    await eventually(() => openCount() === 0);
  });
});
