/** Strings written bit by bit, for what the official encoders refuse or choose not to write. */

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

export function uint(value: number, width: number): string {
  return value.toString(2).padStart(width, '0');
}

export function toBase64Url(bits: string): string {
  let text = '';
  for (let i = 0; i < bits.length; i += 6) {
    text += ALPHABET.charAt(Number.parseInt(bits.slice(i, i + 6).padEnd(6, '0'), 2));
  }
  return text;
}

export type Range = readonly [start: number, end?: number];

function rangeEntries(ranges: readonly Range[]): string {
  const entries = ranges.map(([start, end]) =>
    end === undefined ? `0${uint(start, 16)}` : `1${uint(start, 16)}${uint(end, 16)}`,
  );
  return uint(ranges.length, 12) + entries.join('');
}

export function rangeVector(idMax: number, ranges: readonly Range[]): string {
  return `${uint(idMax, 16)}1${rangeEntries(ranges)}`;
}

export function bitVector(idMax: number, has: (id: number) => boolean): string {
  const bits = Array.from({ length: idMax }, (_, i) => (has(i + 1) ? '1' : '0'));
  return `${uint(idMax, 16)}0${bits.join('')}`;
}

export const NO_VENDORS = bitVector(0, () => false);
export const NO_RESTRICTIONS = uint(0, 12);

export type Restriction = {
  readonly purpose: number;
  readonly type: number;
  readonly ranges: readonly Range[];
};

export function restrictionList(restrictions: readonly Restriction[]): string {
  const list = restrictions.map(
    ({ purpose, type, ranges }) => uint(purpose, 6) + uint(type, 2) + rangeEntries(ranges),
  );
  return uint(restrictions.length, 12) + list.join('');
}

/** Any but 0 and 1, which the official library refuses. */
const CMP_ID = 300;

type CoreHead = {
  readonly version?: number;
  readonly isServiceSpecific?: boolean;
  readonly specialFeatures?: number;
  readonly purposeConsents?: number;
  readonly purposeLegitimateInterests?: number;
};

type CoreLists = {
  readonly vendorConsents?: string;
  readonly vendorLegitimateInterests?: string;
  readonly restrictions?: string;
};

/** The bits of a core segment before its lists; everything allowed unless the parts say otherwise. */
export function coreHead(parts: CoreHead = {}): string {
  return [
    uint(parts.version ?? 2, 6),
    uint(17_000_000_000, 36),
    uint(17_000_000_000, 36),
    uint(CMP_ID, 12),
    uint(0, 12 + 6 + 12 + 12),
    uint(5, 6),
    parts.isServiceSpecific === false ? '0' : '1',
    '0',
    uint(parts.specialFeatures ?? 0b100000000000, 12),
    uint(parts.purposeConsents ?? 0xffffff, 24),
    uint(parts.purposeLegitimateInterests ?? 0xffffff, 24),
    uint(0, 1 + 12),
  ].join('');
}

export function coreBits(parts: CoreHead & CoreLists = {}): string {
  return (
    coreHead(parts) +
    (parts.vendorConsents ?? NO_VENDORS) +
    (parts.vendorLegitimateInterests ?? NO_VENDORS) +
    (parts.restrictions ?? NO_RESTRICTIONS)
  );
}

export function tcString(...segments: readonly string[]): string {
  return segments.map(toBase64Url).join('.');
}

export function disclosedSegment(vector: string): string {
  return uint(1, 3) + vector;
}
