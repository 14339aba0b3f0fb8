import { describe, expect, test } from 'bun:test';
import { isIP } from 'node:net';
import fc from 'fast-check';
import { runs } from '../../test/properties/runs.ts';
import { callerKey, createIpSet, isPublicIp, networkOf, parseIp } from './ip.ts';

const byte = fc.integer({ min: 0, max: 255 });

test('an address is read, however it is written, and what is none is none', () => {
  for (const [text, ip] of [
    ['192.0.2.1', '192.0.2.1'],
    [' 192.0.2.1\t', '192.0.2.1'],
    ['192.0.2.1:8080', '192.0.2.1'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%eth0]:443', 'fe80::1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
    ['[::ffff:192.0.2.1]:80', '192.0.2.1'],
    ...['', 'unknown', '_hidden', 'localhost', '192.0.2', '192.0.2.256', '192.0.2.1:'],
    ...['192.0.2.01', '1:2:3:4:5:6:7:8:9', '2001:db8::1::2', '::ffff:192.0.2.256', '[]'],
    ...['[]:80', '%eth0', '[192.0.2', '[2001:db8::12', '[::12', '[::1]x', '[::1]:x', '[::1]::1'],
  ].map((row) => (typeof row === 'string' ? [row, undefined] : row))) {
    expect([text, parseIp(text ?? '')]).toEqual([text, ip]);
  }
  const unit = fc.constantFrom(...'0123456789abcdefx.:[]%/ ');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 24 }), (text) => {
      const ip = parseIp(text);
      if (ip !== undefined) expect(parseIp(ip)).toBe(ip);
    }),
    { numRuns: runs(200) },
  );
});

test('an address is told from other texts as Node does', () => {
  const piece = fc.constantFrom('0', 'a', 'F1', '2001', '00001', 'g', '192.0.2.1', '1.2.3', '');
  const pieces = fc.array(piece, { maxLength: 10 }).map((all) => all.join(':'));
  const part = fc.constantFrom('0', '9', '255', '256', '00', '01', '+1', '1e1', '');
  const parts = fc.array(part, { minLength: 3, maxLength: 5 }).map((all) => all.join('.'));
  const noise = fc.string({ unit: fc.constantFrom(...'01fF:.'), maxLength: 20 });
  fc.assert(
    fc.property(fc.oneof(pieces, parts, noise), (text) => {
      // It may have a port.
      fc.pre(!/^[\d.]+:\d+$/.test(text));
      expect([text, parseIp(text) !== undefined]).toEqual([text, isIP(text) !== 0]);
    }),
    { numRuns: runs(2000) },
  );
});

describe('a caller is', () => {
  test('one IPv4 address, or one /64 network of IPv6, however it is written (ruling 40)', () => {
    for (const [ip, key] of [
      ['192.0.2.1', '192.0.2.1'],
      ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
      ['2001:DB8::1', '2001:db8:0:0::/64'],
      ['2001:0db8:0000:0::2', '2001:db8:0:0::/64'],
      ['2001:db8:0:0:0:0:192.0.2.1', '2001:db8:0:0::/64'],
      ['::', '0:0:0:0::/64'],
      ['::4:5:6:7:8', '0:0:0:4::/64'],
    ] as const) {
      expect([ip, callerKey(ip)]).toEqual([ip, key]);
    }
  });

  test('the first four groups of any IPv6 address', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
    fc.assert(
      fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
        const shortened = new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
        const key = `${groups.slice(0, 4).join(':')}::/64`;
        expect([callerKey(groups.join(':')), callerKey(shortened)]).toEqual([key, key]);
      }),
    );
  });
});

describe('a set of addresses and networks', () => {
  test('holds the addresses in it and no others', () => {
    const has = createIpSet(['192.0.2.1', '10.0.0.0/8', '2001:db8::/32', '::1', '172.16.5.4/12']);
    const inside = ['192.0.2.1', '10.0.0.0', '10.255.255.255', '172.31.0.1', '::1'];
    const outside = ['192.0.2.2', '11.0.0.0', '9.255.255.255', '172.32.0.1', '::2', '2001:db9::1'];
    expect([...inside, '2001:db8:ffff::1'].filter((ip) => !has(ip))).toEqual([]);
    expect(outside.filter(has)).toEqual([]);
    expect(['127.0.0.1', '::1', '0.0.0.0'].filter(createIpSet([]))).toEqual([]);
    const everything = createIpSet(['0.0.0.0/0']);
    expect(['203.0.113.9', '2001:db8::9'].filter(everything)).toEqual(['203.0.113.9']);
  });

  test('of IPv4 networks agrees with arithmetic', () => {
    const dotted = (word: number) =>
      [24, 16, 8, 0].map((shift) => (word >>> shift) & 255).join('.');
    const word = fc.integer({ min: 0, max: 2 ** 32 - 1 });
    fc.assert(
      fc.property(word, fc.integer({ min: 0, max: 32 }), word, (network, prefix, address) => {
        const size = 2 ** (32 - prefix);
        const isInside = Math.floor(network / size) === Math.floor(address / size);
        const has = createIpSet([`${dotted(network)}/${prefix}`]);
        expect([has(dotted(network)), has(dotted(address))]).toEqual([true, isInside]);
      }),
    );
  });

  test('refuses an entry that is no address or network', () => {
    const addresses = ['', 'x', 'localhost', ' 10.0.0.1', '10.0.0', '/8', '::1::/64', '::/129'];
    const prefixes = ['', '33', '-1', '8.5', 'x', '8/9'].map((prefix) => `10.0.0.0/${prefix}`);
    for (const entry of [...addresses, ...prefixes]) {
      expect(() => createIpSet(['127.0.0.1', entry])).toThrow(`but got "${entry}"`);
    }
  });
});

