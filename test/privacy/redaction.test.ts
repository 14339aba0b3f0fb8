import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { Segment, SegmentEncoder, TCModel } from '@iabtechlabtcf/core';
import { bidOn } from '../auction/partners.ts';
import { type Market, startMarket } from '../auction/setup.ts';
import { CONTEXT, DEVICE, USER } from './person.ts';

/**
 * What a partner receives under each law and signal: the whole of a person's data goes in every time. That no other
 * signal or combination shows more is in test/properties/privacy-law.
 */

const GVL_ID = 123;

let market: Market;
beforeAll(async () => {
  market = await startMarket([(request) => bidOn(request), (request) => bidOn(request)], {
    entries: [{ gvlId: GVL_ID }, { gvlId: GVL_ID, needsConsent: true }],
  });
});
afterAll(() => market.stop());

type Changes = { readonly regs?: object; readonly user?: object; readonly device?: object };
type Fields = Readonly<Record<string, unknown>>;
type Received = {
  readonly device: Fields & { readonly geo: Fields };
  readonly user?: Fields & { readonly geo?: Fields };
  readonly regs?: Fields;
  readonly ext: { readonly service: Fields };
};

const bodyWith = ({ regs, user, device }: Changes) => ({
  regs,
  user: { ...USER, ...user },
  device: { ...DEVICE, ...device },
  ext: { service: CONTEXT },
});

async function seenWith(changes: Changes): Promise<Received> {
  await market.ask(bodyWith(changes));
  const body: unknown = market.dsps[0]?.received.at(-1)?.body;
  return body as Received;
}

const IDS = ['id', 'buyeruid', 'customdata', 'eids'];
const DEVICE_IDS = ['ifa', 'didsha1', 'didmd5', 'dpidsha1', 'dpidmd5', 'macsha1', 'macmd5'];
const USER_DATA = ['yob', 'gender', 'keywords', 'kwarray', 'data'];

/** What was received, in short. */
function summary({ device, user = {}, ext }: Received) {
  const present = (value: Fields, names: readonly string[]) =>
    names.filter((name) => value[name] !== undefined);
  const { geo } = device;
  return {
    ids: present(user, IDS).length + present(device, DEVICE_IDS).length + ('ext' in user ? 1 : 0),
    userData: present(user, USER_DATA),
    ip: device.ip,
    ipv6: device.ipv6,
    lat: geo.lat,
    lon: geo.lon,
    userLat: user.geo?.lat,
    fine: present(geo, ['city', 'metro', 'zip', 'accuracy', 'ipservice']).length,
    audience: ext.service.audience !== undefined,
  };
}

const EVERYTHING = {
  ids: IDS.length + DEVICE_IDS.length,
  userData: USER_DATA,
  ip: DEVICE.ip,
  ipv6: DEVICE.ipv6,
  lat: -40.748817,
  lon: -73.985428,
  userLat: -33.868821,
  fine: 5,
  audience: true,
};
const COARSE = {
  ...{ ip: '203.0.113.0', ipv6: '2001:db8:1234:5600::' },
  ...{ lat: -40.75, lon: -73.99, userLat: -33.87 },
};
const OPTED_OUT = { ...EVERYTHING, ...COARSE, ids: 0, userData: [] as string[] };
const UNTRACKED = { ...OPTED_OUT, userData: ['keywords', 'kwarray', 'data'] };
const NO_CONSENT = { ...OPTED_OUT, fine: 0, audience: false };
const NOWHERE = { lat: undefined, lon: undefined, userLat: undefined };
const CHILD = { ...NO_CONSENT, ...NOWHERE };

function tcString(vendor: number, ...specialFeatures: readonly number[]): string {
  const model = new TCModel();
  Object.assign(model, { cmpId: 10, cmpVersion: 1, consentScreen: 1, consentLanguage: 'EN' });
  Object.assign(model, { vendorListVersion: 48, isServiceSpecific: true });
  model.purposeConsents.set([1, 2, 3, 4, 7]);
  model.vendorConsents.set(vendor);
  model.specialFeatureOptins.set([...specialFeatures]);
  return SegmentEncoder.encode(model, Segment.CORE);
}

