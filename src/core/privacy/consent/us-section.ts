import { type SignalText, UNREADABLE_US_PRIVACY } from '../../openrtb/privacy-signals.ts';
import { type BitReader, bitsAt, openBits, partEnd, readSegments, takeBits } from './bits.ts';

/** Either case, and a dash anywhere: that is what is sent in practice. `1---` says that the law does not apply. */
const US_PRIVACY = /^1[YNyn-]{3}$/;

/** Whether a US Privacy string opts out of sale, as its third character says. Undefined if it is no such string. */
export function readSaleOptOut(text: string): boolean | undefined {
  return US_PRIVACY.test(text) ? text.charAt(2).toUpperCase() === 'Y' : undefined;
}

/** Ruling 77: also the string that stands for one that could not be read. */
export function isUnreadable(text: SignalText): boolean {
  return text === undefined || text === UNREADABLE_US_PRIVACY || readSaleOptOut(text) === undefined;
}

/** Whether somebody has to be treated as opted out: also by a string that cannot be read. */
export function countsAsSaleOptOut(text: SignalText): boolean {
  return text === undefined || readSaleOptOut(text) !== false;
}

/** The fields of the national section of GPP, behind the version and one after the other, up to its lists. */
const NATIONAL = [
  // Called the sharing notice in some sections.
  'processingNotice',
  'saleOptOutNotice',
  'sharingOptOutNotice',
  'targetedAdvertisingOptOutNotice',
  'sensitiveDataOptOutNotice',
  'sensitiveDataLimitUseNotice',
  'saleOptOut',
  'sharingOptOut',
  'targetedAdvertisingOptOut',
] as const;

/** A field of two bits in a US section. 0 means "not applicable" in each of them. */
export type UsField =
  | (typeof NATIONAL)[number]
  /** Of the list of sensitive data. Colorado does not have it. */
  | 'preciseGeo'
  /** States call it the consent to additional data processing; some do not have it. */
  | 'personalDataConsents'
  /** Of the Multi-State Privacy Agreement. */
  | 'serviceProviderMode';

export const NOT_APPLICABLE = 0;
/** What the fields whose names end with `Notice` say. */
export const NOTICE = { given: 1, notGiven: 2 } as const;
/** What the fields whose names end with `OptOut` say. */
export const CHOICE = { optedOut: 1, didNotOptOut: 2 } as const;
/** What `preciseGeo` and the known-child fields say. In some states: opted out, did not opt out. */
export const CONSENT = { refused: 1, given: 2 } as const;
export const SERVICE_PROVIDER_MODE = { on: 1, off: 2 } as const;
const RESERVED_VALUE = 3;

/** The wire values of the fields; 0 also for a field that the section does not have. */
export type UsSignals = Readonly<Record<UsField, number>> & {
  /** A known-child value about children under 13 applies, with consent or without. */
  readonly isChildUnderThirteen: boolean;
  /** A known-child value about older minors says that there is no consent. */
  readonly isMinorWithoutConsent: boolean;
  /** The browser sent Global Privacy Control; false also where the section does not say. */
  readonly gpc: boolean;
};

const VERSION_BITS = 6;
const FIELD_BITS = 2;

/** The same of the states. The lengths of the lists behind them differ. */
const CALIFORNIA: readonly UsField[] = [
  'saleOptOutNotice',
  'sharingOptOutNotice',
  'sensitiveDataLimitUseNotice',
  'saleOptOut',
  'sharingOptOut',
];

const STATE: readonly UsField[] = [
  'processingNotice',
  'saleOptOutNotice',
  'targetedAdvertisingOptOutNotice',
  'saleOptOut',
  'targetedAdvertisingOptOut',
];

/** In Utah and Iowa users opt out of sensitive data, where other states require consent. This adds one notice. */
const OPT_OUT_STATE: readonly UsField[] = [
  ...STATE.slice(0, 3),
  'sensitiveDataOptOutNotice',
  ...STATE.slice(3),
];

/** Where the fields behind the head are, in bits from the start of the section. */
type UsLayoutRow = {
  readonly id: number;
  readonly version?: number;
  readonly head: readonly UsField[];
  readonly geo?: number;
  readonly child: number;
  readonly children: number;
  /** The known-child fields about children under 13; the first where nothing is said. The others are about older minors. */
  readonly underThirteen?: readonly number[];
  readonly personal?: number;
  readonly bitsMax?: number;
};

/**
 * Version 1 of usnat has 60 bits, in 10 or 11 characters. A longer section either has the fields of version 2 under
 * the old number, or other padding. The two cannot be distinguished.
 */
const V1_BITS_MAX = 66;

const USNAT = { id: 7, head: NATIONAL, geo: 38, underThirteen: [1] } as const;
// Both known-child fields of California are about consumers under 16, who may be under 13.
const USCA = { id: 8, head: CALIFORNIA, geo: 20, underThirteen: [0, 1] } as const;

