import { afterAll, describe, expect, test } from 'bun:test';
import { closeSync, ftruncateSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Data, writeMmdb } from '../../../test/geo/write-mmdb.ts';
import { cleanUp, temporaryFolder } from '../../../test/process.ts';
import { createGeo, GeoFault } from './geo.ts';
import { DATABASE_BYTES_MAX, EMBEDDED_DATABASE, openGeo } from './open-geo.ts';

afterAll(cleanUp);

function open(database: string) {
  const geo = openGeo({ database });
  if (geo instanceof GeoFault) throw new Error(geo.message);
  return geo;
}

function faultOf(database: string): string {
  const geo = openGeo({ database });
  if (!(geo instanceof GeoFault)) throw new Error('the database was accepted');
  return geo.message;
}

describe('embedded', () => {
  const { countryOf } = open('embedded');

  test('is whole: no start verifies it', () => {
    expect(createGeo(readFileSync(EMBEDDED_DATABASE), 'embedded')).not.toBeInstanceOf(GeoFault);
  });

  test('knows the networks of well-known institutions', () => {
    const expected = {
      '8.8.8.8': 'US',
      '17.0.0.1': 'US',
      '193.0.6.139': 'NL',
      '129.132.1.1': 'CH',
      '133.11.0.1': 'JP',
      '139.18.1.1': 'DE',
      '134.157.0.1': 'FR',
      '128.232.0.1': 'GB',
      '200.160.2.3': 'BR',
      '2001:67c:2e8:22::c100:68b': 'NL',
      '2001:638::1': 'DE',
      '2001:660::1': 'FR',
      '2001:200::1': 'JP',
      '2001:12ff::1': 'BR',
    };
    expect(Object.fromEntries(Object.keys(expected).map((ip) => [ip, countryOf(ip)]))).toEqual(
      expected,
    );
  });
});

test('none knows no country', () => {
  expect(['8.8.8.8', '2001:638::1', ''].map(open('none').countryOf)).toEqual(
    Array(3).fill(undefined),
  );
});

describe('a path', () => {
  test('is read as a database, and one that is none is a fault', () => {
    const folder = temporaryFolder();
    const file = (name: string, content: string | Uint8Array) => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    const mmdb = (entry: Data) =>
      writeMmdb({ recordBits: 28, ipVersion: 4, networks: [['8.0.0.0/8', entry]] });
    const own = file('own.mmdb', mmdb({ country: { iso_code: 'IS' } }));
    expect(open(own).countryOf('8.8.8.8')).toBe('IS');
    const asn = file('asn.mmdb', mmdb({ autonomous_system_number: 64_496 }));
    expect(faultOf(asn)).toStartWith(`${asn}: expected country_code or country.iso_code`);
    const page = file('page.mmdb', '<html>');
    expect(faultOf(page)).toStartWith(`${page}: expected a MaxMind DB file (.mmdb), but`);
    expect(faultOf(`${page}.missing`)).toContain('cannot be read: ENOENT');
    expect(faultOf(folder)).toBe(`${folder}: expected a file, but it is none`);
  });

  test('of a file that is too large is a fault before it is read', () => {
    const file = join(temporaryFolder(), 'large.mmdb');
    const descriptor = openSync(file, 'w');
    ftruncateSync(descriptor, DATABASE_BYTES_MAX + 1);
    closeSync(descriptor);
    expect(faultOf(file)).toBe(`${file}: expected at most 268435456 bytes, but got 268435457`);
  });
});