const FULL_CONSENT = tcString(GVL_ID, 1);
const NO_LOCATION = tcString(GVL_ID);
const OTHER_VENDOR = tcString(GVL_ID + 1, 1);

const inCountry = (country: string) => ({ device: { geo: { ...DEVICE.geo, country } } });
const gpp = (text: string, ...sections: readonly unknown[]) => ({
  regs: { gpp: text, gpp_sid: sections },
});
const PERMITTING = 'DBABLA~BVQqAAAAAmA.QA';
const CALIFORNIA = 'DBABBg~BUUAAACA.QA';

const ROWS: readonly (readonly [string, Changes, object])[] = [
  ['no signal at all: everything', {}, EVERYTHING],
  ['GDPR said not to apply: everything', { regs: { gdpr: 0 } }, EVERYTHING],
  ['COPPA', { regs: { coppa: 1 } }, CHILD],
  ['US Privacy, opted out of sale', { regs: { us_privacy: '1YYN' } }, OPTED_OUT],
  ['US Privacy in its old place', { regs: { ext: { us_privacy: '1yyn' } } }, OPTED_OUT],
  ['US Privacy, not opted out', { regs: { us_privacy: '1YNN' } }, EVERYTHING],
  ['limited ad tracking', { device: { lmt: 1 } }, UNTRACKED],
  ['Do Not Track', { device: { dnt: 1 } }, UNTRACKED],
  ['Global Privacy Control', { regs: { ext: { gpc: '1' } } }, { ...OPTED_OUT, fine: 0 }],
  ['GPP usnat without opt-out', gpp(PERMITTING, 7), EVERYTHING],
  ['GPP usnat with sale opt-out, child and GPC', gpp('DBABLA~CVVZAAAAABCA.YA', 7), CHILD],
  ['GPP California, sale and sharing', gpp(CALIFORNIA, 8), { ...OPTED_OUT, fine: 0 }],
  ['a GPP section that no string has', gpp(CALIFORNIA, 7), CHILD],
  ['GPP that cannot be read', gpp('???', 7), CHILD],
  ['a GPP section of the future', gpp(PERMITTING, 24), CHILD],
  ['GDPR without consent', { regs: { gdpr: 1 } }, NO_CONSENT],
  ['GDPR with an unreadable consent', { regs: { gdpr: 1 }, user: { consent: 'x' } }, NO_CONSENT],
  ['a country of the EEA and no word on GDPR', inCountry('DEU'), NO_CONSENT],
  ['GDPR with full consent', { regs: { gdpr: 1 }, user: { consent: FULL_CONSENT } }, EVERYTHING],
  [
    'consent without precise location',
    { regs: { gdpr: 1 }, user: { consent: NO_LOCATION } },
    { ...EVERYTHING, ...COARSE },
  ],
  ['consent for another vendor', { regs: { gdpr: 1 }, user: { consent: OTHER_VENDOR } }, OPTED_OUT],
  ['GDPR beside GPP without it', { regs: { gdpr: 1, ...gpp(PERMITTING, 7).regs } }, NO_CONSENT],
  ['GDPR beside a section that nobody knows', { regs: { gdpr: 1, gpp_sid: [99] } }, CHILD],
  ['GDPR denied at one of its places', { regs: { gdpr: 0, ext: { gdpr: 1 } } }, NO_CONSENT],
  ['the EU named in the older place', { regs: { ext: { gpp_sid: [2] } } }, NO_CONSENT],
  ['a section in the older place', { regs: { gpp_sid: [-1, 0], ext: { gpp_sid: [7] } } }, CHILD],
];

