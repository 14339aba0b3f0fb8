import { afterAll, afterEach, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../../../../test/eventually.ts';
import { certify } from '../../../../test/http/certificate.ts';
import { PATIENT_MS } from '../../../../test/patience.ts';
import { cleanUp, temporaryFolder } from '../../../../test/process.ts';
import {
  post,
  startScriptedPartner as start,
  stopScriptedPartners,
} from '../../../../test/scripted-partner.ts';
import { letTimeRun } from '../../../../test/stopped-time.ts';
import { createPartnerClient } from './partner-client.ts';

afterEach(letTimeRun);
afterEach(stopScriptedPartners);
afterAll(cleanUp);

const folder = temporaryFolder();

/** A certificate for this name, which is its own authority. */
function certified(file: string, name: string) {
  certify(folder, file, name);
  const read = (suffix: string) => readFileSync(join(folder, `${file}.${suffix}`), 'utf8');
  const cert = read('pem');
  return { tls: { key: read('key'), cert }, ca: cert };
}

describe('over TLS', () => {
  test('a checked address is connected to under the name that the certificate is for', async () => {
    const { tls, ca } = certified('checked', 'DNS:localhost');
    const { url, arrivals } = await start({ tls });
    const send = createPartnerClient({ ca, isAllowed: (address) => address === '127.0.0.1' });
    expect(await send(post(url, 'x'), PATIENT_MS)).toEqual({ status: 200, text: 'x' });
    expect(arrivals[0]?.head).toContain('host: localhost:');
  });

  test('a checked address does not make up for a certificate for another name', async () => {
    const { tls, ca } = certified('unchecked', 'IP:127.0.0.1');
    const { url, arrivals } = await start({ tls });
    const send = createPartnerClient({ ca, isAllowed: () => true });
    expect(await send(post(url, 'x'), PATIENT_MS)).toEqual({
      failure: expect.stringMatching(/certificate/i),
    });
    expect(arrivals).toEqual([]);
  });

  const refused: readonly [string, string, boolean][] = [
    ['nobody known signed', 'DNS:localhost', false],
    ['is for another name', 'DNS:other.example', true],
    ['is for an address instead of the name', 'IP:127.0.0.1', true],
  ];
  for (const [what, name, isTrusted] of refused) {
    test(`a certificate that ${what} is refused before anything is sent`, async () => {
      const { tls, ca } = certified('bad', name);
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
