import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { createGeo } from '../../src/host/geo/geo.ts';
import { GeoFault } from '../../src/host/geo/geo-fault.ts';
import { runs } from '../properties/runs.ts';
import {
  control,
  type Data,
  encode,
  joined,
  MARKER,
  pointer,
  SEPARATOR,
  writeMmdb,
  writeNodes,
} from './write-mmdb.ts';

const WHOLE = writeMmdb({
  recordBits: 24,
  ipVersion: 6,
  networks: [
    ['5.0.0.0/8', { country_code: 'DE' }],
    ['6.0.0.0/8', { country: { names: { en: 'France' }, iso_code: 'FR' } }],
    ['2a00::/12', { country_code: 'IT' }],
  ],
});

function faultOf(bytes: Uint8Array): string {
  const geo = createGeo(bytes, 'x.mmdb');
  return geo instanceof GeoFault ? geo.message.slice('x.mmdb: '.length) : 'none';
}

const metadata = (changes: Readonly<Record<string, Data>>): Data => ({
  binary_format_major_version: 2,
  node_count: 1,
  record_size: 24,
  ip_version: 4,
  database_type: 'Test',
  ...changes,
});

const GERMANY = encode({ country_code: 'DE' });
const NODE = writeNodes([[17, 1]], 24);
type Nodes = readonly (readonly [number, number])[];

/** A database of IPv4 with these nodes; a record of data is the number of nodes, 16 and its offset. */
const withNodes = (nodes: Nodes, data = GERMANY) =>
  joined(writeNodes(nodes, 24), data, metadata({ node_count: nodes.length }));

/** Whose one node leads to this data. */
const withData = (...parts: readonly Buffer[]) => withNodes([[17, 17]], Buffer.concat(parts));
const withMetadata = (changes: Readonly<Record<string, Data>>) =>
  joined(NODE, GERMANY, metadata(changes));

const chain = (length: number): Nodes =>
  Array.from({ length }, (_, i) => (i + 1 < length ? [i + 1, length] : [length + 16, length]));

/** So many entries on the same bytes that it would take long to verify them all. */
function repeated(entries: number): Buffer {
  const large = encode(Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`${i}`, i])));
  const nodes = Array.from({ length: entries - 1 }, (_, i): [number, number] => {
    const child = (n: number) =>
      n < entries - 1 ? n : entries - 1 + 16 + large.length + 5 * (n - entries + 1);
    return [child(2 * i + 1), child(2 * i + 2)];
  });
  return withNodes(nodes, Buffer.concat([large, ...Array<Buffer>(entries).fill(pointer(0))]));
}

const NO_METADATA = 'found no metadata at its end';
const DAMAGED = 'its data is damaged at byte 0';
const TREE = 'its search tree is damaged: ';

const FAULTS: Readonly<Record<string, readonly [string, ...Buffer[]]>> = {
  'none for a whole database': ['none', WHOLE, withNodes([[17, 1]])],
  'of another kind': [NO_METADATA, Buffer.alloc(0), Buffer.from('<!doctype html>')],
  'of metadata far from the end': [NO_METADATA, Buffer.concat([WHOLE, Buffer.alloc(130 * 1024)])],
  'of a tree longer than the file, or no data': [
    'a part is missing',
    joined(Buffer.alloc(6), encode('x'), metadata({ node_count: 1000 })),
    withNodes([[1, 1]], Buffer.alloc(0)),
  ],
  'of something between tree and data': [
    `${TREE}expected 16 zeros`,
    joined(NODE, GERMANY, metadata({}), Buffer.from(SEPARATOR).fill(1, 15)),
  ],
  'of another format': [
    'expected binary_format_major_version 2 in its metadata',
    withMetadata({ binary_format_major_version: 3 }),
    withMetadata({ binary_format_major_version: 'two' }),
  ],
  'of a size that nobody has': [
    'expected record_size 24, 28 or',
    withMetadata({ record_size: 26 }),
  ],
  'of another version of IP': ['expected ip_version 4 or 6', withMetadata({ ip_version: 5 })],
  'of no nodes': [
    'expected node_count at least 1',
    withMetadata({ node_count: 0 }),
    withMetadata({ node_count: [] }),
  ],
  'of metadata that is no map': [
    'its metadata is damaged: expected a map',
    Buffer.concat([MARKER, encode('text')]),
    MARKER,
  ],
  'of a loop': [
    `${TREE}node `,
    withNodes([[0, 17]]),
    withNodes([
      [1, 3],
      [2, 3],
      [3, 1],
    ]),
  ],
  'none for a path as long as an address': ['none', withNodes(chain(32))],
  'of a longer path': ['is longer than 32 bits', withNodes(chain(33))],
  'of a record that leads outside': [
    `${TREE}a record leads outside the data`,
    ...[2, 16, 17 + GERMANY.length, 0xffffff].map((record) => withNodes([[17, record]])),
  ],
  'of damaged data': [
    DAMAGED,
    withData(pointer(0)),
    withData(pointer(5), pointer(0)),
    withData(Buffer.concat([control(7, 1), pointer(1)]), encode('DE')),
    withData(Buffer.concat([control(7, 1), encode('country_code'), pointer(14)])),
    withData(pointer(5)),
    withData(pointer(0xffffffff)),
    withData(control(7, 2), encode('a'), encode(1)),
    withData(control(7, 1), encode('country_code')),
    withData(control(7, 16_000_000), encode('a'), encode(1)),
    withData(control(7, 1), encode('country_code'), control(2, 2), Buffer.from('D')),
    withData(encode({ a: 1 }).fill(0xc1, 1, 3)),
    withData(Buffer.from([0, 0])),
    withData(Buffer.from([0, 9])),
  ],
  'of too many entries on the same bytes': ['too many entries share', repeated(128)],
  'of no country': [
    'expected country_code or country.iso_code',
    withData(Buffer.concat([control(7, 1), encode('country'), pointer(0)])),
    withData(encode({ autonomous_system_number: 64_496 })),
  ],
};

test.each(Object.entries(FAULTS))('a fault %s', (_, [fault, ...files]) => {
  for (const bytes of files) expect(faultOf(bytes)).toContain(fault);
});

test('a file is refused wherever it is cut off, and where its beginning is missing', () => {
  for (let at = 1; at < WHOLE.length; at++) {
    expect([at, faultOf(WHOLE.subarray(0, at)), faultOf(WHOLE.subarray(at))]).not.toContain('none');
  }
});

test('no change of some bytes makes a lookup throw, hang or name anything but a country', () => {
  const change = fc.tuple(fc.nat(WHOLE.length - 1), fc.nat(255));
  const ips = ['5.1.2.3', '6.1.2.3', '7.1.2.3', '::ffff:5.1.2.3', '2a00::1', '2b00::1'];
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
      const bytes = Buffer.from(WHOLE);
      for (const [at, value] of changes) bytes[at] = value;
      const geo = createGeo(bytes, 'x.mmdb');
      if (geo instanceof GeoFault) return;
      for (const ip of ips) expect(geo.countryOf(ip) ?? 'XX').toMatch(/^[A-Z]{2}$/);
      // As with a file in shared memory that somebody writes over.
      bytes.fill(changes[0]?.[1] ?? 0);
      for (const ip of ips) geo.countryOf(ip);
    }),
    { numRuns: runs(1000) },
  );
});
