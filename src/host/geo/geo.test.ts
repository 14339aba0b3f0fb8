import { describe, expect, test } from 'bun:test';
import { type Data, type MmdbContent, writeMmdb } from '../../../test/geo/write-mmdb.ts';
import { createGeo, GeoFault } from './geo.ts';

const flat = (code: string): Data => ({ country_code: code });

function lookUp(content: Partial<MmdbContent> & Pick<MmdbContent, 'networks'>) {
  const geo = createGeo(writeMmdb({ recordBits: 24, ipVersion: 6, ...content }), 'test.mmdb');
  if (geo instanceof GeoFault) throw new Error(geo.message);
  return geo.countryOf;
}

describe('an address', () => {
  const countryOf = lookUp({
    networks: [
      ['5.0.0.0/8', flat('DE')],
      ['2a00::/12', flat('IT')],
    ],
  });

  test('is found however it is written, and what cannot be parsed has no country', () => {
    const german = ['5.1.2.3', '::ffff:5.1.2.3', '::FFFF:501:203', '5.1.2.3:443', ' 5.1.2.3 '];
    expect([...german, '[::ffff:5.1.2.3]:80'].filter((ip) => countryOf(ip) !== 'DE')).toEqual([]);
    const italian = ['[2a00::1]', '[2a00::1]:443', '2a00::1%eth0', '2A00:0::1'];
    expect(italian.filter((ip) => countryOf(ip) !== 'IT')).toEqual([]);
    const none = ['', 'x', '5.1.2', '5.1.2.256', '05.1.2.3', '2a00::1::', '5.1.2.3/8', '5.1.2.3,'];
    expect([...none, `5.1.2.3${' '.repeat(74)}`].filter(countryOf)).toEqual([]);
  });

  test('of IPv6 has no country in a database of IPv4', () => {
    const ofIpv4 = lookUp({ ipVersion: 4, networks: [['32.0.0.0/3', flat('US')]] });
    expect(['42.1.2.3', '::ffff:42.1.2.3', '2a00::1'].map(ofIpv4)).toEqual(['US', 'US', undefined]);
  });

  test('outside the public internet has no country, whatever the database says', () => {
    const everywhere: readonly [string, Data][] = ['::/1', '8000::/1'].map((network) => [
      network,
      flat('US'),
    ]);
    const country = lookUp({ networks: everywhere });
    const used = ['1.0.0.0', '9.255.255.255', '100.128.0.0', '172.32.0.0', '192.0.3.0', '2003::'];
    expect([...used, '2001:200::', '3fff:1000::'].filter((ip) => country(ip) !== 'US')).toEqual([]);
    const reserved = ['10.0.0.0', '192.0.2.255', '::5.1.2.3', '2001:db8::', '2002::1', '3fff::'];
    expect(reserved.filter(country)).toEqual([]);
  });
});

test('an entry has the country of its code, after whatever stands before it', () => {
  const long = {
    ...{ a: 'x'.repeat(28), b: 'x'.repeat(29), c: 'x'.repeat(285), d: 'x'.repeat(65_821) },
    e: Array.from({ length: 40 }, (_, i) => ({ [`key${i}`]: [i, true, 'text'] })),
    country: { iso_code: 'DE' },
  };
  for (const [entry, code] of [
    [flat('de'), 'DE'],
    [{ country: 'Germany', country_code: 'DE' }, 'DE'],
    [long, 'DE'],
    ...['', 'D', 'DEU', '4U'].map((none) => [flat(none), undefined] as const),
    [{ country_code: 49 }, undefined],
    [{ country: {} }, undefined],
    [{ country: { iso_code: 'DEU' } }, undefined],
    [{ registered_country: { iso_code: 'DE' } }, undefined],
    ['DE', undefined],
  ] as const) {
    const countryOf = lookUp({
      networks: [
        ['5.0.0.0/8', entry],
        ['6.0.0.0/8', flat('US')],
      ],
    });
    expect(countryOf('5.1.2.3')).toBe(code);
  }
});
