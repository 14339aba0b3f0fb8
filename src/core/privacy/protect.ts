import { readSignals, type Signals } from '../openrtb/privacy-signals.ts';
import type { ValidRequest } from '../openrtb/validate.ts';
import { type ConsentProfile, gdprApplies, gdprRulings, readConsents } from './gdpr-rules.ts';
import { redact, withoutConversation, withoutFalseAddresses } from './redact.ts';
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

/** The request as one partner may see it, and the rules that withheld the rest. */
export type View = { readonly request: ValidRequest; readonly permission: Permission };

/** Builds the view of each partner. Partners with equal restrictions share one request. Every rule can only withhold more. */
export function protect(
  request: ValidRequest,
  profiles: readonly ConsentProfile[],
): readonly View[] {
  const signals = readSignals(request.wire, request.country);
  // Before anything is withheld: of two signals, redaction can remove the one that restricts.
  const told = withoutFalseAddresses(withoutConversation(withToldSignals(request, signals)));
  // Once for all partners: what every rule withholds does not depend on them.
  const common = unite(UNRESTRICTED_PERMISSION, commonRulings(signals));
  const consents = gdprApplies(signals) ? readConsents(signals, vendorsOf(profiles)) : undefined;
  let redacted: Map<string, ValidRequest> | undefined;
  const views: View[] = [];
  for (const profile of profiles) {
    const permission =
      consents === undefined ? common : unite(common, gdprRulings(consents, profile));
    if (permission === UNRESTRICTED_PERMISSION) {
      views.push({ request: told, permission });
      continue;
    }
    redacted ??= new Map();
    views.push({ request: redactedOnce(told, permission.restriction, redacted), permission });
  }
  return views;
}

function redactedOnce(
  told: ValidRequest,
  restriction: Restriction,
  redacted: Map<string, ValidRequest>,
): ValidRequest {
  const key = keyOf(restriction);
  const known = redacted.get(key) ?? redact(told, restriction);
  redacted.set(key, known);
  return known;
}

function vendorsOf(profiles: readonly ConsentProfile[]): readonly number[] {
  return profiles.flatMap(({ gvlId }) => (gvlId === undefined ? [] : gvlId));
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
