import { afterAll, expect, test } from 'bun:test';
import type { Log } from '../../src/lib/log.ts';
import { bidRequest } from '../auction/setup.ts';
import { eventually } from '../eventually.ts';
import { startTestServer } from '../server.ts';
import { CONTEXT, DEVICE, USER } from './person.ts';

const lines: string[] = [];
const note = (facts: object, message: string) => {
  const error = Object.values(facts).find((fact) => fact instanceof Error);
  lines.push(`${message} ${JSON.stringify(facts)} ${error?.stack ?? ''}`);
};
const log: Log = { debug: note, info: note, warn: note, error: note };
const server = await startTestServer({}, Date.now, log);
afterAll(() => server.stop(0));

test('no address, id, location or consent string is in any log line, down to debug', async () => {
  const consent = 'consent-string-secret';
  const [imp] = bidRequest().imp;
  const requests = [
    { regs: { gdpr: 1 }, user: USER },
    { regs: { gdpr: 1 }, user: { ...USER, consent } },
    { regs: { coppa: 1, us_privacy: '1YYN' }, user: USER },
    { user: { ...USER, gender: 'unknown-secret' } },
    { device: { ...DEVICE, devicetype: 99 } },
    { site: { domain: 'https://me:pw-secret@a.b/c;s=id-secret?t=query-secret' } },
    { cur: ['https://a.b/?t=query-secret'] },
    { imp: [{ ...imp, ext: { service_product_search: { price_currency: '?t=secret' } } }] },
  ].map((changes) => bidRequest({ device: DEVICE, ext: { service: CONTEXT }, ...changes }));
  for (const request of requests) {
    for (const [query, type] of [
      ['', 'application/json'],
      ['?t=query-secret', 'text/plain; x=https://me:pw-secret@a.b/?t=query-secret'],
    ] as const) {
      await fetch(`${server.url}/openrtb2${query}`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: JSON.stringify(request),
      });
    }
  }
  await eventually(() => lines.join().includes('GDPR_CONSENT_MISSING'));
  for (const secret of ['secret', DEVICE.ip, '2001:db8', '-40.7', 'New York']) {
    expect(lines.join('\n')).not.toContain(secret);
  }
});
