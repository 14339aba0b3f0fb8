import { GeoFault } from './geo-fault.ts';

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

type RecordReader = (bytes: Uint8Array, node: number, bit: number) => number;

export const RECORD_READERS: Readonly<Record<24 | 28 | 32, RecordReader>> = {
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

/** Follows the first bits of an IPv6 address from the root. Returns the last record. */
export function walkIpv6(
  { bytes, nodeCount, recordOf }: Tree,
  groups: Uint16Array,
  bitCount = 128,
): number {
  let record = 0;
  for (let bit = 0; bit < bitCount && record < nodeCount; bit++) {
    record = recordOf(bytes, record, ((groups[bit >>> 4] ?? 0) >>> (15 - (bit & 15))) & 1);
  }
  return record;
}

/** In an IPv6 tree, IPv4 is `::/96`: it starts after this many zero bits. */
const IPV4_PREFIX_BITS = 96;

export function ipv4Start(tree: Tree): number {
  return tree.depthMax === 32 ? 0 : walkIpv6(tree, new Uint16Array(8), IPV4_PREFIX_BITS);
}

/** The height of a node that is not visited yet, and of one on the path that is being followed. */
const UNVISITED = 0;
const ON_PATH = 255;

/**
 * Visits every node once, even if several records point to it (some databases map several networks to the IPv4
 * nodes), and passes each data record to `check`. Detects loops and paths that are longer than an address.
 */
export function verifyTree(
  { bytes, nodeCount, recordOf, depthMax }: Tree,
  check: (record: number) => GeoFault | undefined,
): GeoFault | undefined {
  const heights = new Uint8Array(nodeCount);

  /** The height counts the node itself. The recursion is at most as deep as an address has bits. */
  function heightOf(node: number, depth: number): number | GeoFault {
    heights[node] = ON_PATH;
    let tallest = 0;
    for (let bit = 0; bit < 2; bit++) {
      const record = recordOf(bytes, node, bit);
      if (record === nodeCount) continue;
      if (record > nodeCount) {
        const fault = check(record);
        if (fault !== undefined) return fault;
        continue;
      }
      const known = heights[record] ?? UNVISITED;
      if (known === ON_PATH) return damaged(`node ${node} leads back to node ${record}`);
      if (depth + 1 + Math.max(known, 1) > depthMax) {
        return damaged(`the path through node ${node} is longer than ${depthMax} bits`);
      }
      const height = known === UNVISITED ? heightOf(record, depth + 1) : known;
      if (height instanceof GeoFault) return height;
      tallest = Math.max(tallest, height);
    }
    heights[node] = tallest + 1;
    return tallest + 1;
  }

  const height = heightOf(0, 0);
  return height instanceof GeoFault ? height : undefined;
}

function damaged(how: string): GeoFault {
  return new GeoFault(`its search tree is damaged: ${how}`);
}
