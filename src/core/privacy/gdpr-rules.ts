import { EUROPEAN_ECONOMIC_AREA, EUROPEAN_UNION, findCountry } from '../../lib/countries.ts';
import { isOfAnotherLaw, TCF_EU_SECTION } from '../openrtb/gpp-sections.ts';
import type { Signals, SignalText } from '../openrtb/privacy-signals.ts';
import { readGpps, sectionsOf } from './consent/gpp.ts';
import { hasBasis, readTcf, type TcfConsent } from './consent/tcf.ts';
import type { Ruling } from './restriction.ts';

/** The GDPR's restrictions for each partner. Consent is given per vendor. */

/** The properties of a partner that the consent rules need. */
export type ConsentProfile = {
  /** Its number in the Global Vendor List. */
  readonly gvlId: number | undefined;
  /** The partner is not asked if it has no legal basis. Other partners are asked without personal data. */
  readonly needsConsent: boolean;
};

const BASIC_ADS = 2;
/** The purposes that need an identity. A basis for one of them allows identifiers. */
const IDENTIFYING_PURPOSES = [2, 3, 4, 5, 6, 7, 8, 9, 10];

const NO_CONSENT: Ruling = {
  rule: 'GDPR: no readable consent',
  restriction: { ids: 1, userData: 2, address: 1, geo: 2, audience: 1 },
};
const NO_IDENTITY: Ruling = {
  rule: 'GDPR: no basis for this vendor',
  restriction: { ids: 1, userData: 2 },
};
const NO_PRECISE_GEO: Ruling = {
  rule: 'GDPR: no precise location',
  restriction: { address: 1, geo: 1 },
};
const NOT_ASKED: Ruling = { rule: 'GDPR: this partner needs consent', restriction: { call: 1 } };

/** Ruling 61: what says that it applies is believed; then `gdpr: 0`, then sections of other laws, then the country. */
export function gdprApplies({ gppSections, gdpr, country }: Signals): boolean {
  if (gdpr === 1 || gppSections.includes(TCF_EU_SECTION)) return true;
  if (gdpr === 0 || gppSections.some(isOfAnotherLaw)) return false;
  return isUnderGdpr(country);
}

/** The United Kingdom, Gibraltar and the Crown Dependencies. */
const BRITISH = 'GBR GIB JEY GGY IMN'.split(' ');

const UNDER_GDPR: ReadonlySet<string> = new Set([...EUROPEAN_ECONOMIC_AREA, ...BRITISH]);

/** Whether the GDPR, or the local version of it, protects people there (ruling 64). Takes any usual code. */
export function isUnderGdpr(country: string | undefined): boolean {
  if (country === undefined) return false;
  return country === EUROPEAN_UNION || UNDER_GDPR.has(findCountry(country) ?? '');
}

/** A consent string for all vendors of the auction; undefined if it cannot be read. */
export type Consent = TcfConsent | undefined;

const UNREADABLE: readonly Consent[] = [undefined];

/**
 * The consent strings of the request. Most have one. Of several, each has to allow what a partner gets. A GPP string
 * that cannot be read could deny it, and so could the section that `gpp_sid` names and the GPP string lacks: both are
 * a consent that cannot be read (ruling 62). Without any GPP string, `user.consent` is the section that is named.
 */
export function readConsents(
  { gpps, gppSections, consents }: Signals,
  vendorIds: readonly number[],
): readonly Consent[] {
  const read = (text: SignalText) => (text === undefined ? undefined : readTcf(text, vendorIds));
  if (gpps.length === 0) return consents.map(read);
  const strings = readGpps(gpps, [TCF_EU_SECTION]);
  const inGpp = sectionsOf(TCF_EU_SECTION, strings);
  const isLacking = inGpp.length === 0 && gppSections.includes(TCF_EU_SECTION);
  if (isLacking || strings.includes(undefined)) return UNREADABLE;
  return Array.from(new Set([...inGpp.map(({ text }) => text), ...consents]), read);
}

export function gdprRulings(
  consents: readonly Consent[],
  profile: ConsentProfile,
): readonly Ruling[] {
  if (consents.length === 0) return rulingsOf(undefined, profile);
  return consents.flatMap((consent) => rulingsOf(consent, profile));
}

function rulingsOf(consent: Consent, { gvlId, needsConsent }: ConsentProfile): readonly Ruling[] {
  if (consent === undefined) return needsConsent ? [NO_CONSENT, NOT_ASKED] : [NO_CONSENT];
  const isDisclosed = consent.vendors.find(({ id }) => id === gvlId)?.disclosed !== false;
  const allows = (purpose: number) =>
    gvlId !== undefined && isDisclosed && hasBasis(consent, gvlId, purpose);
  const isIdentityAllowed = IDENTIFYING_PURPOSES.some(allows);
  const rulings: Ruling[] = [];
  if (!isIdentityAllowed) rulings.push(NO_IDENTITY);
  if (!isIdentityAllowed || !consent.specialFeature1) rulings.push(NO_PRECISE_GEO);
  if (needsConsent && !allows(BASIC_ADS)) rulings.push(NOT_ASKED);
  return rulings;
}
