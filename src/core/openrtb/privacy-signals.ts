import { isObject, type JsonObject } from '../../lib/schema-fault.ts';
import type { BidRequest } from './bid-request.ts';
import { type GppSectionId, readGppSections } from './gpp-sections.ts';

/** A string; undefined for a value that is none, which nobody can read. */
export type SignalText = string | undefined;

/**
 * Replaces a US Privacy string that cannot be read. It contradicts itself, since a notice that does not apply comes
 * before no opt-out, so no caller needs it for anything else. Partners read it as an opt-out.
 */
export const UNREADABLE_US_PRIVACY = '1-Y-';

/**
 * The privacy signals of a request. Most have two places, that of OpenRTB 2.6 and the `ext` before it (ruling 22). A
 * signal that restricts counts from either (ruling 61), so strings are all read and flags are set by any of them.
 */
export type Signals = {
  readonly coppa: boolean;
  readonly limitedTracking: boolean;
  readonly doNotTrack: boolean;
  readonly globalPrivacyControl: boolean;
  /** 1 if one of the places says so. */
  readonly gdpr: 0 | 1 | undefined;
  /** The different strings, that of OpenRTB 2.6 first. */
  readonly consents: readonly SignalText[];
  readonly usPrivacy: readonly SignalText[];
  readonly gpps: readonly SignalText[];
  readonly gppSections: readonly GppSectionId[];
  readonly country: string | undefined;
};

const NOTHING: JsonObject = {};

export function readSignals(wire: BidRequest, country: string | undefined): Signals {
  const regs: JsonObject = wire.regs ?? NOTHING;
  const device: JsonObject = wire.device ?? NOTHING;
  const regsExt = extensionOf(regs);
  const deviceExt = extensionOf(device);
  return {
    coppa: isSet(regs.coppa) || isSet(regsExt.coppa),
    limitedTracking: isSet(device.lmt) || isSet(deviceExt.lmt),
    doNotTrack: isSet(device.dnt) || isSet(deviceExt.dnt),
    globalPrivacyControl: isSet(regs.gpc) || isSet(regsExt.gpc),
    gdpr: gdprSignal(wire),
    consents: consentStrings(wire),
    usPrivacy: texts(regs.us_privacy, regsExt.us_privacy),
    gpps: texts(regs.gpp, regsExt.gpp),
    gppSections: readGppSections(regs.gpp_sid, regsExt.gpp_sid),
    country,
  };
}

export function gdprSignal({ regs }: BidRequest): 0 | 1 | undefined {
  const one = regs?.gdpr;
  const other = regs?.ext?.gdpr;
  return one === 1 || other === 1 ? 1 : (one ?? other);
}

export function consentStrings({ user }: BidRequest): readonly SignalText[] {
  return texts(user?.consent, user?.ext?.consent);
}

export function extensionOf({ ext }: JsonObject): JsonObject {
  return isObject(ext) ? ext : NOTHING;
}

/** Every usual way to say no, or nothing. Any other value sets the flag: what is not understood restricts. */
const NOT_SET: ReadonlySet<unknown> = new Set([
  undefined,
  null,
  0,
  false,
  '',
  '0',
  'false',
  'no',
  'unspecified',
]);

function isSet(flag: unknown): boolean {
  if (flag === undefined || flag === 0) return false;
  return !NOT_SET.has(typeof flag === 'string' ? flag.trim().toLowerCase() : flag);
}

const NO_TEXTS: readonly SignalText[] = [];

/** The different texts of two places. An empty one is absent; a value of another type is there, but unreadable. */
function texts(one: unknown, other: unknown): readonly SignalText[] {
  if (isAbsent(other) || other === one) return isAbsent(one) ? NO_TEXTS : [textOf(one)];
  return isAbsent(one) ? [textOf(other)] : [textOf(one), textOf(other)];
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function textOf(value: unknown): SignalText {
  return typeof value === 'string' ? value : undefined;
}
