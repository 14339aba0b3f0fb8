import fc from 'fast-check';
import { bitVector, coreBits, tcString } from './bit-text.ts';
import type { Signal } from './permissive-signals.ts';

/** Any privacy signal at any of its places, also as nobody should write it. */

export const GVL_ID = 5;
/** Of the vendor above to everything. */
export const CONSENT = tcString(coreBits({ vendorConsents: bitVector(9, (id) => id === GVL_ID) }));
const DENIAL = tcString(coreBits({ vendorConsents: bitVector(9, () => false) }));

/** Values that somebody could write, some of a kind that nobody has heard of. */
const ODD = [null, true, false, -1, 0, 1, 2, 99, 0.5, '', '0', '1', 'yes', ' ', [], [1], ['1'], {}];
const STRINGS = {
  consent: [CONSENT, DENIAL, 'nonsense', [CONSENT]],
  gpp: [
    '???',
    `DBABMA~${CONSENT}`,
    `DBABMA~${DENIAL}`,
    `DBABMA~${DENIAL}~X`,
    'DBABLA~BVQqAAAAAmA.QA',
    'DBABLA~CVVZAAAAABCA.YA',
    'DBABBg~BUUAAACA.QA',
    'DBABTA~1YNN',
  ],
  us_privacy: ['1YNN', '1YYN', '1---', ' 1YNN', '1Y', ['1YNN']],
  gpp_sid: [
    [2],
    [7],
    [8],
    [6],
    [5],
    [99],
    ['7'],
    '7',
    '2,7',
    7,
    [28],
    [2, 7],
    [-1, 7],
    ['x'],
    [[2]],
  ],
  country: ['DEU', 'USA', 'UK', 'ZZ', 'GIB', 'us'],
} as const;

export const VALUES_BY_PLACE: Readonly<Record<string, readonly unknown[]>> = {
  'regs.gdpr': ODD,
  'regs.ext.gdpr': ODD,
  'regs.coppa': ODD,
  'regs.ext.coppa': ODD,
  'regs.gpc': ODD,
  'regs.ext.gpc': ODD,
  'device.lmt': ODD,
  'device.dnt': ODD,
  'device.ext.lmt': ODD,
  'device.ext.dnt': ODD,
  'regs.us_privacy': [...STRINGS.us_privacy, ...ODD],
  'regs.ext.us_privacy': [...STRINGS.us_privacy, ...ODD],
  'regs.gpp': [...STRINGS.gpp, ...ODD],
  'regs.ext.gpp': [...STRINGS.gpp, ...ODD],
  'regs.gpp_sid': [...STRINGS.gpp_sid, ...ODD],
  'regs.ext.gpp_sid': [...STRINGS.gpp_sid, ...ODD],
  'user.consent': [...STRINGS.consent, ...ODD],
  'user.ext.consent': [...STRINGS.consent, ...ODD],
  'device.geo.country': STRINGS.country,
  'user.geo.country': STRINGS.country,
};

export const signal: fc.Arbitrary<Signal> = fc
  .constantFrom(...Object.keys(VALUES_BY_PLACE))
  .chain((place) =>
    fc.record({
      place: fc.constant(place),
      value: fc.constantFrom(...(VALUES_BY_PLACE[place] ?? [])),
    }),
  );

const READABLE = {
  gpp: [
    // Under 13.
    'DBABLA~CVVZAAAAABCA.YA',
    `DBABMA~${CONSENT}`,
    `DBABMA~${DENIAL}`,
    'DBABLA~BVQqAAAAAmA.QA',
    'DBABBg~BUUAAACA.QA',
    'DBABTA~1YYN',
  ],
  consent: [CONSENT, DENIAL],
  us_privacy: ['1YNN', '1YYN', '1---'],
} as const;

/** A string of a privacy signal that can be read. */
export const readableText: fc.Arbitrary<{ readonly place: string; readonly value: string }> = fc
  .constantFrom('gpp', 'consent', 'us_privacy')
  .chain((name) =>
    fc.record({
      place: fc
        .constantFrom('', '.ext')
        .map((ext) => `${name === 'consent' ? 'user' : 'regs'}${ext}.${name}`),
      value: fc.constantFrom(...READABLE[name]),
    }),
  );

/** Ways to make a string one that nobody can read. */
export const damage: fc.Arbitrary<(text: string) => unknown> = fc.constantFrom(
  (text: string) => `${text}~X`,
  () => '???',
  (text: string) => [text],
  () => ({}),
  () => 5,
);
