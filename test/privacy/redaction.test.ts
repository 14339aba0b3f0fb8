import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { Segment, SegmentEncoder, TCModel } from '@iabtechlabtcf/core';
import { bidOn } from '../auction/partners.ts';
import { type Market, startMarket } from '../auction/setup.ts';
import { CONTEXT, DEVICE, USER } from './person.ts';
import {
  CHILD,
  COARSE,
  EVERYTHING,
  NETWORK,
  NO_BASIS,
  NO_CONSENT,
  OPTED_OUT,
  type Received,
  summary,
} from './received.ts';

/** What a partner receives for each signal: the whole of a person's data goes in every time. */

const GVL_ID = 123;

let market: Market;
beforeAll(async () => {
  market = await startMarket([(request) => bidOn(request)], { entry: { gvlId: GVL_ID } });
});
afterAll(() => market.stop());

async function seenWith(changes: {
  regs?: object;
  user?: object;
  device?: object;
}): Promise<Received> {
  await market.ask({
    regs: changes.regs,
    user: { ...USER, ...changes.user },
    device: { ...DEVICE, ...changes.device },
    ext: { service: CONTEXT },
  });
  const body: unknown = market.dsps[0]?.received.at(-1)?.body;
  return body as Received;
}

function tcString(change: (model: TCModel) => void): string {
  const model = new TCModel();
  model.cmpId = 10;
  model.cmpVersion = 1;
  model.consentScreen = 1;
  model.consentLanguage = 'EN';
  model.vendorListVersion = 48;
  model.isServiceSpecific = true;
  change(model);
  return SegmentEncoder.encode(model, Segment.CORE);
}

const FULL_CONSENT = tcString((model) => {
  model.purposeConsents.set([1, 2, 3, 4, 7]);
  model.vendorConsents.set(GVL_ID);
  model.specialFeatureOptins.set(1);
});
const NO_LOCATION = tcString((model) => {
  model.purposeConsents.set([1, 2, 3, 4, 7]);
  model.vendorConsents.set(GVL_ID);
});
const OTHER_VENDOR = tcString((model) => {
  model.purposeConsents.set([1, 2, 3, 4, 7]);
  model.vendorConsents.set(GVL_ID + 1);
  model.specialFeatureOptins.set(1);
});

type Row = readonly [string, Parameters<typeof seenWith>[0], typeof EVERYTHING | object];

