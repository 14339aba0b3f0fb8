import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { type Data, type MmdbContent, writeMmdb } from '../../test/geo/write-mmdb.ts';
import { isPublicIp } from '../lib/ip.ts';
import { createGeo } from './geo.ts';
import { GeoFault } from './geo-fault.ts';

const flat = (code: string): Data => ({ country_code: code });
const nested = (code: string): Data => ({
  continent: { code: 'EU', names: { en: 'Europe', de: 'Europa' } },
  country: { geoname_id: 2_921_044, is_in_european_union: true, iso_code: code },
  subdivisions: [{ iso_code: 'XX' }, { iso_code: 'YY' }],
});

function lookUp(content: Partial<MmdbContent> & Pick<MmdbContent, 'networks'>) {
  const geo = createGeo(writeMmdb({ recordBits: 24, ipVersion: 6, ...content }), 'test.mmdb');
  if (geo instanceof GeoFault) throw new Error(geo.message);
  return geo.countryOf;
}

const NETWORKS = [
  ['5.0.0.0/8', 'DE'],
  ['5.1.0.0/16', 'FR'],
  ['5.1.2.3/32', 'AT'],
  ['2a00::/12', 'IT'],
  ['2a00:1:2:3:4:5:6:7/128', 'ES'],
] as const;

for (const recordBits of [24, 28, 32] as const) {
  for (const [shape, entry] of Object.entries({ country_code: flat, 'country.iso_code': nested })) {
    describe(`with ${shape} in records of ${recordBits} bits`, () => {
      test('the smallest network around an address names its country', () => {
        const countryOf = lookUp({
          recordBits,
          networks: NETWORKS.map(([network, code]) => [network, entry(code)]),
        });
        const ips = ['5.255.255.255', '5.1.0.0', '5.1.255.255', '5.1.2.2', '5.1.2.3', '6.0.0.0'];
        expect(ips.map(countryOf)).toEqual(['DE', 'FR', 'FR', 'FR', 'AT', undefined]);
        const ipv6 = [
          '2a00::',
          '2a0f:ffff::',
          '2a10::',
          '2a00:1:2:3:4:5:6:7',
          '2a00:1:2:3:4:5:6:8',
        ];
        expect(ipv6.map(countryOf)).toEqual(['IT', 'IT', undefined, 'ES', 'IT']);
      });
    });
  }
}

describe('an address', () => {
  const countryOf = lookUp({
    networks: [
      ['5.0.0.0/8', flat('DE')],
      ['2a00::/12', flat('IT')],
    ],
  });

  test('of IPv4 is found when it is mapped into IPv6', () => {
    for (const ip of ['::ffff:5.1.2.3', '::FFFF:501:203', '0:0:0:0:0:ffff:5.1.2.3']) {
      expect([ip, countryOf(ip)]).toEqual([ip, 'DE']);
    }
  });

  test('is found with brackets, port, zone or spaces around it', () => {
    for (const ip of ['5.1.2.3:443', ' 5.1.2.3 ', '[::ffff:5.1.2.3]:80']) {
      expect([ip, countryOf(ip)]).toEqual([ip, 'DE']);
    }
    for (const ip of ['[2a00::1]', '[2a00::1]:443', '2a00::1%eth0', '2A00:0::1']) {
      expect([ip, countryOf(ip)]).toEqual([ip, 'IT']);
    }
  });

  test('that cannot be parsed has no country', () => {
    const texts = [
      '',
      'x',
      '5.1.2',
      '5.1.2.256',
      '05.1.2.3',
      '2a00::1::',
      '5.1.2.3/8',
      '5.1.2.3,5.1.2.4',
    ];
    expect(texts.filter((text) => countryOf(text) !== undefined)).toEqual([]);
  });

  test('that is any text has a country or none, without an exception', () => {
    const noise = fc.string({ unit: fc.constantFrom(...'0125af.:[]% '), maxLength: 30 });
    fc.assert(
      fc.property(fc.oneof(noise, fc.string({ unit: 'binary' })), (text) => {
        expect([undefined, 'DE', 'IT']).toContain(countryOf(text));
      }),
      { numRuns: 2000 },
    );
  });

  test('is not looked for in long texts', () => {
    expect(countryOf(`5.1.2.3${' '.repeat(73)}`)).toBe('DE');
    expect(countryOf(`5.1.2.3${' '.repeat(74)}`)).toBeUndefined();
  });

  test('of IPv6 has no country in a database of IPv4', () => {
    const ofIpv4 = lookUp({ ipVersion: 4, networks: [['32.0.0.0/3', flat('US')]] });
    expect(['42.1.2.3', '::ffff:42.1.2.3', '2a00::1'].map(ofIpv4)).toEqual(['US', 'US', undefined]);
  });
});

