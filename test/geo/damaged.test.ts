import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { createGeo } from '../../src/geo/geo.ts';
import { GeoFault } from '../../src/geo/geo-fault.ts';
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
  if (!(geo instanceof GeoFault)) throw new Error('the database was accepted');
  expect(geo.message).toStartWith('x.mmdb: ');
  return geo.message.slice('x.mmdb: '.length);
}

/** A database of IPv4 with these nodes; a record of data is the number of nodes, 16 and its offset. */
function withNodes(
  nodes: readonly (readonly [number, number])[],
  data = encode({ country_code: 'DE' }),
) {
  return joined(writeNodes(nodes, 24), data, metadata({ node_count: nodes.length }));
}

function metadata(changes: Readonly<Record<string, Data>>): Data {
  return {
    binary_format_major_version: 2,
    node_count: 1,
    record_size: 24,
    ip_version: 4,
    database_type: 'Test',
    ...changes,
  };
}

/** Whose one node leads to this data. */
const withData = (...parts: readonly Buffer[]) => withNodes([[17, 17]], Buffer.concat(parts));

test('a whole database is accepted', () => {
  expect(createGeo(WHOLE, 'x.mmdb')).not.toBeInstanceOf(GeoFault);
  expect(createGeo(withNodes([[17, 1]]), 'x.mmdb')).not.toBeInstanceOf(GeoFault);
});

describe('a file is refused', () => {
  const NO_METADATA =
    'expected a MaxMind DB file (.mmdb), but found no metadata at its end: it is another kind of file, or cut off';

  test('that is empty or another kind', () => {
    expect(faultOf(Buffer.alloc(0))).toBe(NO_METADATA);
    expect(faultOf(Buffer.from('<!doctype html>'))).toBe(NO_METADATA);
  });

  test('whose metadata stands further from the end than the format allows', () => {
    expect(faultOf(Buffer.concat([WHOLE, Buffer.alloc(130 * 1024)]))).toBe(NO_METADATA);
  });

  test('wherever it is cut off', () => {
    for (let length = 0; length < WHOLE.length; length++) faultOf(WHOLE.subarray(0, length));
  });

  test('whose beginning is missing', () => {
    for (let start = 1; start < WHOLE.length; start++) faultOf(WHOLE.subarray(start));
  });

  test('whose tree is longer than the file', () => {
    const bytes = joined(Buffer.alloc(6), encode('x'), metadata({ node_count: 1000 }));
    expect(faultOf(bytes)).toBe(
      'expected a search tree of 6000 bytes and data behind it, but got 24 bytes in all: a part is missing',
    );
  });

  test('that has no data', () => {
    expect(faultOf(withNodes([[1, 1]], Buffer.alloc(0)))).toBe(
      'expected a search tree of 6 bytes and data behind it, but got 22 bytes in all: a part is missing',
    );
  });

  test('that has something else between tree and data', () => {
    const separator = Buffer.from(SEPARATOR).fill(1, 15);
    const bytes = joined(
      writeNodes([[17, 1]], 24),
      encode({ country_code: 'DE' }),
      metadata({}),
      separator,
    );
    expect(faultOf(bytes)).toBe('its search tree is damaged: expected 16 zeros behind its 1 nodes');
  });
});

describe('metadata is refused', () => {
  const faultWith = (changes: Readonly<Record<string, Data>>) =>
    faultOf(joined(writeNodes([[17, 1]], 24), encode({ country_code: 'DE' }), metadata(changes)));
  const sentence = (key: string, expected: string, got: string) =>
    `expected ${key} ${expected} in its metadata, but got ${got}`;

  test('of another format', () => {
    const key = 'binary_format_major_version';
    expect(faultWith({ [key]: 3 })).toBe(sentence(key, '2', '3'));
    expect(faultWith({ [key]: 'two' })).toBe(sentence(key, '2', 'no number'));
  });

  test('with a size of records that nobody has', () => {
    expect(faultWith({ record_size: 26 })).toBe(sentence('record_size', '24, 28 or 32', '26'));
  });

  test('with another version of IP', () => {
    expect(faultWith({ ip_version: 5 })).toBe(sentence('ip_version', '4 or 6', '5'));
  });

  test('without nodes', () => {
    expect(faultWith({ node_count: 0 })).toBe(sentence('node_count', 'at least 1', '0'));
    expect(faultWith({ node_count: [] })).toBe(sentence('node_count', 'at least 1', 'no number'));
  });

  test('that is no map', () => {
    expect(faultOf(Buffer.concat([MARKER, encode('text')]))).toBe(
      'its metadata is damaged: expected a map',
    );
    expect(faultOf(MARKER)).toBe('its metadata is damaged: expected a map');
  });
});