const ROWS: readonly Row[] = [
  ['no signal at all: everything', {}, EVERYTHING],
  ['GDPR said not to apply: everything', { regs: { gdpr: 0 } }, EVERYTHING],
  ['COPPA', { regs: { coppa: 1 } }, CHILD],
  ['US Privacy, opted out of sale', { regs: { us_privacy: '1YYN' } }, OPTED_OUT],
  ['US Privacy in its old place', { regs: { ext: { us_privacy: '1yyn' } } }, OPTED_OUT],
  ['US Privacy, not opted out', { regs: { us_privacy: '1YNN' } }, EVERYTHING],
  ['US Privacy, not applicable', { regs: { us_privacy: '1---' } }, EVERYTHING],
  [
    'limited ad tracking',
    { device: { lmt: 1 } },
    { ...OPTED_OUT, userData: ['keywords', 'kwarray', 'data'] },
  ],
  ['Global Privacy Control', { regs: { ext: { gpc: '1' } } }, { ...OPTED_OUT, fine: 0 }],
  [
    'GPP usnat without opt-out',
    { regs: { gpp: 'DBABLA~BVQqAAAAAmA.QA', gpp_sid: [7] } },
    EVERYTHING,
  ],
  [
    'GPP usnat v2 with sale opt-out, child and GPC',
    { regs: { gpp: 'DBABLA~CVVZAAAAABCA.YA', gpp_sid: [7] } },
    CHILD,
  ],
  [
    'GPP California, sale and sharing',
    { regs: { gpp: 'DBABBg~BUUAAACA.QA', gpp_sid: [8] } },
    { ...OPTED_OUT, fine: 0 },
  ],
  ['a GPP section nobody named', { regs: { gpp: 'DBABBg~BUUAAACA.QA', gpp_sid: [7] } }, CHILD],
  ['GPP that cannot be read', { regs: { gpp: '???', gpp_sid: [7] } }, CHILD],
  ['a GPP section of the future', { regs: { gpp: 'DBABLA~BVQqAAAAAmA.QA', gpp_sid: [24] } }, CHILD],
  ['GDPR without consent', { regs: { gdpr: 1 } }, NO_CONSENT],
  ['GDPR in its old place without consent', { regs: { ext: { gdpr: 1 } } }, NO_CONSENT],
  [
    'GDPR with an unreadable consent',
    { regs: { gdpr: 1 }, user: { consent: 'nonsense' } },
    NO_CONSENT,
  ],
  [
    'a country of the EEA and no word on GDPR',
    { device: { geo: { ...DEVICE.geo, country: 'DEU' } } },
    NO_CONSENT,
  ],
  ['GDPR with full consent', { regs: { gdpr: 1 }, user: { consent: FULL_CONSENT } }, EVERYTHING],
  [
    'consent in its old place',
    { regs: { gdpr: 1 }, user: { ext: { consent: FULL_CONSENT } } },
    EVERYTHING,
  ],
  [
    'consent without precise location',
    { regs: { gdpr: 1 }, user: { consent: NO_LOCATION } },
    { ...EVERYTHING, ...NETWORK, ...COARSE },
  ],
  ['consent for another vendor', { regs: { gdpr: 1 }, user: { consent: OTHER_VENDOR } }, NO_BASIS],
  [
    'GDPR beside GPP that does not name it',
    { regs: { gdpr: 1, gpp: 'DBABLA~BVQqAAAAAmA.QA', gpp_sid: [7] } },
    NO_CONSENT,
  ],
  ['GDPR beside a section that nobody knows', { regs: { gdpr: 1, gpp_sid: [99] } }, CHILD],
  ['GDPR denied at the place of OpenRTB 2.6', { regs: { gdpr: 0, ext: { gdpr: 1 } } }, NO_CONSENT],
  ['the EU named in the older place', { regs: { gpp_sid: [], ext: { gpp_sid: [2] } } }, NO_CONSENT],
  ['a section that nobody knows', { regs: { gpp_sid: [99] } }, CHILD],
  ['the first section without a number', { regs: { gpp_sid: [28] } }, CHILD],
  ['a section as a text', { regs: { gpp_sid: '7' } }, CHILD],
  ['a section as a text in a list', { regs: { gpp_sid: ['7'] } }, CHILD],
  ['a section as a number', { regs: { gpp_sid: 7 } }, CHILD],
  [
    'a section in the older place, behind an empty list',
    { regs: { gpp_sid: [], ext: { gpp_sid: [7] } } },
    CHILD,
  ],
  [
    'a section in the older place, behind "not applicable"',
    { regs: { gpp_sid: [-1, 0], ext: { gpp_sid: [7] } } },
    CHILD,
  ],
  ['no section at all', { regs: { gpp_sid: [-1, 0] } }, EVERYTHING],
  [
    'US Privacy, opted out in its old place only',
    { regs: { us_privacy: '1YNN', ext: { us_privacy: '1YYN' } } },
    OPTED_OUT,
  ],
  [
    'Do Not Track',
    { device: { dnt: 1 } },
    { ...OPTED_OUT, userData: ['keywords', 'kwarray', 'data'] },
  ],
  ...['UK', 'REU', 'GLP', 'GUF', 'MTQ', 'MYT', 'MAF', 'ALA', 'GIB', 'JEY', 'GGY', 'IMN', 'IC'].map(
    (country): Row => [
      `${country} and no word on GDPR`,
      { device: { geo: { ...DEVICE.geo, country } } },
      NO_CONSENT,
    ],
  ),
];

