import fc from 'fast-check';
import { isOfAnotherLaw, readGppSections } from '../../src/core/openrtb/gpp-sections.ts';
import { readGpp } from '../../src/core/privacy/consent/gpp.ts';
import { readTcf } from '../../src/core/privacy/consent/tcf.ts';
import { readSaleOptOut } from '../../src/core/privacy/consent/us-section.ts';
import { isUnderGdpr } from '../../src/core/privacy/gdpr-rules.ts';
import { bitVector, coreBits, tcString } from './bit-text.ts';

/** Any privacy signal at any of its places, also as nobody should write it: like `regs.ext.gdpr`. */
export type Signal = { readonly place: string; readonly value: unknown };

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

const onlyItem = (value: unknown) =>
  Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value;

/** A string that can be read permits what it consents to. */
export function isConsent({ place, value }: Signal): boolean {
  const text = onlyItem(value);
  if (typeof text !== 'string') return false;
  if (place.endsWith('.consent')) return readTcf(text.trim(), []) !== undefined;
  if (place.endsWith('.gpp')) return readGpp(text, []) !== undefined;
  return place.endsWith('.us_privacy') && readSaleOptOut(text.trim()) !== undefined;
}

/** The others that may show a partner more, as docs/privacy.md lists them: where nothing says that the GDPR applies. */
export function deniesGdpr({ place, value }: Signal): boolean {
  if (place.endsWith('.gdpr')) return [0, '0', false, 'false'].includes(onlyItem(value) as 0);
  if (place.includes('.gpp_sid')) return readGppSections(value).some(isOfAnotherLaw);
  return place.endsWith('.country') && !isUnderGdpr(String(value));
}