describe('a search tree is refused', () => {
  test('with a node that leads to itself', () => {
    expect(faultOf(withNodes([[0, 17]]))).toBe(
      'its search tree is damaged: node 0 leads back to node 0',
    );
  });

  test('with a loop through several nodes', () => {
    expect(
      faultOf(
        withNodes([
          [1, 3],
          [2, 3],
          [3, 1],
        ]),
      ),
    ).toBe('its search tree is damaged: node 2 leads back to node 1');
  });

  test('with a path that is longer than an address, and with none that is as long', () => {
    const chain = (length: number) =>
      Array.from({ length }, (_, i): [number, number] =>
        i + 1 < length ? [i + 1, length] : [length + 16, length],
      );
    expect(createGeo(withNodes(chain(32)), 'x.mmdb')).not.toBeInstanceOf(GeoFault);
    expect(faultOf(withNodes(chain(33)))).toBe(
      'its search tree is damaged: the path through node 31 is longer than 32 bits',
    );
  });

  test('with a path that gets too long by a part which others share', () => {
    // Node 0 leads to the chain of 31 nodes both at once and through node 32.
    const nodes = Array.from({ length: 33 }, (_, i): [number, number] => [i + 1, 33]);
    nodes[0] = [1, 32];
    nodes[31] = [49, 33];
    nodes[32] = [1, 33];
    expect(faultOf(withNodes(nodes))).toBe(
      'its search tree is damaged: the path through node 32 is longer than 32 bits',
    );
    nodes[32] = [2, 33];
    expect(createGeo(withNodes(nodes), 'x.mmdb')).not.toBeInstanceOf(GeoFault);
  });

  test('with a record that leads between tree and data, or behind the data', () => {
    const outside = 'its search tree is damaged: a record leads outside the data';
    const { length } = encode({ country_code: 'DE' });
    for (const record of [2, 16, 17 + length, 0xffffff]) {
      expect([record, faultOf(withNodes([[17, record]]))]).toEqual([record, outside]);
    }
  });
});

describe('data is refused', () => {
  const DAMAGED = 'its data is damaged at byte 0';
  const key = (name: string) => encode(name);

  test('with a pointer that leads to itself or to another', () => {
    expect(faultOf(withData(pointer(0)))).toBe(DAMAGED);
    expect(faultOf(withData(pointer(5), pointer(0)))).toBe(DAMAGED);
    const keyLoop = Buffer.concat([control(7, 1), pointer(1)]);
    expect(faultOf(withData(keyLoop, encode('DE')))).toBe(DAMAGED);
    const valueLoop = Buffer.concat([control(7, 1), key('country_code'), pointer(14)]);
    expect(faultOf(withData(valueLoop))).toBe(DAMAGED);
  });

  test('with a pointer that leads outside', () => {
    expect(faultOf(withData(pointer(5)))).toBe(DAMAGED);
    expect(faultOf(withData(pointer(0xffffffff)))).toBe(DAMAGED);
  });

  test('with a country that is inside itself, without a country', () => {
    const self = Buffer.concat([control(7, 1), key('country'), pointer(0)]);
    expect(faultOf(withData(self))).toStartWith('expected country_code or country.iso_code');
  });

  test('with a map that has fewer entries than it says', () => {
    expect(faultOf(withData(control(7, 2), key('a'), encode(1)))).toBe(DAMAGED);
    expect(faultOf(withData(control(7, 1), key('country_code')))).toBe(DAMAGED);
    expect(faultOf(withData(control(7, 16_000_000), key('a'), encode(1)))).toBe(DAMAGED);
  });

  test('with a text that is longer than the data', () => {
    expect(
      faultOf(withData(control(7, 1), key('country_code'), control(2, 2), Buffer.from('D'))),
    ).toBe(DAMAGED);
  });

  test('with a key that is no text', () => {
    expect(faultOf(withData(encode({ a: 1 }).fill(0xc1, 1, 3)))).toBe(DAMAGED);
  });

  test('of a type that does not exist', () => {
    expect(faultOf(withData(Buffer.from([0, 0])))).toBe(DAMAGED);
    expect(faultOf(withData(Buffer.from([0, 9])))).toBe(DAMAGED);
  });

  test('with more values in an entry than a lookup may read', () => {
    const entry = (count: number) =>
      Object.fromEntries([
        ...Array.from({ length: count }, (_, i) => [`key${i}`, i]),
        ['country_code', 'DE'],
      ]) as Data;
    expect(createGeo(withData(encode(entry(511))), 'x.mmdb')).not.toBeInstanceOf(GeoFault);
    expect(faultOf(withData(encode(entry(512))))).toBe(DAMAGED);
  });

  test('with more entries on the same bytes than can be verified in time', () => {
    const large = encode(Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`${i}`, i])));
    const entries = 128;
    const first = large.length;
    const nodes = Array.from({ length: entries - 1 }, (_, i): [number, number] => {
      const child = (n: number) =>
        n < entries - 1 ? n : entries - 1 + 16 + first + 5 * (n - entries + 1);
      return [child(2 * i + 1), child(2 * i + 2)];
    });
    const data = Buffer.concat([large, ...Array<Buffer>(entries).fill(pointer(0))]);
    expect(faultOf(withNodes(nodes, data))).toBe(
      'its data is damaged: too many entries share the same bytes',
    );
  });

  test('without any country, by its name', () => {
    const asn = encode({ autonomous_system_number: 64_496 });
    const bytes = joined(
      writeNodes([[17, 17]], 24),
      asn,
      metadata({ database_type: 'GeoLite2-ASN' }),
    );
    expect(faultOf(bytes)).toBe(
      'expected country_code or country.iso_code in its records, but none has them; it calls itself "GeoLite2-ASN"',
    );
  });
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
    }),
    { numRuns: 20_000 },
  );
});

test('bytes that change after they were verified make no lookup throw', () => {
  // As with a file in shared memory that somebody writes over.
  const bytes = Buffer.from(WHOLE);
  const geo = createGeo(bytes, 'x.mmdb');
  if (geo instanceof GeoFault) throw new Error(geo.message);
  for (const filler of [0, 1, 0x27, 0xe1, 0xff]) {
    bytes.fill(filler);
    for (const ip of ['5.1.2.3', '6.1.2.3', '2a00::1']) geo.countryOf(ip);
  }
});