describe('what a partner receives', () => {
  for (const [name, changes, expected] of ROWS) {
    test(name, async () => {
      expect(summary(await seenWith(changes))).toEqual(expected as typeof EVERYTHING);
    });
  }

  test('the signals themselves always pass on', async () => {
    const received = await seenWith({
      regs: { gdpr: 1, coppa: 1, us_privacy: '1YYN', gpp: 'x', gpp_sid: [2] },
      user: { consent: NO_LOCATION },
    });
    expect(received.regs).toEqual({
      gdpr: 1,
      coppa: 1,
      us_privacy: '1YYN',
      gpp: 'x',
      gpp_sid: [2],
    });
    expect(received.user?.consent).toBe(NO_LOCATION);
  });
});

test('what is no IP address goes to nobody, whatever the partner may see (ruling 79)', async () => {
  const { device } = await seenWith({ device: { ip: 'jane doe', ipv6: 'jane@a.example' } });
  expect(device).toMatchObject({ ua: DEVICE.ua, ifa: DEVICE.ifa });
  expect(device).not.toHaveProperty('ip');
  expect(device).not.toHaveProperty('ipv6');
  const { device: half } = await seenWith({ device: { ip: DEVICE.ip, ipv6: 7 } });
  expect(half).toHaveProperty('ip', DEVICE.ip);
  expect(half).not.toHaveProperty('ipv6');
});

test('two partners with different rights in one auction each get their own view', async () => {
  const both = await startMarket([(request) => bidOn(request), (request) => bidOn(request)], {
    entries: [{ gvlId: GVL_ID }, { gvlId: GVL_ID + 1 }],
  });
  await both.ask({ regs: { gdpr: 1 }, user: { ...USER, consent: FULL_CONSENT }, device: DEVICE });
  const [consented, other] = both.dsps.map(
    ({ received }) => received.at(-1)?.body as unknown as Received,
  );
  expect(consented?.user?.id).toBe(USER.id);
  expect(other?.user?.id).toBeUndefined();
  expect(other?.device.ip).toBe(NETWORK.ip);
  await both.stop();
});

describe('partners that need consent', () => {
  test('are not asked without it, and the explanation says why', async () => {
    const strict = await startMarket([(request) => bidOn(request)], {
      entry: { gvlId: GVL_ID, needsConsent: true },
    });
    await strict.ask({ id: 'without', regs: { gdpr: 1 } });
    await strict.ask({ id: 'other', regs: { gdpr: 1 }, user: { consent: OTHER_VENDOR } });
    expect(strict.dsps[0]?.received).toEqual([]);
    const [partner] = (await strict.explain('without')).partners;
    expect(partner).toMatchObject({
      answer: 'skipped',
      reason: 'no-consent',
      withheld: { call: 'GDPR: this partner needs consent' },
    });
    expect((await strict.ask({ regs: { gdpr: 1 }, user: { consent: FULL_CONSENT } })).status).toBe(
      200,
    );
    await strict.stop();
  });
});

describe('what is kept', () => {
  /** An error that quotes a part of the request. */
  const quoting = (part: 'user' | 'device' | 'regs') => (request: object) =>
    Response.json({ part: (request as Received)[part] ?? {} }, { status: 400 });

  test('no address, id or consent string is in an explanation, under any signal, though partners quote them', async () => {
    // Of one exchange only so many auctions a second are remembered.
    const fresh = await startMarket(
      [(request) => bidOn(request), quoting('user'), quoting('device'), quoting('regs')],
      { entry: { gvlId: GVL_ID } },
    );
    for (const [, changes] of ROWS) {
      const id = crypto.randomUUID();
      await fresh.ask({
        id,
        regs: changes.regs,
        user: { ...USER, consent: FULL_CONSENT, ...changes.user },
        device: { ...DEVICE, ...changes.device },
        ext: { service: CONTEXT },
      });
      const kept = JSON.stringify(await fresh.explain(id));
      expect(kept.match(/"body":"\{\\"part/g)).toHaveLength(3);
      for (const secret of [
        'secret',
        DEVICE.ip,
        '2001:db8',
        FULL_CONSENT,
        '-40.7',
        '-73.9',
        '-33.8',
        'New York',
        ...'h1 h2 h3 h4 h5 h6'.split(' ').map((hash) => `"${hash}"`),
      ]) {
        expect(kept).not.toContain(secret);
      }
    }
    await fresh.stop();
  });
});
