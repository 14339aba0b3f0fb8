/** A writer of small MaxMind DB files, and of damaged ones: whatever a test wants changed, it changes. */

export type Data = string | number | boolean | readonly Data[] | { readonly [key: string]: Data };

export type MmdbContent = {
  readonly recordBits: 24 | 28 | 32;
  readonly ipVersion: 4 | 6;
  /** Later networks override earlier ones. */
  readonly networks: readonly (readonly [network: string, data: Data])[];
  /** Written over what fits the rest. */
  readonly metadata?: Readonly<Record<string, Data>>;
};

type Leaf = { readonly dataOffset: number };
type Branch = { readonly children: [Child, Child] };
type Child = Leaf | Branch | undefined;

export const SEPARATOR = Buffer.alloc(16);
export const MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');

export function writeMmdb({ recordBits, ipVersion, networks, metadata }: MmdbContent): Buffer {
  const root = branch();
  const data: Buffer[] = [];
  let dataBytes = 0;
  const offsets = new Map<string, number>();
  for (const [network, value] of networks) {
    const key = JSON.stringify(value);
    let dataOffset = offsets.get(key);
    if (dataOffset === undefined) {
      dataOffset = dataBytes;
      offsets.set(key, dataOffset);
      const encoded = encode(value);
      data.push(encoded);
      dataBytes += encoded.length;
    }
    insert(root, networkBits(network, ipVersion), { dataOffset });
  }
  const nodes = numbered(root);
  const tree = writeTree(nodes, recordBits);
  const described = {
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_780_000_000,
    database_type: 'Test-Country',
    ip_version: ipVersion,
    languages: [],
    node_count: nodes.size,
    record_size: recordBits,
    ...metadata,
  };
  return joined(tree, Buffer.concat(data), described);
}

/** A file of parts, each of which may be wrong. */
export function joined(
  tree: Uint8Array,
  data: Uint8Array,
  metadata: Data,
  separator = SEPARATOR,
): Buffer {
  return Buffer.concat([tree, separator, data, MARKER, encode(metadata)]);
}

function branch(): Branch {
  return { children: [undefined, undefined] };
}

function insert(root: Branch, bits: string, leaf: Leaf): void {
  let node = root;
  for (const bit of bits.slice(0, -1)) {
    const side = bit === '1' ? 1 : 0;
    const child = node.children[side];
    const next = child !== undefined && 'children' in child ? child : branch();
    if (child !== undefined && 'dataOffset' in child) next.children.fill(child);
    node.children[side] = next;
    node = next;
  }
  node.children[bits.endsWith('1') ? 1 : 0] = leaf;
}

function numbered(root: Branch): ReadonlyMap<Branch, number> {
  const numbers = new Map<Branch, number>([[root, 0]]);
  for (const { children } of numbers.keys()) {
    for (const child of children) {
      if (child !== undefined && 'children' in child) numbers.set(child, numbers.size);
    }
  }
  return numbers;
}

function writeTree(nodes: ReadonlyMap<Branch, number>, recordBits: 24 | 28 | 32): Buffer {
  const recordOf = (child: Child) => {
    if (child === undefined) return nodes.size;
    if ('dataOffset' in child) return nodes.size + SEPARATOR.length + child.dataOffset;
    return nodes.get(child) ?? nodes.size;
  };
  return writeNodes(
    [...nodes.keys()].map(({ children: [left, right] }) => [recordOf(left), recordOf(right)]),
    recordBits,
  );
}

export function writeNodes(
  nodes: readonly (readonly [left: number, right: number])[],
  recordBits: 24 | 28 | 32,
): Buffer {
  const digits = recordBits / 4;
  const hex = ([left, right]: readonly [number, number]) => {
    const [l, r] = [left, right].map((record) => record.toString(16).padStart(digits, '0'));
    // Of 28 bits, the high four of both stand in the middle.
    return digits === 7 ? `${l?.slice(1)}${l?.[0]}${r}` : `${l}${r}`;
  };
  return Buffer.from(nodes.map(hex).join(''), 'hex');
}

/** The bits of a network's prefix; in a file of IPv6, IPv4 stands behind 96 zeros. */
function networkBits(network: string, ipVersion: 4 | 6): string {
  const [address = '', length = ''] = network.split('/');
  if (address.includes(':')) return ipv6Bits(address).slice(0, Number(length));
  const bits = address
    .split('.')
    .map((part) => Number(part).toString(2).padStart(8, '0'))
    .join('');
  const prefix = bits.slice(0, Number(length));
  return ipVersion === 6 ? '0'.repeat(96) + prefix : prefix;
}

function ipv6Bits(address: string): string {
  const [head = '', tail = ''] = address.split('::');
  const [left, right] = [head, tail].map((part) => (part === '' ? [] : part.split(':')));
  const groups = [...(left ?? []), ...(right ?? [])];
  const zeros = Array<string>(8 - groups.length).fill('0');
  return [...(left ?? []), ...zeros, ...(right ?? [])]
    .map((group) => Number.parseInt(group, 16).toString(2).padStart(16, '0'))
    .join('');
}

const TEXT = 2;
const UINT32 = 6;
const MAP = 7;
const ARRAY = 11;
const BOOLEAN = 14;

export function encode(value: Data): Buffer {
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    return Buffer.concat([control(TEXT, text.length), text]);
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([control(UINT32, 4), bytes]);
  }
  if (typeof value === 'boolean') return control(BOOLEAN, value ? 1 : 0);
  if (isList(value)) return Buffer.concat([control(ARRAY, value.length), ...value.map(encode)]);
  const entries = Object.entries(value);
  return Buffer.concat([control(MAP, entries.length), ...entries.flat().map(encode)]);
}

function isList(value: Data): value is readonly Data[] {
  return Array.isArray(value);
}

/** The control byte, the byte of an extended type, and the bytes of a large size. */
export function control(type: number, size: number): Buffer {
  const [low, ...rest] =
    size < 29
      ? [size]
      : size < 285
        ? [29, size - 29]
        : size < 65_821
          ? [30, (size - 285) >> 8, (size - 285) & 255]
          : [31, (size - 65_821) >> 16, ((size - 65_821) >> 8) & 255, (size - 65_821) & 255];
  const first = type < 8 ? [(type << 5) | (low ?? 0)] : [low ?? 0, type - 7];
  return Buffer.from([...first, ...rest]);
}

/** A pointer of 32 bits to a place in the data. */
export function pointer(target: number): Buffer {
  const bytes = Buffer.from([0b0011_1000, 0, 0, 0, 0]);
  bytes.writeUInt32BE(target, 1);
  return bytes;
}
