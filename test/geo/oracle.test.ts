import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { type CountryResponse, Reader } from 'mmdb-lib';
import { createGeo, type Geo, GeoFault } from '../../src/host/geo/geo.ts';
import { EMBEDDED_DATABASE } from '../../src/host/geo/open-geo.ts';
import { runs } from '../properties/runs.ts';
import { writeMmdb } from './write-mmdb.ts';

type Entry = CountryResponse & { readonly country_code?: string };

function readersOf(bytes: Buffer): {
  readonly ours: Geo['countryOf'];
  readonly library: Geo['countryOf'];
} {
  const geo = createGeo(bytes, 'x.mmdb');
  if (geo instanceof GeoFault) throw new Error(geo.message);
  const reader = new Reader<Entry>(bytes);
  const library = (ip: string) => {
    const entry = reader.get(ip);
    return entry?.country_code ?? entry?.country?.iso_code;
  };
  return { ours: geo.countryOf, library };
}

/** The same addresses in every run: xorshift, 32 bits a call. */
function words(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

function ipv4(word: number): string {
  return `${word >>> 24}.${(word >>> 16) & 255}.${(word >>> 8) & 255}.${word & 255}`;
}

/** Most of IPv6 is empty: these are where registries give out networks. */
const IPV6_STARTS = ['2001', '2400', '2600', '2604', '2620', '2800', '2a00', '2a02', '2c0f'];

function ipv6(next: () => number): string {
  const start = IPV6_STARTS[next() % IPV6_STARTS.length] ?? '';
  const half = () => (next() >>> 16).toString(16);
  // Below 2001:200:: are protocols, to which the database gives countries and we do not.
  const second = 0x200 + (next() % 2 === 0 ? next() >>> 17 : next() & 0xff);
  return `${start}:${second.toString(16)}:${half()}::${half()}`;
}

describe('the embedded database', () => {
  const { ours, library } = readersOf(readFileSync(EMBEDDED_DATABASE));
  const COUNT = runs(20_000);

  function expectSame(ips: () => string, knownMin: number): void {
    const wrong: string[] = [];
    let known = 0;
    for (let i = 0; i < COUNT; i++) {
      const ip = ips();
      const expected = library(ip);
      if (expected !== undefined) known++;
      if (ours(ip) !== expected) wrong.push(`${ip} ${expected} ${ours(ip)}`);
    }
    expect(wrong).toEqual([]);
    expect(known / COUNT).toBeGreaterThan(knownMin);
  }

  test('gives the country that the library gives, to IPv4 in IPv6 form too', () => {
    const next = words(1);
    expectSame(() => ipv4(next()), 0.8);
    expectSame(() => ipv6(next), 0.3);
    for (let i = 0; i < COUNT / 10; i++) {
      const ip = ipv4(next());
      if (ours(`::ffff:${ip}`) !== ours(ip)) expect(ip).toBe('the same');
    }
  });
});

test('any networks, in any size of records and either shape, give the library’s country', () => {
  const code = fc.constantFrom('DE', 'FR', 'IT', 'US', 'JP');
  const entry = fc.oneof(
    code.map((country_code) => ({ country_code })),
    code.map((iso_code) => ({ continent: { code: 'EU' }, country: { geoname_id: 7, iso_code } })),
  );
  // Close to one another, so that they overlap.
  const ipv4Near = fc.nat(0xffff).map((low) => ipv4(0x0505_0000 + low));
  const ipv6Near = fc
    .tuple(fc.nat(3), fc.nat(0xffff))
    .map(([high, low]) => `2a00:${high}::${low.toString(16)}`);
  const network = fc.oneof(
    fc.tuple(ipv4Near, fc.integer({ min: 8, max: 32 })),
    fc.tuple(ipv6Near, fc.integer({ min: 8, max: 128 })),
  );
  const networks = fc.array(fc.tuple(network, entry), { minLength: 1, maxLength: 30 });
  const asked = fc.array(fc.oneof(ipv4Near, ipv6Near), { maxLength: 30 });
  fc.assert(
    fc.property(fc.constantFrom(24, 28, 32), networks, asked, (recordBits, list, more) => {
      const bytes = writeMmdb({
        recordBits,
        ipVersion: 6,
        networks: list.map(([[ip, length], data]) => [`${ip}/${length}`, data]),
      });
      const { ours, library } = readersOf(bytes);
      for (const ip of [...list.map(([[address]]) => address), ...more]) {
        expect([ip, ours(ip)]).toEqual([ip, library(ip)]);
      }
    }),
    { numRuns: runs(50) },
  );
});
