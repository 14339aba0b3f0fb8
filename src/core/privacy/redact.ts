import { declaredOnly } from '../../lib/declared-only.ts';
import { networkOf, parseIp } from '../../lib/ip.ts';
import type { JsonObject } from '../../lib/schema-fault.ts';
import type { BidRequest, Imp } from '../openrtb/bid-request.ts';
import { NativeRequestSchema } from '../openrtb/native-request.ts';
import type { PrivacyClass } from '../openrtb/privacy-class.ts';
import { REQUEST_PLAN, showPlanned } from '../openrtb/privacy-plan.ts';
import type { ValidImp, ValidRequest } from '../openrtb/validate.ts';
import type { Restriction } from './restriction.ts';

/** Without a text in the place of an IP address that is no address: it may be anything (ruling 79). */
export function withoutFalseAddresses(request: ValidRequest): ValidRequest {
  const { device } = request.wire;
  if (device === undefined) return request;
  if (!isFalse(device, 'ip') && !isFalse(device, 'ipv6')) return request;
  const kept = Object.entries(device).filter(
    ([name]) => (name !== 'ip' && name !== 'ipv6') || !isFalse(device, name),
  );
  return { ...request, wire: { ...request.wire, device: Object.fromEntries(kept) } };
}

function isFalse(device: JsonObject, name: 'ip' | 'ipv6'): boolean {
  const value = device[name];
  return value !== undefined && (typeof value !== 'string' || parseIp(value) === undefined);
}

/** The request as partners may see it: without `ext.parley`, whatever is in it (ruling 76). */
export function withoutConversation(request: ValidRequest): ValidRequest {
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
