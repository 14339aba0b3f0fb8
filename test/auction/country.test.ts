import { afterEach, expect, test } from 'bun:test';
import { bidOn } from './partners.ts';
import { type Market, startMarket } from './setup.ts';

/** Public addresses of well-known name servers: one in the United States, one in Germany. */
const US_ADDRESS = '8.8.8.8';
const GERMAN_ADDRESS = '194.25.0.60';

let market: Market | undefined;
afterEach(() => market?.stop());

type Sent = {
  readonly device: { readonly ip: string; readonly geo?: { readonly country?: string } };
};

async function sentWith(device: object, regs: object = {}): Promise<Sent> {
  market = await startMarket([(request) => bidOn(request)]);
  await market.ask({ device, regs });
  return market.dsps[0]?.received.at(-1)?.body as unknown as Sent;
}

test('a partner gets the country of the address where the request names none (ruling 48)', async () => {
  expect((await sentWith({ ip: US_ADDRESS })).device.geo?.country).toBe('USA');
});

test('a country that the request names wins over that of the address', async () => {
  const { device } = await sentWith({ ip: US_ADDRESS, geo: { country: 'CAN' } });
  expect(device.geo?.country).toBe('CAN');
});

test('an address in the EEA makes the GDPR apply where no signal says so', async () => {
  expect((await sentWith({ ip: GERMAN_ADDRESS })).device.ip).toBe('194.25.0.0');
});

test('and gdpr 0 wins over the address', async () => {
  expect((await sentWith({ ip: GERMAN_ADDRESS }, { gdpr: 0 })).device.ip).toBe(GERMAN_ADDRESS);
});
