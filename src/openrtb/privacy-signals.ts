import { isObject } from '../lib/schema-fault.ts';
import type { BidRequest } from './bid-request.ts';
import { type GppSectionId, readGppSections } from './gpp-sections.ts';

/**
 * The privacy signals of a request. Most have two places, that of OpenRTB 2.6 and the `ext` before it (ruling 22). A
 * signal that restricts counts from either (ruling 61), so strings are all read and flags are set by any of them.
 */
export type PrivacySignals = {
  readonly coppa: boolean;
  readonly limitedTracking: boolean;
  readonly doNotTrack: boolean;
  readonly globalPrivacyControl: boolean;
  /** 1 if one of the places says so. */
  readonly gdpr: 0 | 1 | undefined;
  /** The different strings, that of OpenRTB 2.6 first. */
  readonly consents: readonly string[];
  readonly usPrivacy: readonly string[];
  readonly gpps: readonly string[];
  readonly gppSections: readonly GppSectionId[];
};

type Fields = Readonly<Record<string, unknown>>;
const NOTHING: Fields = {};

export function privacySignals(wire: BidRequest): PrivacySignals {
  const { regs, device } = wire;
  const [regsFields, regsExt] = placesOf(regs);
  const [deviceFields, deviceExt] = placesOf(device);
  return {
    coppa: isSet(regsFields.coppa) || isSet(regsExt.coppa),
    limitedTracking: isSet(deviceFields.lmt) || isSet(deviceExt.lmt),
    doNotTrack: isSet(deviceFields.dnt) || isSet(deviceExt.dnt),
    globalPrivacyControl: isSet(regsFields.gpc) || isSet(regsExt.gpc),
    gdpr: gdprSignal(wire),
    consents: consentStrings(wire),
    usPrivacy: texts(regsFields.us_privacy, regsExt.us_privacy),
    gpps: texts(regsFields.gpp, regsExt.gpp),
    gppSections: readGppSections(regsFields.gpp_sid, regsExt.gpp_sid),
  };
}

export function gdprSignal({ regs }: BidRequest): 0 | 1 | undefined {
  const [one, other] = [regs?.gdpr, regs?.ext?.gdpr];
  return one === 1 || other === 1 ? 1 : (one ?? other);
}

export function consentStrings({ user }: BidRequest): readonly string[] {
  return texts(user?.consent, user?.ext?.consent);
}

/** An object and its `ext`; undeclared fields of both may have any type. */
function placesOf(object: object | undefined): readonly [Fields, Fields] {
  if (!isObject(object)) return [NOTHING, NOTHING];
  return [object, isObject(object.ext) ? object.ext : NOTHING];
}

/** Every usual way to say no, or nothing. Any other value sets the flag: what is not understood restricts. */
const NOT_SET: ReadonlySet<unknown> = new Set([
  ...[undefined, null, 0, false],
  ...['', '0', 'false', 'no', 'unspecified'],
]);

function isSet(flag: unknown): boolean {
  return !NOT_SET.has(typeof flag === 'string' ? flag.trim().toLowerCase() : flag);
}

const NO_TEXTS: readonly string[] = [];

/** The different texts of two places; an empty one is absent. */
function texts(one: unknown, other: unknown): readonly string[] {
  const hasOne = typeof one === 'string' && one !== '';
  if (typeof other !== 'string' || other === '' || other === one) return hasOne ? [one] : NO_TEXTS;
  return hasOne ? [one, other] : [other];
}
