import { isOfAnotherLaw, TCF_EU_SECTION } from '../openrtb/gpp-sections.ts';
import type { SignalText } from '../openrtb/privacy-signals.ts';
import { readGpp } from './consent/gpp.ts';
import { gdprApplies } from './gdpr-rules.ts';
import { UNRESTRICTED_PERMISSION, unite } from './restriction.ts';
import type { Signals } from './signals.ts';
import { usRulings } from './us-rules.ts';

/**
 * Of several GPP strings the one that restricts most by the sections that it has. Undefined if none is known to: if none
 * opts out, or if it has a consent under the GDPR, which another string could deny.
 */
export function restrictingGpp(signals: Signals): string | undefined {
  let strictest: string | undefined;
  let most = 0;
  for (const text of signals.gpps) {
    const levels = levelsOf(text, signals);
    if (levels <= most) continue;
    strictest = text;
    most = levels;
  }
  return strictest;
}

/** The sum of the levels that an opt-out in this string withholds. */
function levelsOf(text: SignalText, signals: Signals): number {
  const gpp = text === undefined ? undefined : readGpp(text, []);
  if (text === undefined || gpp === undefined) return 0;
  if (gpp.sectionIds.includes(TCF_EU_SECTION) && gdprApplies(signals)) return 0;
  const gppSections = signals.gppSections.filter(
    (id) => isOfAnotherLaw(id) && gpp.sectionIds.includes(id),
  );
  const alone = { gpps: [text], gppSections, usPrivacy: [], globalPrivacyControl: false };
  const { restriction } = unite(UNRESTRICTED_PERMISSION, usRulings({ ...signals, ...alone }));
  return Object.values(restriction).reduce((sum: number, level) => sum + level, 0);
}