test('an address leads to the internet, or into a network of our own or nowhere', () => {
  const outside = `8.8.8.8 1.1.1.1 172.15.255.255 172.32.0.0 100.63.255.255 100.128.0.0 11.0.0.0
    126.255.255.255 169.253.255.255 192.167.255.255 223.255.255.255 2606:4700::1111 ::ffff:8.8.8.8
    64:ff9b::8.8.8.8 2001:4860::8888`.split(/\s+/);
  const inside = `127.0.0.1 127.255.255.255 0.0.0.0 10.0.0.0 10.255.255.255 169.254.169.254
    172.16.0.0 172.31.255.255 192.168.1.1 100.64.0.1 100.100.100.200 224.0.0.1 239.255.255.255
    255.255.255.255 192.0.0.8 198.18.0.1 :: ::1 fc00::1 fdff::1 fe80::1 fe80::1%eth0 fec0::1 ff02::1
    ::ffff:127.0.0.1 ::ffff:a9fe:a9fe 0:0:0:0:0:FFFF:10.0.0.1 ::127.0.0.1 64:ff9b::169.254.169.254
    64:ff9b::7f00:1 64:ff9b:1::a00:1 2002:7f00:1:: 2001:0:7f00:1::
    2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:2::1 2001:20::1 2002:a00:1::1 4000::1 5f00::1
    ::a00:1 100::1 192.0.2.1 198.51.100.1 203.0.113.1 192.88.99.1 2001:db8::1 3fff::1 fd00:ec2::254
    localhost`.split(/\s+/);
  expect(outside.filter((ip) => !isPublicIp(ip))).toEqual([]);
  expect([...inside, ''].filter(isPublicIp)).toEqual([]);
});

describe('an address is cut to its network', () => {
  test('by its kind', () => {
    for (const [text, network] of [
      ['203.0.113.77', '203.0.113.0'],
      ['2001:db8:1234:5678:9abc:def0:1234:5678', '2001:db8:1234:5600::'],
      ['::ffff:203.0.113.77', '203.0.113.0'],
      ['::203.0.113.77', '0:0:0:0::'],
      ['64:ff9b::203.0.113.77', '64:ff9b:0:0::'],
      ['64:ff9b:1:cb00:71:4d00::', '64:ff9b:1:0::'],
      ['2002:cb00:714d::1', '2002:cb00:7100:0::'],
      ['2001:0:cb00:714d::', '2001:0:0:0::'],
      ['203.0.113', undefined],
      ['jane@example.com', undefined],
    ] as const) {
      expect([text, networkOf(text)]).toEqual([text, network]);
    }
  });

  test('in which the last byte of an IPv4 address that it contains cannot be read', () => {
    const hex = (high: number, low: number) => (high * 256 + low).toString(16);
    const containing: readonly ((a: number, b: number, c: number, d: number) => string)[] = [
      (a, b, c, d) => `::ffff:${a}.${b}.${c}.${d}`,
      (a, b, c, d) => `::${a}.${b}.${c}.${d}`,
      (a, b, c, d) => `64:ff9b::${a}.${b}.${c}.${d}`,
      (a, b, c, d) => `64:ff9b:1:${hex(a, b)}:${hex(0, c)}:${hex(d, 0)}::`,
      (a, b, c, d) => `2002:${hex(a, b)}:${hex(c, d)}:1::1`,
      (a, b, c, d) => `2001:0:${hex(a, b)}:${hex(c, d)}::1`,
      (a, b, c, d) =>
        `2001:0:4136:e378:8000:63bf:${hex(255 - a, 255 - b)}:${hex(255 - c, 255 - d)}`,
    ];
    const bytes = fc.tuple(byte, byte, byte, byte, byte);
    fc.assert(
      fc.property(fc.constantFrom(...containing), bytes, (write, [a, b, c, d, other]) => {
        expect(networkOf(write(a, b, c, d))).toBe(networkOf(write(a, b, c, other)));
      }),
    );
  });
});
