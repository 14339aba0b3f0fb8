import type { Metadata } from 'mmdb-lib/lib/metadata.js';

/**
 * The search tree of a MaxMind DB. Each bit of an address selects one of a node's two records. A record below
 * `nodeCount` is the next node, `nodeCount` itself means "unknown", and a record above it points to an entry. It is walked here
 * rather than by the library, which takes five times as long and is on the way of requests.
 */
export type Tree = {
  readonly nodeCount: number;
  readonly recordOf: (node: number, bit: number) => number;
  /** The number of bits in an address: 32 or 128. */
  readonly depthMax: 32 | 128;
};

export function treeOf(
  bytes: Uint8Array,
  { nodeCount, recordSize, ipVersion }: Pick<Metadata, 'nodeCount' | 'recordSize' | 'ipVersion'>,
): Tree {
  if (!(nodeCount > 0) || (nodeCount * recordSize) / 4 >= bytes.length) {
    throw new Error(`expected a search tree of ${nodeCount} nodes, but a part is missing`);
  }
  const recordOf = RECORD_READERS[recordSize as 24 | 28 | 32];
  return {
    nodeCount,
    recordOf: (node, bit) => recordOf(bytes, node, bit),
    depthMax: ipVersion === 4 ? 32 : 128,
  };
}

type RecordReader = (bytes: Uint8Array, node: number, bit: number) => number;

const RECORD_READERS: Readonly<Record<24 | 28 | 32, RecordReader>> = {
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
export function walkIpv4({ nodeCount, recordOf }: Tree, start: number, bits: number): number {
  let record = start;
  for (let shift = 31; shift >= 0 && record < nodeCount; shift--) {
    record = recordOf(record, (bits >>> shift) & 1);
  }
  return record;
}

/** Follows the first bits of an IPv6 address from the root. Returns the last record. */
export function walkIpv6(
  { nodeCount, recordOf }: Tree,
  groups: Uint16Array,
  bitCount = 128,
): number {
  let record = 0;
  for (let bit = 0; bit < bitCount && record < nodeCount; bit++) {
    record = recordOf(record, ((groups[bit >>> 4] ?? 0) >>> (15 - (bit & 15))) & 1);
  }
  return record;
}

/** In an IPv6 tree, IPv4 is `::/96`: it starts after this many zero bits. */
const IPV4_PREFIX_BITS = 96;

export function ipv4Start(tree: Tree): number {
  return tree.depthMax === 32 ? 0 : walkIpv6(tree, new Uint16Array(8), IPV4_PREFIX_BITS);
}
