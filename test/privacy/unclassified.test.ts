import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { bidOn } from '../auction/partners.ts';
import { type Market, startMarket } from '../auction/setup.ts';
import { CONTEXT, DEVICE } from './person.ts';

let market: Market;
beforeAll(async () => {
  market = await startMarket([(request) => bidOn(request)]);
});
afterAll(() => market.stop());

describe('fields that nobody classified', () => {
  const UNCLASSIFIED = {
    site: {
      domain: 'chat.example',
      ext: { visitor: 'secret' },
      page: 'https://me:secret@chat.example/a;jsessionid=secret?u=secret#secret',
    },
    device: { ...DEVICE, ext: { ifv: 'secret' }, fingerprint: 'secret' },
    user: { ext: { uid2: 'secret' }, shoeSize: 'secret' },
    ext: { service: { ...CONTEXT, mood: 'secret' }, session: 'secret' },
    vendor: { id: 'secret' },
  };
  const receive = async (regs: object) => {
    await market.ask({ ...UNCLASSIFIED, regs });
    return JSON.stringify(market.dsps[0]?.received.at(-1)?.body);
  };

  const SIGNALS = {
    COPPA: { coppa: 1 },
    'GDPR without consent': { gdpr: 1 },
    'a US opt-out': { us_privacy: '1YYN' },
  };
  for (const [signal, regs] of Object.entries(SIGNALS)) {
    test(`are withheld under ${signal} (ruling 47)`, async () => {
      const received = await receive(regs);
      expect(received.replaceAll('interest-secret', '')).not.toContain('secret');
      expect(received).toContain('"page":"https://chat.example/a"');
    });
  }

  test('a page that is no URL of the web is withheld', async () => {
    for (const page of [
      'chat.example/secret',
      'data:text/plain,secret',
      'app://secret',
      5,
      ['secret'],
    ]) {
      await market.ask({ site: { page, name: 'n' }, regs: { coppa: 1 } });
      expect(market.dsps[0]?.received.at(-1)?.body.site).toEqual({ name: 'n' });
    }
  });

  test('are passed on where nothing restricts (ruling 26)', async () => {
    expect(await receive({})).toContain('"uid2":"secret"');
  });
});
