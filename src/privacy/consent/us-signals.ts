import { type BitReader, bitsAt, openBits, takeBits } from './bits.ts';
import { partEnd } from './part-end.ts';
import { findUsLayout, type UsLayout } from './us-layouts.ts';

/**
 * The fields of a US section of GPP, with their wire values. 0 means "not applicable", also for a field that the
 * section does not have.
 */
export type UsSignals = {
  readonly version: number;
  /** 1 opted out, 2 did not. */
  readonly saleOptOut: number;
  readonly sharingOptOut: number;
  readonly targetedAdvertisingOptOut: number;
  /** 1 given, 2 not given. */
  readonly notices: UsNotices;
  /** Precise geolocation among the sensitive data: 1 no consent or opted out, 2 consent. */
  readonly preciseGeo: number;
  /** 1 no consent, 2 consent; the ages that each value is about differ from section to section. */
  readonly knownChild: readonly number[];
  /** A known-child value about children under 13 applies, with consent or without. */
  readonly isChildUnderThirteen: boolean;
  /** A known-child value about older minors says that there is no consent. */
  readonly isMinorWithoutConsent: boolean;
  readonly personalDataConsents: number;
  /** 1 yes, 2 no: the fields of the Multi-State Privacy Agreement. */
  readonly coveredTransaction: number;
  readonly serviceProviderMode: number;
  /** The browser sent Global Privacy Control; false also where the section does not say. */
  readonly gpc: boolean;
};

export type UsNotices = {
  /** Called the sharing notice in some sections. */
  readonly processing: number;
  readonly saleOptOut: number;
  readonly sharingOptOut: number;
  readonly targetedAdvertisingOptOut: number;
  readonly sensitiveDataOptOut: number;
  readonly sensitiveDataLimitUse: number;
};

const VERSION_BITS = 6;
const FIELD_BITS = 2;
const NO_CONSENT = 1;
const RESERVED_VALUE = 3;

const SUBSECTION_TYPE_BITS = 2;
const CORE_SUBSECTION = 0;
const GPC_SUBSECTION = 1;

/** Reads section 7 to 23. Undefined if it is none of them, of an unknown version, or malformed. */
export function readUsSection(sectionId: number, text: string): UsSignals | undefined {
  const coreEnd = partEnd(text, '.', 0);
  const core = openBits(text, 0, coreEnd);
  if (core === undefined) return undefined;
  const version = takeBits(core, VERSION_BITS);
  const layout = findUsLayout(sectionId, version);
  if (layout === undefined || !fits(core, layout)) return undefined;
  const gpc = readGpc(text, coreEnd);
  if (gpc === undefined) return undefined;

  const value = (offset: number | undefined): number =>
    offset === undefined ? 0 : bitsAt(core, offset, FIELD_BITS);
  const knownChild: number[] = [];
  for (let child = 0; child < layout.knownChildCount; child++) {
    knownChild.push(value(layout.knownChild + child * FIELD_BITS));
  }
  const { underThirteen } = layout;
  return {
    version,
    saleOptOut: value(layout.saleOptOut),
    sharingOptOut: value(layout.sharingOptOut),
    targetedAdvertisingOptOut: value(layout.targetedAdvertisingOptOut),
    notices: {
      processing: value(layout.processingNotice),
      saleOptOut: value(layout.saleOptOutNotice),
      sharingOptOut: value(layout.sharingOptOutNotice),
      targetedAdvertisingOptOut: value(layout.targetedAdvertisingOptOutNotice),
      sensitiveDataOptOut: value(layout.sensitiveDataOptOutNotice),
      sensitiveDataLimitUse: value(layout.sensitiveDataLimitUseNotice),
    },
    preciseGeo: value(layout.preciseGeo),
    knownChild,
    isChildUnderThirteen: underThirteen.some((index) => knownChild[index] !== 0),
    isMinorWithoutConsent: knownChild.some(
      (consent, index) => consent === NO_CONSENT && !underThirteen.includes(index),
    ),
    personalDataConsents: value(layout.personalDataConsents),
    coveredTransaction: value(layout.coveredTransaction),
    serviceProviderMode: value(layout.serviceProviderMode),
    gpc,
  };
}

/** An undefined value makes the section unreadable, because it must not count as a permission. */
function fits(core: BitReader, { bits, bitsMax }: UsLayout): boolean {
  if (core.bitCount < bits || core.bitCount > bitsMax) return false;
  for (let offset = VERSION_BITS; offset < bits; offset += FIELD_BITS) {
    if (bitsAt(core, offset, FIELD_BITS) === RESERVED_VALUE) return false;
  }
  return true;
}

/** Each type of subsection may occur once, which also bounds their number. */
function readGpc(text: string, coreEnd: number): boolean | undefined {
  let gpc = false;
  let seenTypes = 1 << CORE_SUBSECTION;
  for (let end = coreEnd; end < text.length; ) {
    const start = end + 1;
    end = partEnd(text, '.', start);
    const subsection = openBits(text, start, end);
    if (subsection === undefined) return undefined;
    const type = takeBits(subsection, SUBSECTION_TYPE_BITS);
    if ((seenTypes & (1 << type)) !== 0) return undefined;
    seenTypes |= 1 << type;
    if (type === GPC_SUBSECTION) gpc = takeBits(subsection, 1) === 1;
  }
  return gpc;
}
