import type { RecordBits } from './mmdb-metadata.ts';

/**
 * The search tree of a MaxMind DB. Each bit of an address selects one of a node's two records. A record below
 * `nodeCount` is the next node, `nodeCount` itself means "unknown", and a record above it points into the data.
 */
export type Tree = {
  readonly bytes: Uint8Array;
  readonly nodeCount: number;
  readonly recordOf: RecordReader;
  /** The number of bits in an address: 32 or 128. */
  readonly depthMax: 32 | 128;
};

export type RecordReader = (bytes: Uint8Array, node: number, bit: number) => number;

export const RECORD_READERS: Readonly<Record<RecordBits, RecordReader>> = {
  24: (bytes, node, bit) => bytes24(bytes, node * 6 + bit * 3),
  // The byte in the middle holds the four high bits of both records.
  28: (bytes, node, bit) => {
    const at = node * 7;
    const middle = bytes[at + 3] ?? 0;
    return bit === 0
      ? ((middle & 0xf0) << 20) | bytes24(bytes, at)
      : ((middle & 0x0f) << 24) | bytes24(bytes, at + 4);
  },
  32: (bytes, node, bit) => {
    const at = node * 8 + bit * 4;
    return (bytes[at] ?? 0) * 0x100_0000 + bytes24(bytes, at + 1);
  },
};

function bytes24(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
}

/** Follows an IPv4 address from the record at which IPv4 starts. Returns the last record. */
export function walkIpv4(
  { bytes, nodeCount, recordOf }: Tree,
  start: number,
  bits: number,
): number {
  let record = start;
  for (let shift = 31; shift >= 0 && record < nodeCount; shift--) {
    record = recordOf(bytes, record, (bits >>> shift) & 1);
  }
  return record;
}

export function walkIpv6({ bytes, nodeCount, recordOf }: Tree, groups: Uint16Array): number {
  let record = 0;
  for (let bit = 0; bit < 128 && record < nodeCount; bit++) {
    record = recordOf(bytes, record, ((groups[bit >>> 4] ?? 0) >>> (15 - (bit & 15))) & 1);
  }
  return record;
}

/** In an IPv6 tree, IPv4 is `::/96`: it starts after this many zero bits. */
const IPV4_PREFIX_BITS = 96;

export function ipv4Start({ bytes, nodeCount, recordOf, depthMax }: Tree): number {
  let record = 0;
  if (depthMax === 32) return record;
  for (let bit = 0; bit < IPV4_PREFIX_BITS && record < nodeCount; bit++) {
    record = recordOf(bytes, record, 0);
  }
  return record;
}
