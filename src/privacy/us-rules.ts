import { type GppSection, readGpp } from './consent/gpp.ts';
import { readUsPrivacy } from './consent/us-privacy.ts';
import type { UsSignals } from './consent/us-signals.ts';
import type { Restriction, Ruling } from './restriction.ts';
import type { Signals } from './signals.ts';

/** The restrictions of US law, from the US Privacy string and the US sections of GPP. */

const FIRST_US_SECTION = 7;
const LAST_US_SECTION = 27;
const US_PRIVACY_SECTION = 6;

const SALE_OPT_OUT: Partial<Restriction> = { ids: 1, userData: 2, address: 1, geo: 1 };
const STATE_OPT_OUT: Partial<Restriction> = { ids: 1, userData: 2, address: 1, geo: 2 };
const NO_PRECISE_GEO: Partial<Restriction> = { address: 1, geo: 2 };
export const CHILD: Partial<Restriction> = { ids: 1, userData: 2, address: 1, geo: 3, audience: 1 };

export function usRulings(signals: Signals): readonly Ruling[] {
  const { gpp, gppSections, usPrivacy, globalPrivacyControl } = signals;
  const rulings: Ruling[] = [];
  if (globalPrivacyControl)
    rulings.push({ rule: 'Global Privacy Control', restriction: STATE_OPT_OUT });
  const named = gppSections.filter(
    (id) => id === US_PRIVACY_SECTION || (id >= FIRST_US_SECTION && id <= LAST_US_SECTION),
  );
  const sections = named.length === 0 ? [] : (readGpp(gpp ?? '', named)?.sections ?? []);
  for (const id of named) {
    const section = sections.find((one) => one.id === id);
    if (id !== US_PRIVACY_SECTION) rulings.push(...stateRulings(id, section));
  }
  const gppUsPrivacy = sections.find((section) => section.kind === 'us-privacy')?.text;
  const text = gppUsPrivacy ?? usPrivacy;
  if (text !== undefined && readUsPrivacy(text)?.saleOptOut !== false) {
    rulings.push({ rule: 'US Privacy: opted out of sale', restriction: SALE_OPT_OUT });
  }
  return rulings;
}

/** A section that is listed and cannot be read counts as an opt-out. */
function stateRulings(id: number, section: GppSection | undefined): readonly Ruling[] {
  if (section?.kind !== 'us-signals') {
    return [{ rule: `GPP section ${id}: unreadable`, restriction: STATE_OPT_OUT }];
  }
  const { signals } = section;
  return [
    ...(signals.isChildUnderThirteen || signals.isMinorWithoutConsent
      ? [{ rule: `GPP section ${id}: known child`, restriction: CHILD }]
      : []),
    ...(isOptedOut(signals)
      ? [{ rule: `GPP section ${id}: opted out`, restriction: STATE_OPT_OUT }]
      : []),
    ...(signals.preciseGeo === NO
      ? [{ rule: `GPP section ${id}: no precise location`, restriction: NO_PRECISE_GEO }]
      : []),
  ];
}

const NOT_APPLICABLE = 0;
const YES = 1;
/** For opt-outs: opted out. For sensitive data: no consent. */
const NO = 1;
const NOT_GIVEN = 2;
const DID_NOT_OPT_OUT = 2;

/** True for an opt-out, and for a missing opt-out that contradicts the rest of the section. */
function isOptedOut(signals: UsSignals): boolean {
  const { notices, saleOptOut, sharingOptOut, targetedAdvertisingOptOut } = signals;
  const choices = [
    [saleOptOut, notices.saleOptOut],
    [sharingOptOut, notices.sharingOptOut],
    [targetedAdvertisingOptOut, notices.targetedAdvertisingOptOut],
  ] as const;
  return (
    signals.gpc ||
    signals.serviceProviderMode === YES ||
    // The sections disagree on the value that means consent, so every value counts as an opt-out.
    signals.personalDataConsents !== NOT_APPLICABLE ||
    Object.values(notices).includes(NOT_GIVEN) ||
    choices.some(
      ([choice, notice]) =>
        choice === NO || (choice === DID_NOT_OPT_OUT && notice === NOT_APPLICABLE),
    )
  );
}