const ROWS: readonly UsLayoutRow[] = [
  { ...USNAT, child: 48, children: 2, personal: 52, bitsMax: V1_BITS_MAX },
  { ...USNAT, version: 2, child: 56, children: 3, personal: 62 },
  { ...USCA, child: 34, children: 2, personal: 38 },
  { id: 9, head: STATE, geo: 30, child: 32, children: 1 },
  { id: 10, head: STATE, child: 30, children: 1 },
  { id: 11, head: OPT_OUT_STATE, geo: 32, child: 34, children: 1 },
  { id: 12, head: STATE, geo: 30, child: 32, children: 3 },
  { id: 13, head: STATE, geo: 30, child: 32, children: 3, personal: 38 },
  { id: 14, head: STATE, geo: 30, child: 32, children: 3, personal: 38 },
  { id: 15, head: STATE, geo: 36, child: 38, children: 3, personal: 44 },
  { id: 16, head: STATE, geo: 30, child: 32, children: 1, personal: 34 },
  { id: 17, head: STATE, geo: 32, child: 34, children: 5, personal: 44 },
  { id: 18, head: OPT_OUT_STATE, geo: 32, child: 34, children: 1 },
  { id: 19, head: STATE, geo: 30, child: 32, children: 1, personal: 34 },
  { id: 20, head: STATE, geo: 30, child: 32, children: 3, personal: 38 },
  { id: 21, head: STATE, geo: 30, child: 36, children: 5, personal: 46 },
  { id: 22, head: STATE, geo: 30, child: 32, children: 1, personal: 34 },
  { id: 23, head: STATE, geo: 30, child: 32, children: 1, personal: 34 },
];

const VERSIONS_MAX = 64;
const FIRST_ID = 7;
const LAST_ID = 23;

const LAYOUTS = new Map(
  ROWS.map((row) => [row.id * VERSIONS_MAX + (row.version ?? 1), layoutOf(row)]),
);

/** After the lists come the three fields of the MSPA: covered, opt-out option mode, service provider. */
function layoutOf(row: UsLayoutRow) {
  const { head, geo, child, children, personal } = row;
  const mspa = personal === undefined ? child + FIELD_BITS * children : personal + FIELD_BITS;
  const headOffsets = head.map((field, index) => [field, VERSION_BITS + FIELD_BITS * index]);
  // Each field of a head comes with its offset.
  const offsets = Object.fromEntries(headOffsets) as Partial<Record<UsField, number>>;
  return {
    ...offsets,
    preciseGeo: geo,
    personalDataConsents: personal,
    serviceProviderMode: mspa + 2 * FIELD_BITS,
    knownChild: child,
    knownChildCount: children,
    underThirteen: row.underThirteen ?? [0],
    /** The bits of the core without padding. A shorter section is truncated. */
    bits: mspa + 3 * FIELD_BITS,
    /** The maximum bits of the core with padding, if a longer core has another layout. */
    bitsMax: row.bitsMax ?? Number.POSITIVE_INFINITY,
  };
}

type UsLayout = ReturnType<typeof layoutOf>;

function findUsLayout(sectionId: number, version: number): UsLayout | undefined {
  return LAYOUTS.get(sectionId * VERSIONS_MAX + version);
}

/** Reads section 7 to 23. Undefined if it is none of them, of an unknown version, or malformed. */
export function readUsSection(sectionId: number, text: string): UsSignals | undefined {
  if (sectionId < FIRST_ID || sectionId > LAST_ID) return undefined;
  const coreEnd = partEnd(text, '.', 0);
  const core = openBits(text, 0, coreEnd);
  if (core === undefined) return undefined;
  const layout = findUsLayout(sectionId, takeBits(core, VERSION_BITS));
  if (layout === undefined || !fits(core, layout)) return undefined;
  let gpc = false;
  const isRead = readSegments(text, coreEnd, SUBSECTION_TYPE_BITS, (type, subsection) => {
    if (type === GPC_SUBSECTION) gpc = takeBits(subsection, 1) === 1;
    return true;
  });
  if (!isRead) return undefined;

  const value = (offset: number | undefined): number =>
    offset === undefined ? NOT_APPLICABLE : bitsAt(core, offset, FIELD_BITS);
  let isChildUnderThirteen = false;
  let isMinorWithoutConsent = false;
  for (let child = 0; child < layout.knownChildCount; child++) {
    const consent = value(layout.knownChild + child * FIELD_BITS);
    if (layout.underThirteen.includes(child)) isChildUnderThirteen ||= consent !== NOT_APPLICABLE;
    else isMinorWithoutConsent ||= consent === CONSENT.refused;
  }
  return {
    processingNotice: value(layout.processingNotice),
    saleOptOutNotice: value(layout.saleOptOutNotice),
    sharingOptOutNotice: value(layout.sharingOptOutNotice),
    targetedAdvertisingOptOutNotice: value(layout.targetedAdvertisingOptOutNotice),
    sensitiveDataOptOutNotice: value(layout.sensitiveDataOptOutNotice),
    sensitiveDataLimitUseNotice: value(layout.sensitiveDataLimitUseNotice),
    saleOptOut: value(layout.saleOptOut),
    sharingOptOut: value(layout.sharingOptOut),
    targetedAdvertisingOptOut: value(layout.targetedAdvertisingOptOut),
    preciseGeo: value(layout.preciseGeo),
    personalDataConsents: value(layout.personalDataConsents),
    serviceProviderMode: value(layout.serviceProviderMode),
    isChildUnderThirteen,
    isMinorWithoutConsent,
    gpc,
  };
}

const GPC_SUBSECTION = 1;
const SUBSECTION_TYPE_BITS = 2;

/** An undefined value makes the section unreadable, because it must not count as a permission. */
function fits(core: BitReader, { bits, bitsMax }: UsLayout): boolean {
  if (core.bitCount < bits || core.bitCount > bitsMax) return false;
  for (let offset = VERSION_BITS; offset < bits; offset += FIELD_BITS) {
    if (bitsAt(core, offset, FIELD_BITS) === RESERVED_VALUE) return false;
  }
  return true;
}