describe('a reserved address has no country, whatever the database says', () => {
  const everywhere: readonly [string, Data][] = ['::/1', '8000::/1'].map((network) => [
    network,
    flat('US'),
  ]);
  const countryOf = lookUp({ networks: everywhere });

  test('where its network starts and ends', () => {
    const reserved = [
      '0.0.0.0',
      '0.255.255.255',
      '10.0.0.0',
      '10.255.255.255',
      '100.64.0.0',
      '100.127.255.255',
      '127.0.0.1',
      '169.254.0.0',
      '169.254.255.255',
      '172.16.0.0',
      '172.31.255.255',
      '192.0.0.0',
      '192.0.0.255',
      '192.0.2.0',
      '192.0.2.255',
      '192.88.99.1',
      '192.168.0.0',
      '192.168.255.255',
      '198.18.0.0',
      '198.19.255.255',
      '198.51.100.7',
      '203.0.113.7',
      '224.0.0.0',
      '239.255.255.255',
      '240.0.0.0',
      '255.255.255.255',
      '::ffff:10.0.0.1',
      '::',
      '::1',
      '::5.1.2.3',
      '64:ff9b::5.1.2.3',
      '1fff:ffff::',
      '4000::',
      'fc00::1',
      'fe80::1',
      'ff02::1',
      '2001::',
      '2001:1ff:ffff::',
      '2001:db8::',
      '2001:db8:ffff::',
      '2002::1',
      '2002:ffff::',
      '3fff::',
      '3fff:fff:ffff::',
    ];
    expect(reserved.filter((ip) => countryOf(ip) !== undefined)).toEqual([]);
  });

  test('while those just outside have one', () => {
    const used = [
      '1.0.0.0',
      '9.255.255.255',
      '11.0.0.0',
      '100.63.255.255',
      '100.128.0.0',
      '126.255.255.255',
      '128.0.0.0',
      '169.253.255.255',
      '169.255.0.0',
      '172.15.255.255',
      '172.32.0.0',
      '191.255.255.255',
      '192.0.1.0',
      '192.0.3.0',
      '192.167.255.255',
      '192.169.0.0',
      '198.17.255.255',
      '198.20.0.0',
      '203.0.112.255',
      '203.0.114.0',
      '223.255.255.255',
      '2000::',
      '2001:200::',
      '2001:db7:ffff::',
      '2001:db9::',
      '2003::',
      '3ffe:ffff::',
      '3fff:1000::',
    ];
    expect(used.filter((ip) => countryOf(ip) !== 'US')).toEqual([]);
  });

  test('and no address outside the public internet has one', () => {
    const ipv6 = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 });
    const ips = fc.oneof(
      fc.ipV4(),
      ipv6.map((groups) => groups.map((value) => value.toString(16)).join(':')),
    );
    fc.assert(
      fc.property(ips, (ip) => {
        if (!isPublicIp(ip)) expect([ip, countryOf(ip)]).toEqual([ip, undefined]);
      }),
      { numRuns: 5000 },
    );
  });
});

describe('an entry', () => {
  const codeOf = (entry: Data) =>
    lookUp({
      networks: [
        ['5.0.0.0/8', entry],
        ['6.0.0.0/8', flat('US')],
      ],
    })('5.1.2.3');

  test('with a code in small letters is read', () => expect(codeOf(flat('de'))).toBe('DE'));

  test('without a country of two letters has none', () => {
    const entries: readonly Data[] = [
      flat(''),
      flat('D'),
      flat('DEU'),
      flat('4U'),
      { country_code: 49 },
      { country: {} },
      { country: 'Germany' },
      { country: { iso_code: 'DEU' } },
      { registered_country: { iso_code: 'DE' } },
      {},
      'DE',
    ];
    expect(entries.map(codeOf).filter((code) => code !== undefined)).toEqual([]);
  });

  test('with a name beside the code has the code', () => {
    expect(codeOf({ country: 'Germany', country_code: 'DE' })).toBe('DE');
  });

  test('with long and large values before the country is read', () => {
    const entry = {
      a: 'x'.repeat(28),
      b: 'x'.repeat(29),
      c: 'x'.repeat(285),
      d: 'x'.repeat(65_821),
      e: Array.from({ length: 40 }, (_, i) => ({ [`key${i}`]: [i, true, 'text'] })),
      country: { iso_code: 'DE' },
    };
    expect(codeOf(entry)).toBe('DE');
  });
});

test('countries stay right when there are more entries than the cache keeps', () => {
  const networks = Array.from({ length: 5000 }, (_, i) => {
    const code = i % 2 === 0 ? 'DE' : 'FR';
    return [`5.${i >> 8}.${i & 255}.0/24`, { country_code: code, number: i }] as const;
  });
  const countryOf = lookUp({ networks });
  for (let round = 0; round < 2; round++) {
    const wrong = networks.filter(
      ([network, { country_code }]) => countryOf(network.replace('.0/24', '.9')) !== country_code,
    );
    expect(wrong).toEqual([]);
  }
});
