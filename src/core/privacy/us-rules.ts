import {
  type GppSectionId,
  isOfAnotherLaw,
  TCF_EU_SECTION,
  US_PRIVACY_SECTION,
} from '../openrtb/gpp-sections.ts';
import type { Signals } from '../openrtb/privacy-signals.ts';
import { type GppStrings, readGpps, sectionsOf } from './consent/gpp.ts';
import {
  CHOICE,
  CONSENT,
  countsAsSaleOptOut,
  isUnreadable,
  NOT_APPLICABLE,
  NOTICE,
  SERVICE_PROVIDER_MODE,
  type UsField,
  type UsSignals,
} from './consent/us-section.ts';
import type { Restriction, Ruling } from './restriction.ts';

/** The restrictions of US law, from the US Privacy string and the sections of GPP. */

const SALE_OPT_OUT: Partial<Restriction> = { ids: 1, userData: 2, address: 1, geo: 1 };
const STATE_OPT_OUT: Partial<Restriction> = { ids: 1, userData: 2, address: 1, geo: 2 };
const NO_PRECISE_GEO: Partial<Restriction> = { address: 1, geo: 2 };
export const CHILD: Partial<Restriction> = { ids: 1, userData: 2, address: 1, geo: 3, audience: 1 };
/** Ruling 77: a signal that cannot be read may say anything, so it withholds as much as the strictest one. */
const UNREADABLE: Partial<Restriction> = CHILD;

const NO_RULINGS: readonly Ruling[] = [];

export function usRulings(signals: Signals): readonly Ruling[] {
  const { gppSections, usPrivacy, globalPrivacyControl } = signals;
  // Most requests have none of it, or a US Privacy string alone.
  if (!globalPrivacyControl && gppSections.length === 0) {
    return usPrivacy.length === 0 ? NO_RULINGS : usPrivacyRulings(signals, []);
  }
  return namedRulings(signals);
}

function namedRulings(signals: Signals): readonly Ruling[] {
  const { gpps, gppSections, globalPrivacyControl } = signals;
  const known = gppSections.filter(isOfAnotherLaw);
  const strings = known.length === 0 ? [] : readGpps(gpps, known);
  return [
    ...(globalPrivacyControl
      ? [{ rule: 'Global Privacy Control', restriction: STATE_OPT_OUT }]
      : []),
    ...gppSections.flatMap((id) => sectionRulings(id, strings)),
    ...usPrivacyRulings(signals, strings),
  ];
}

/** Section 2 is the GDPR's. A section that is unknown, or that this exchange does not read, restricts (ruling 62). */
function sectionRulings(id: GppSectionId, strings: GppStrings): readonly Ruling[] {
  if (id === TCF_EU_SECTION || id === US_PRIVACY_SECTION) return NO_RULINGS;
  const name = id === 'unreadable' ? 'of no number' : id;
  const rulings: Ruling[] = [];
  const add = (finding: string, restriction: Partial<Restriction>) =>
    rulings.push({ rule: `GPP section ${name}: ${finding}`, restriction });
  if (!isOfAnotherLaw(id)) {
    add('unknown', UNREADABLE);
    return rulings;
  }
  const sections = sectionsOf(id, strings);
  if (sections.length === 0 || strings.includes(undefined)) add('unreadable', UNREADABLE);
  for (const { us } of sections) {
    if (us === undefined) {
      add('unreadable', UNREADABLE);
      continue;
    }
    if (us.isChildUnderThirteen || us.isMinorWithoutConsent) add('known child', CHILD);
    if (isOptedOut(us)) add('opted out', STATE_OPT_OUT);
    if (us.preciseGeo === CONSENT.refused) add('no precise location', NO_PRECISE_GEO);
  }
  return rulings;
}

/** Every US Privacy string counts, in GPP and beside it: one that opts out or cannot be read is enough. */
function usPrivacyRulings(
  { gppSections, usPrivacy }: Signals,
  strings: GppStrings,
): readonly Ruling[] {
  const isNamed = gppSections.includes(US_PRIVACY_SECTION);
  const inGpp = isNamed ? sectionsOf(US_PRIVACY_SECTION, strings).map(({ text }) => text) : [];
  const texts = inGpp.length === 0 ? usPrivacy : [...inGpp, ...usPrivacy];
  if (texts.some(isUnreadable)) {
    return [{ rule: 'US Privacy: unreadable', restriction: UNREADABLE }];
  }
  if (isNamed && (texts.length === 0 || strings.includes(undefined))) {
    return [{ rule: 'GPP section 6: unreadable', restriction: UNREADABLE }];
  }
  if (texts.some(countsAsSaleOptOut)) {
    return [{ rule: 'US Privacy: opted out of sale', restriction: SALE_OPT_OUT }];
  }
  return NO_RULINGS;
}

/** Each choice with the notice that has to come before it. */
const CHOICES: readonly (readonly [choice: UsField, notice: UsField])[] = [
  ['saleOptOut', 'saleOptOutNotice'],
  ['sharingOptOut', 'sharingOptOutNotice'],
  ['targetedAdvertisingOptOut', 'targetedAdvertisingOptOutNotice'],
];

const NOTICES: readonly UsField[] = [
  ...CHOICES.map(([, notice]) => notice),
  'processingNotice',
  'sensitiveDataOptOutNotice',
  'sensitiveDataLimitUseNotice',
];

/** True for an opt-out, and for a missing opt-out that contradicts the rest of the section. */
function isOptedOut(signals: UsSignals): boolean {
  return (
    signals.gpc ||
    signals.serviceProviderMode === SERVICE_PROVIDER_MODE.on ||
    // The sections disagree on the value that means consent, so every value counts as an opt-out.
    signals.personalDataConsents !== NOT_APPLICABLE ||
    NOTICES.some((notice) => signals[notice] === NOTICE.notGiven) ||
    CHOICES.some(
      ([choice, notice]) =>
        signals[choice] === CHOICE.optedOut ||
        (signals[choice] === CHOICE.didNotOptOut && signals[notice] === NOT_APPLICABLE),
    )
  );
}
