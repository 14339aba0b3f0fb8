/** The positions of the fields of a US section, in bits from its start. Every field except the version has two bits. */
export type UsLayout = UsHead & {
  /** The field for precise geolocation in the list of sensitive data. Colorado does not have it. */
  readonly preciseGeo: number | undefined;
  readonly knownChild: number;
  readonly knownChildCount: number;
  /** States call it the consent to additional data processing; some do not have it. */
  readonly personalDataConsents: number | undefined;
  readonly coveredTransaction: number;
  readonly serviceProviderMode: number;
  /** The bits of the core without padding. A shorter section is truncated. */
  readonly bits: number;
  /** The maximum bits of the core with padding, if a longer core has another layout. */
  readonly bitsMax: number;
};

/** The fields before the lists, whose lengths differ from state to state. */
type UsHead = {
  readonly processingNotice?: number;
  readonly saleOptOutNotice: number;
  readonly sharingOptOutNotice?: number;
  readonly targetedAdvertisingOptOutNotice?: number;
  readonly sensitiveDataOptOutNotice?: number;
  readonly sensitiveDataLimitUseNotice?: number;
  readonly saleOptOut: number;
  readonly sharingOptOut?: number;
  readonly targetedAdvertisingOptOut?: number;
  /** The known-child fields about children under 13. The others are about older minors. */
  readonly underThirteen: readonly number[];
};

const NATIONAL: UsHead = {
  processingNotice: 6,
  saleOptOutNotice: 8,
  sharingOptOutNotice: 10,
  targetedAdvertisingOptOutNotice: 12,
  sensitiveDataOptOutNotice: 14,
  sensitiveDataLimitUseNotice: 16,
  saleOptOut: 18,
  sharingOptOut: 20,
  targetedAdvertisingOptOut: 22,
  underThirteen: [1],
};

const CALIFORNIA: UsHead = {
  saleOptOutNotice: 6,
  sharingOptOutNotice: 8,
  sensitiveDataLimitUseNotice: 10,
  saleOptOut: 12,
  sharingOptOut: 14,
  // Both are about consumers under 16, who may be under 13.
  underThirteen: [0, 1],
};

const STATE: UsHead = {
  processingNotice: 6,
  saleOptOutNotice: 8,
  targetedAdvertisingOptOutNotice: 10,
  saleOptOut: 12,
  targetedAdvertisingOptOut: 14,
  underThirteen: [0],
};

/** In Utah and Iowa users opt out of sensitive data, where other states require consent. This adds one notice. */
const OPT_OUT_STATE: UsHead = {
  ...STATE,
  sensitiveDataOptOutNotice: 12,
  saleOptOut: 14,
  targetedAdvertisingOptOut: 16,
};

type Row = {
  readonly id: number;
  readonly version?: number;
  readonly head: UsHead;
  readonly geo?: number;
  readonly child: number;
  readonly children: number;
  readonly personal?: number;
  readonly bitsMax?: number;
};

/**
 * Version 1 of usnat has 60 bits, in 10 or 11 characters. A longer section either has the fields of version 2 under
 * the old number, or other padding. The two cannot be distinguished.
 */
const V1_BITS_MAX = 66;

const ROWS: readonly Row[] = [
  { id: 7, head: NATIONAL, geo: 38, child: 48, children: 2, personal: 52, bitsMax: V1_BITS_MAX },
  { id: 7, version: 2, head: NATIONAL, geo: 38, child: 56, children: 3, personal: 62 },
  { id: 8, head: CALIFORNIA, geo: 20, child: 34, children: 2, personal: 38 },
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

const LAYOUTS: ReadonlyMap<number, UsLayout> = new Map(
  ROWS.map((row) => [row.id * VERSIONS_MAX + (row.version ?? 1), layoutOf(row)]),
);

/** After the lists come the three fields of the MSPA: covered, opt-out option mode, service provider. */
function layoutOf({ head, geo, child, children, personal, bitsMax }: Row): UsLayout {
  const mspa = personal === undefined ? child + 2 * children : personal + 2;
  return {
    ...head,
    preciseGeo: geo,
    knownChild: child,
    knownChildCount: children,
    personalDataConsents: personal,
    coveredTransaction: mspa,
    serviceProviderMode: mspa + 4,
    bits: mspa + 6,
    bitsMax: bitsMax ?? Number.POSITIVE_INFINITY,
  };
}

export function findUsLayout(sectionId: number, version: number): UsLayout | undefined {
  return LAYOUTS.get(sectionId * VERSIONS_MAX + version);
}