describe('what a partner receives', () => {
  test.each(ROWS)('%s', async (_, changes, expected) => {
    expect(summary(await seenWith(changes))).toEqual(expected as typeof EVERYTHING);
  });

  test('the country of the address, and the GDPR where that is in the EEA, unless they are told (ruling 48)', async () => {
    const { country: _, ...geo } = DEVICE.geo;
    const german = { ip: '194.25.0.60', geo };
    const device = async (changes: object, regs?: object) =>
      (await seenWith({ device: changes, ...(regs && { regs }) })).device;
    expect((await device({ ip: '8.8.8.8', geo })).geo.country).toBe('USA');
    expect((await device({ ip: '8.8.8.8', geo: { country: 'CAN' } })).geo.country).toBe('CAN');
    expect((await device(german)).ip).toBe('194.25.0.0');
    expect((await device(german, { gdpr: 0 })).ip).toBe(german.ip);
  });

  test('the signals themselves, always', async () => {
    const regs = { gdpr: 1, coppa: 1, us_privacy: '1YYN', gpp: 'x', gpp_sid: [2] };
    const received = await seenWith({ regs, user: { consent: NO_LOCATION } });
    expect(received.regs).toEqual(regs);
    expect(received.user?.consent).toBe(NO_LOCATION);
  });

  test('no text that is no IP address, whatever the partner may see (ruling 79)', async () => {
    const { device } = await seenWith({ device: { ip: 'jane doe', ipv6: 7 } });
    expect(device).toMatchObject({ ua: DEVICE.ua, ifa: DEVICE.ifa });
    expect(device).not.toHaveProperty('ip');
    expect(device).not.toHaveProperty('ipv6');
  });

  test('of a page its host and path alone, and nothing of what is no URL of the web (ruling 47)', async () => {
    const siteWith = async (page: unknown) => {
      await market.ask({ site: { page, name: 'n' }, regs: { coppa: 1 } });
      return market.dsps[0]?.received.at(-1)?.body.site;
    };
    const page = 'https://me:secret@chat.example/a;jsessionid=secret?u=secret#secret';
    expect(await siteWith(page)).toEqual({ name: 'n', page: 'https://chat.example/a' });
    for (const none of ['chat.example/secret', 'data:text/plain,x', 'app://secret', 5, ['x']]) {
      expect(await siteWith(none)).toEqual({ name: 'n' });
    }
  });
});

test('a partner that needs consent is not asked without it, and the explanation says why', async () => {
  const asked = async (id: string, consent?: string) => {
    const before = market.dsps[1]?.received.length ?? 0;
    await market.ask({ id, regs: { gdpr: 1 }, user: { consent } });
    return (market.dsps[1]?.received.length ?? 0) - before;
  };
  expect(await asked('without')).toBe(0);
  expect(await asked('other', OTHER_VENDOR)).toBe(0);
  expect(await asked('with', FULL_CONSENT)).toBe(1);
  expect((await market.explain('without')).partners[1]).toMatchObject({
    answer: 'skipped',
    reason: 'no-consent',
    withheld: { call: 'GDPR: this partner needs consent' },
  });
});

test('no address, id or consent string is in an explanation, under any signal, though partners quote them', async () => {
  let nowMs = Date.now();
  const quoting = (part: 'user' | 'device' | 'regs') => (request: object) =>
    Response.json({ part: (request as Received)[part] ?? {} }, { status: 400 });
  const fresh = await startMarket(
    [(request) => bidOn(request), quoting('user'), quoting('device'), quoting('regs')],
    { entry: { gvlId: GVL_ID }, nowMs: () => nowMs },
  );
  for (const [, changes] of ROWS) {
    // Of one second only some auctions are remembered.
    nowMs += 2000;
    const id = crypto.randomUUID();
    const user = { consent: FULL_CONSENT, ...changes.user };
    await fresh.ask({ id, ...bodyWith({ ...changes, user }) });
    const kept = JSON.stringify(await fresh.explain(id));
    expect(kept).not.toContain('"body"');
    for (const secret of [
      ...['secret', DEVICE.ip, '2001:db8', FULL_CONSENT, '-40.7', '-73.9', '-33.8', 'New York'],
      ...'h1 h2 h3 h4 h5 h6'.split(' ').map((hash) => `"${hash}"`),
    ]) {
      expect(kept).not.toContain(secret);
    }
  }
  await fresh.stop();
});
