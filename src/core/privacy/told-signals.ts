import type { JsonObject } from '../../lib/schema-fault.ts';
import type { BidRequest } from '../openrtb/bid-request.ts';
import { isOfAnotherLaw, TCF_EU_SECTION } from '../openrtb/gpp-sections.ts';
import { extensionOf, type Signals, type SignalText } from '../openrtb/privacy-signals.ts';
import type { ValidRequest } from '../openrtb/validate.ts';
import { readGpp } from './consent/gpp.ts';
import { countsAsSaleOptOut } from './consent/us-section.ts';
import { gdprApplies } from './gdpr-rules.ts';
import { UNRESTRICTED_PERMISSION, unite } from './restriction.ts';
import { usRulings } from './us-rules.ts';

/** The request with the signals that partners are told: of contradicting ones that which restricts (ruling 61). */
export function withToldSignals(request: ValidRequest, signals: Signals): ValidRequest {
  const { regs, user, device } = request.wire;
  const toldOfRegs = regs === undefined ? regs : toldRegs(regs, signals);
  const toldOfUser = user === undefined ? user : toldUser(user, signals);
  const toldOfDevice = device === undefined ? device : toldDevice(device, signals);
  if (toldOfRegs === regs && toldOfUser === user && toldOfDevice === device) return request;
  const wire = {
    ...request.wire,
    ...(toldOfRegs === undefined ? {} : { regs: toldOfRegs }),
    ...(toldOfUser === undefined ? {} : { user: toldOfUser }),
    ...(toldOfDevice === undefined ? {} : { device: toldOfDevice }),
  };
  return { ...request, wire };
}

type Told = Record<string, unknown>;

function toldRegs(regs: NonNullable<BidRequest['regs']>, signals: Signals) {
  const { gppSections, gpps, usPrivacy } = signals;
  const isStatedOnce = regs.ext === undefined && gppSections.length === 0;
  if (isStatedOnce && !signals.globalPrivacyControl) return regs;
  const fields: JsonObject = regs;
  const ext = extensionOf(fields);
  const told: Told = {};
  if (signals.coppa && fields.coppa !== 1) told.coppa = 1;
  const isGdprStated = signals.gdpr === 1 || gppSections.includes(TCF_EU_SECTION);
  if (isGdprStated && (fields.gdpr ?? ext.gdpr) !== 1) told.gdpr = 1;
  if (usPrivacy.length > 1) told.us_privacy = usPrivacy.find(countsAsSaleOptOut) ?? usPrivacy[0];
  if (gpps.length > 1) told.gpp = restrictingGpp(signals);
  else if (fields.gpp === '' && gpps.length === 1) told.gpp = gpps[0];
  if (gppSections.length > 0) {
    const sections = gppSections.filter((id) => id !== 'unreadable');
    if (sections.length > 0 && !isListOf(sections, fields, ext)) told.gpp_sid = sections;
  }
  const isGpcUnclear = signals.globalPrivacyControl && !isGpcClear(fields.gpc, ext.gpc);
  if (isGpcUnclear) told.gpc = 1;
  return withTold(regs, told, isGpcUnclear ? GPC : undefined);
}

/** The standard has it in `ext` alone, as a text. */
const GPC: JsonObject = { gpc: '1' };

function isGpcClear(top: unknown, inExt: unknown): boolean {
  return isPlainlySet(inExt) && (top === undefined || isPlainlySet(top));
}

function isPlainlySet(flag: unknown): boolean {
  return flag === 1 || flag === '1' || flag === true;
}

/** Whether one place has the sections as the standard writes them (ruling 62), and the other has none. */
function isListOf(
  sections: readonly number[],
  { gpp_sid: top }: JsonObject,
  { gpp_sid }: JsonObject,
) {
  if (top !== undefined && gpp_sid !== undefined) return false;
  const list = top ?? gpp_sid;
  return (
    Array.isArray(list) &&
    list.length === sections.length &&
    list.every((id) => typeof id === 'number')
  );
}

/** Which of two consents restricts depends on the vendor, so none is told: without one, nothing is consented to. */
function toldUser(user: NonNullable<BidRequest['user']>, { consents }: Signals) {
  if (consents.length > 1) return withTold(user, { consent: undefined });
  const isOnlyInExt = user.consent === '' && consents.length === 1;
  return isOnlyInExt ? withTold(user, { consent: consents[0] }) : user;
}

function toldDevice(device: NonNullable<BidRequest['device']>, signals: Signals) {
  if (!signals.limitedTracking && !signals.doNotTrack) return device;
  const fields: JsonObject = device;
  const told: Told = {};
  if (signals.limitedTracking && fields.lmt !== 1) told.lmt = 1;
  if (signals.doNotTrack && fields.dnt !== 1) told.dnt = 1;
  return withTold(device, told);
}

/** The signals at the top, and no longer in `ext`; undefined removes one from both. */
function withTold<T extends JsonObject>(fields: T, told: JsonObject, toldInExt?: JsonObject): T {
  const names = Object.keys(told);
  if (names.length === 0) return fields;
  const without = (from: object) => Object.entries(from).filter(([name]) => !names.includes(name));
  const { ext: _, ...top } = fields;
  const ext = { ...Object.fromEntries(without(extensionOf(fields))), ...toldInExt };
  const present = Object.entries(told).filter(([, value]) => value !== undefined);
  // Only signals changed, to values that their fields may have.
  return {
    ...Object.fromEntries([...without(top), ...present]),
    ...(Object.keys(ext).length === 0 ? {} : { ext }),
  } as T;
}

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
