import { afterAll, describe, expect, test } from 'bun:test';
import { refusal } from '../../test/config-file.ts';
import { cleanUp } from '../../test/process.ts';

afterAll(cleanUp);

describe('a bad key, limit or seller of a publisher, or a bad network, is refused', () => {
  const SELLER = { name: 'Acme', domain: 'acme.example', type: 'publisher' };
  const NESTED: readonly (readonly [text: string, path: string, reason: string])[] = [
    [
      'publishers: [{ id: a, limits: { perSecond: 0 } }]',
      'publishers[0].limits.perSecond',
      'expected an integer from 1',
    ],
    [
      seller({ name: '' }),
      'publishers[0].seller.name',
      'expected a non-empty string of at most 256',
    ],
    [seller({ domain: 'acme' }), 'publishers[0].seller.domain', 'expected a host name'],
    [
      seller({ domain: 'https://acme.example' }),
      'publishers[0].seller.domain',
      'expected a host name',
    ],
    [seller({ type: 'PUBLISHER' }), 'publishers[0].seller.type', 'expected one of "publisher"'],
    [
      networks('{ network: localhost, perSecond: 5 }'),
      'limits.networks[0].network',
      'expected an IP address or a network',
    ],
    [
      networks('{ network: 10.0.0.0/33, perSecond: 5 }'),
      'limits.networks[0].network',
      'expected an IP address or a network',
    ],
    [
      networks('{ network: 10.0.0.0/8, perSecond: 0 }'),
      'limits.networks[0].perSecond',
      'expected an integer from 1',
    ],
    [
      networks('{ network: 10.0.0.1, perSecond: 5 }, { network: 10.0.0.1, perSecond: 6 }'),
      'limits.networks[1].network',
      '"10.0.0.1" is used twice',
    ],
    [
      'access: keyed\npublishers: [{ id: a, keys: [0123456789abcdef] }, { id: b }]',
      'publishers[1]',
      'expected keys, since access is keyed',
    ],
    [
      'access: verified\npublishers: [{ id: a }]',
      'publishers[0]',
      'expected seller, since access is verified',
    ],
  ];
  for (const [text, path, reason] of NESTED) {
    test(text, () => {
      expect(refusal(`${text}\n`)).toMatch(/^line \d+: /);
      expect(refusal(`${text}\n`).replace(/^line \d+: /, '')).toStartWith(`${path}: ${reason}`);
    });
  }
  function seller(change: Partial<typeof SELLER>) {
    return `publishers: [{ id: a, seller: ${JSON.stringify({ ...SELLER, ...change })} }]`;
  }
  function networks(items: string) {
    return `limits: { networks: [${items}] }`;
  }
});
