import { declaredOnly } from '../../lib/declared-only.ts';
import { networkOf, parseIp } from '../../lib/ip.ts';
import type { JsonObject } from '../../lib/schema-fault.ts';
import type { BidRequest, Imp } from '../openrtb/bid-request.ts';
import { NativeRequestSchema } from '../openrtb/native-request.ts';
import type { PrivacyClass } from '../openrtb/privacy-class.ts';
import { REQUEST_PLAN, showPlanned } from '../openrtb/privacy-plan.ts';
import { readSignals, type Signals } from '../openrtb/privacy-signals.ts';
import type { ValidImp, ValidRequest } from '../openrtb/validate.ts';
import { type ConsentProfile, gdprApplies, gdprRulings, readConsents } from './gdpr-rules.ts';
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

/** Without a text in the place of an IP address that is no address: it may be anything (ruling 79). */
function withoutFalseAddresses(request: ValidRequest): ValidRequest {
  const { device } = request.wire;
  if (device === undefined) return request;
  if (!isFalse(device, 'ip') && !isFalse(device, 'ipv6')) return request;
  return { ...request, wire: { ...request.wire, device: withTrueAddresses(device) } };
}

function withTrueAddresses(device: JsonObject): JsonObject {
  const kept = Object.entries(device).filter(
    ([name]) => (name !== 'ip' && name !== 'ipv6') || !isFalse(device, name),
  );
  return Object.fromEntries(kept);
}

function isFalse(device: JsonObject, name: 'ip' | 'ipv6'): boolean {
  const value = device[name];
  return value !== undefined && (typeof value !== 'string' || parseIp(value) === undefined);
}

/** The request as partners may see it: without `ext.parley`, whatever is in it (ruling 76). */
function withoutConversation(request: ValidRequest): ValidRequest {
  if (request.wire.ext?.parley === undefined) return request;
  const { ext, ...others } = request.wire;
  const { parley: _, ...rest } = ext;
  const wire = Object.keys(rest).length === 0 ? others : { ...others, ext: rest };
  return { ...request, wire };
}

/** The request as a restricted partner may see it: its classified fields only (ruling 47), with all privacy signals. */
export function redact(request: ValidRequest, restriction: Restriction): ValidRequest {
  const shown = showPlanned(REQUEST_PLAN, request.wire, (privacyClass, value) =>
    redactField(privacyClass, value, restriction),
  ) as BidRequest; // The plan keeps every required field; native requests are put back below.
  const imps = request.imps.map((imp, index) => redactImp(imp, shown.imp[index] as Imp));
  return { ...request, wire: { ...shown, imp: imps.map(({ imp }) => imp) }, imps };
}

/** Of the native request, only declared fields are kept. */
function redactImp(valid: ValidImp, shown: Imp): ValidImp {
  const request = JSON.stringify(declaredOnly(NativeRequestSchema, valid.native));
  return { ...valid, isWrapped: false, imp: { ...shown, native: { ...shown.native, request } } };
}

function redactField(
  privacyClass: PrivacyClass,
  value: unknown,
  restriction: Restriction,
): unknown {
  switch (privacyClass) {
    case 'context':
    case 'signal':
    case 'consent':
    case 'device':
      return value;
    case 'page':
      return pageOf(value);
    case 'id':
      return restriction.ids === 0 ? value : undefined;
    case 'demographics':
      return restriction.userData === 0 ? value : undefined;
    case 'user-data':
      return restriction.userData < 2 ? value : undefined;
    case 'audience':
      return restriction.audience === 0 ? value : undefined;
    case 'address':
      if (restriction.address === 0) return value;
      return typeof value === 'string' ? networkOf(value) : undefined;
    case 'coordinates':
      return redactCoordinate(value, restriction);
    case 'fine-geo':
      return restriction.geo < 2 ? value : undefined;
    case 'personal':
    case 'native-request':
    case 'price-filter':
      return undefined;
  }
}

/** Parameters of a path segment, like `;jsessionid=…`. */
const PATH_PARAMETERS = /(?:;|%3b)[^/]*/gi;

/** Origin and path of the URL of a web page, since the rest can identify a person. Undefined for anything else. */
function pageOf(value: unknown): unknown {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  return url.origin + url.pathname.replace(PATH_PARAMETERS, '');
}

/** Two decimals are about a kilometre. Rounds away from zero on both sides. */
function redactCoordinate(value: unknown, { geo }: Restriction): unknown {
  if (geo === 0) return value;
  if (geo === 3 || typeof value !== 'number') return undefined;
  return (Math.sign(value) * Math.round(Math.abs(value) * 100)) / 100;
}
