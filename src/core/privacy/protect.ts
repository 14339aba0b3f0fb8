import { readSignals, type Signals } from '../openrtb/privacy-signals.ts';
import type { ValidRequest } from '../openrtb/validate.ts';
import { type ConsentProfile, gdprApplies, gdprRulings, readConsents } from './gdpr-rules.ts';
import { redact } from './redact.ts';
import {
  type Permission,
  RESTRICTED_FIELDS,
  type Restriction,
  type Ruling,
  UNRESTRICTED_PERMISSION,
  unite,
} from './restriction.ts';
import { withToldSignals } from './told-signals.ts';
import { CHILD, usRulings } from './us-rules.ts';
import { withoutConversation, withoutFalseAddresses } from './without-fields.ts';

/** The request as one partner may see it, and the rules that withheld the rest. */
export type View = { readonly request: ValidRequest; readonly permission: Permission };

/** Builds the view of each partner. Partners with equal restrictions share one request. */
export function protect(
  request: ValidRequest,
  profiles: readonly ConsentProfile[],
): readonly View[] {
  const signals = readSignals(request.wire, request.country);
  // Before anything is withheld: of two signals, redaction can remove the one that restricts.
  const told = withoutFalseAddresses(withoutConversation(withToldSignals(request, signals)));
  const whole: View = { request: told, permission: UNRESTRICTED_PERMISSION };
  let seen: Map<string, ValidRequest> | undefined;
  return permissionsFor(signals, profiles).map((permission) => {
    if (permission === UNRESTRICTED_PERMISSION) return whole;
    seen ??= new Map();
    const key = keyOf(permission.restriction);
    let redacted = seen.get(key);
    if (redacted === undefined) {
      redacted = redact(told, permission.restriction);
      seen.set(key, redacted);
    }
    return { request: redacted, permission };
  });
}

/** Derives each partner's permission from the signals. Every rule can only withhold more. */
function permissionsFor(
  signals: Signals,
  profiles: readonly ConsentProfile[],
): readonly Permission[] {
  // Once for all partners: what every rule withholds does not depend on them.
  const common = unite(UNRESTRICTED_PERMISSION, commonRulings(signals));
  if (!gdprApplies(signals)) return profiles.map(() => common);
  const vendorIds = profiles.flatMap(({ gvlId }) => (gvlId === undefined ? [] : gvlId));
  const consents = readConsents(signals, vendorIds);
  return profiles.map((profile) => unite(common, gdprRulings(consents, profile)));
}

const LIMITED: Partial<Restriction> = { ids: 1, userData: 1, address: 1, geo: 1 };

function commonRulings(signals: Signals): readonly Ruling[] {
  const us = usRulings(signals);
  if (!signals.coppa && !signals.limitedTracking && !signals.doNotTrack) return us;
  return [
    ...(signals.coppa ? [{ rule: 'COPPA', restriction: CHILD }] : []),
    ...us,
    ...(signals.limitedTracking ? [{ rule: 'limited ad tracking', restriction: LIMITED }] : []),
    // Ruling 63.
    ...(signals.doNotTrack ? [{ rule: 'Do Not Track', restriction: LIMITED }] : []),
  ];
}

function keyOf(restriction: Restriction): string {
  return RESTRICTED_FIELDS.map((field) => (field === 'call' ? '' : restriction[field])).join('');
}
