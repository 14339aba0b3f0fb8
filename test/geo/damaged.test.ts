import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { createGeo, GeoFault } from '../../src/host/geo/geo.ts';
import { runs } from '../properties/runs.ts';
import {
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

function faultOf(bytes: Buffer): string {
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

const OTHER_KIND = 'expected a MaxMind DB file (.mmdb), but it is another kind of file, cut off';

const FAULTS: Readonly<Record<string, readonly [string, ...Buffer[]]>> = {
  'none for a whole database': ['none', WHOLE, withNodes([[17, 1]])],
  'of another kind': [OTHER_KIND, Buffer.alloc(0), Buffer.from('<!doctype html>')],
  'of a tree longer than the file': [
    'a part is missing',
    joined(Buffer.alloc(6), encode('x'), metadata({ node_count: 1000 })),
  ],
  'of something between tree and data': [
    'does not end with 16 zeros',
    joined(NODE, GERMANY, metadata({}), Buffer.from(SEPARATOR).fill(1, 15)),
  ],
  'of a size that nobody has': [OTHER_KIND, withMetadata({ record_size: 26 })],
  'of no nodes': [
    'a part is missing',
    withMetadata({ node_count: 0 }),
    withMetadata({ node_count: [] }),
  ],
  'of metadata that is no map': [OTHER_KIND, Buffer.concat([MARKER, encode('text')]), MARKER],
  'of a record that leads outside': ['leads outside the data', withNodes([[17, 0xffffff]])],
  'of damaged data': [
    OTHER_KIND,
    withData(pointer(0)),
    withData(Buffer.from([0, 0])),
    withData(Buffer.from([0, 9])),
  ],
  'of no country': [
    'expected country_code or country.iso_code',
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
