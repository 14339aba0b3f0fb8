import { hasBasis } from './consent/basis.ts';
import { readGpp } from './consent/gpp.ts';
import { readTcf, type TcfConsent } from './consent/tcf.ts';
import { isInEea } from './eea.ts';
import type { Restriction, Ruling } from './restriction.ts';
import type { Signals } from './signals.ts';

/** The GDPR's restrictions for each partner. Consent is given per vendor. */

/** The properties of a partner that the consent rules need. */
export type Standing = {
  /** Its number in the Global Vendor List. */
  readonly gvlId: number | undefined;
  /** The partner is not asked if it has no legal basis. Other partners are asked without personal data. */
  readonly needsConsent: boolean;
};

const TCF_SECTION = 2;
const BASIC_ADS = 2;
/** The purposes that need an identity. A basis for one of them allows identifiers. */
const IDENTIFYING_PURPOSES = [2, 3, 4, 5, 6, 7, 8, 9, 10];

const NOTHING_PERSONAL: Partial<Restriction> = {
  ids: 1,
  userData: 2,
  address: 1,
  geo: 2,
  audience: 1,
};
const NO_IDENTITY: Partial<Restriction> = { ids: 1, userData: 2 };
const NO_PRECISE_GEO: Partial<Restriction> = { address: 1, geo: 1 };

/** The list of GPP sections decides, if there is one; otherwise `gdpr`; otherwise the country. */
export function gdprApplies({ gppSections, gdpr, country }: Signals): boolean {
  if (gppSections.length > 0) return gppSections.includes(TCF_SECTION);
  return gdpr === undefined ? isInEea(country) : gdpr === 1;
}

/** Reads the consent string once, for all vendors of the auction. */
export function readConsent(
  signals: Signals,
  vendorIds: readonly number[],
): TcfConsent | undefined {
  const { gpp, consent } = signals;
  const inGpp = gpp === undefined ? undefined : readGpp(gpp, [TCF_SECTION])?.sections[0]?.text;
  const text = inGpp ?? consent;
  return text === undefined ? undefined : readTcf(text, vendorIds);
}

export function gdprRulings(
  consent: TcfConsent | undefined,
  { gvlId, needsConsent }: Standing,
): readonly Ruling[] {
  if (consent === undefined) {
    return [
      { rule: 'GDPR: no readable consent', restriction: NOTHING_PERSONAL },
      ...(needsConsent ? [NOT_ASKED] : []),
    ];
  }
  const isDisclosed = consent.vendors.find(({ id }) => id === gvlId)?.disclosed !== false;
  const allows = (purpose: number) =>
    gvlId !== undefined && isDisclosed && hasBasis(consent, gvlId, purpose);
  const isIdentityAllowed = IDENTIFYING_PURPOSES.some(allows);
  return [
    ...(isIdentityAllowed
      ? []
      : [{ rule: 'GDPR: no basis for this vendor', restriction: NO_IDENTITY }]),
    ...(consent.specialFeature1 && isIdentityAllowed
      ? []
      : [{ rule: 'GDPR: no precise location', restriction: NO_PRECISE_GEO }]),
    ...(needsConsent && !allows(BASIC_ADS) ? [NOT_ASKED] : []),
  ];
}

const NOT_ASKED: Ruling = { rule: 'GDPR: this partner needs consent', restriction: { call: 1 } };
