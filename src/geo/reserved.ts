import { ipv4Bits } from './address.ts';

/**
 * IANA's registries of special-purpose addresses: private, loopback, documentation, tunnels, multicast, and others.
 * Some databases list a country for them: the country of the organisation that registered the block.
 */
const RESERVED_IPV4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3'],
];

/** The first and the last address of each network, alternating. */
const BOUNDS = Uint32Array.from(
  RESERVED_IPV4.flatMap((network) => {
    const slash = network.indexOf('/');
    const first = ipv4Bits(network.slice(0, slash));
    return [first, first + 2 ** (32 - Number(network.slice(slash + 1))) - 1];
  }),
);

export function isReservedIpv4(bits: number): boolean {
  for (let i = 0; i < BOUNDS.length; i += 2) {
    if (bits >= (BOUNDS[i] ?? 0) && bits <= (BOUNDS[i + 1] ?? 0)) return true;
  }
  return false;
}

export function isReservedIpv6(groups: Uint16Array): boolean {
  const first = groups[0] ?? 0;
  const second = groups[1] ?? 0;
  // Only 2000::/3 is allocated for the public internet.
  if (first >>> 13 !== 1) return true;
  // 2001::/23 is for protocols, Teredo among them; 2001:db8::/32 and 3fff::/20 are for documentation.
  if (first === 0x2001) return second < 0x0200 || second === 0x0db8;
  // 2002::/16 is 6to4, which can contain any IPv4 address.
  return first === 0x2002 || (first === 0x3fff && second < 0x1000);
}
