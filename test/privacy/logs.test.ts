import { afterAll, expect, test } from 'bun:test';
import { bidRequest } from '../auction/setup.ts';
import { AMPLE_LIMITS, cleanUp, serve } from '../process.ts';
import { CONTEXT, DEVICE, USER } from './person.ts';

afterAll(cleanUp);

test('no address, id, location or consent string is in any log line, down to debug', async () => {
  const server = await serve(AMPLE_LIMITS, { env: { LOG_LEVEL: 'debug' } });
  const consent = 'consent-string-secret';
  const requests = [
    { regs: { gdpr: 1 }, user: USER },
    { regs: { gdpr: 1 }, user: { ...USER, consent } },
    { regs: { coppa: 1, us_privacy: '1YYN' }, user: USER },
    { user: { ...USER, gender: 'unknown-secret' } },
    { device: { ...DEVICE, devicetype: 99 } },
    { site: { domain: 'https://me:pw-secret@a.b/c;s=id-secret?t=query-secret' } },
    { cur: ['https://a.b/?t=query-secret'] },
    {
      imp: [
        {
          ...bidRequest().imp[0],
          ext: { service_product_search: { price_currency: '?t=secret' } },
        },
      ],
    },
  ].map((changes) => bidRequest({ device: DEVICE, ext: { service: CONTEXT }, ...changes }));
  for (const request of requests) {
    await fetch(`http://127.0.0.1:${server.port}/openrtb2`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
    });
    await fetch(`http://127.0.0.1:${server.port}/openrtb2?t=query-secret`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; x=https://me:pw-secret@a.b/?t=query-secret' },
      body: JSON.stringify(request),
    });
  }
  await server.printed('GDPR_CONSENT_MISSING');
  for (const secret of ['secret', DEVICE.ip, '2001:db8', '-40.7', 'New York']) {
    expect(server.stdout() + server.stderr()).not.toContain(secret);
  }
});
