import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** The address without brackets, port or zone, and with mapped IPv4 unmapped. undefined if the text is no address. */
export function parseIp(text: string): string | undefined {
  if (isIPv4(text)) return text;
  let ip = text.trim();
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(ip);
  if (bracketed !== null) ip = bracketed[1] ?? '';
  else if (/^[\d.]+:\d+$/.test(ip)) ip = ip.slice(0, ip.indexOf(':'));
  const zone = ip.indexOf('%');
  if (zone !== -1) ip = ip.slice(0, zone);
  if (isIPv4(ip)) return ip;
  return isIPv6(ip) ? (mappedIpv4(ip) ?? ip) : undefined;
}

/** A dual-stack socket shows an IPv4 peer as `::ffff:192.0.2.1`, in any notation. */
function mappedIpv4(ip: string): string | undefined {
  if (!/ffff/i.test(ip)) return undefined;
  const bits = mappedIpv4Bits(groupsOf(ip));
  return bits === NO_ADDRESS ? undefined : dotted(bits);
}

function dotted(bits: number): string {
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.');
}

/** The key that limits count a caller by: its IPv4 address, or the /64 network of its IPv6 address. */
export function callerKey(ip: string): string {
  return ip.includes(':') ? `${hexadecimal(groupsOf(ip).subarray(0, 4))}::/64` : ip;
}

/** The eight groups of a valid IPv6 address. */
function groupsOf(ip: string): Uint16Array {
  const groups = new Uint16Array(8);
  readIpv6(ip, groups);
  return groups;
}

/** In lower case without leading zeros. */
function hexadecimal(groups: Uint16Array): string {
  return Array.from(groups, (group) => group.toString(16)).join(':');
}

/** A test for membership in a list of addresses and CIDR networks; throws a sentence on a bad entry. */
export function createIpSet(entries: readonly string[]): (ip: string) => boolean {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix, ...more] = entry.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    const bits = family === 'ipv4' ? 32 : 128;
    const length = prefix === undefined ? bits : Number(prefix);
    const isValid =
      (isIPv4(address) || isIPv6(address)) &&
      more.length === 0 &&
      (prefix === undefined || /^\d{1,3}$/.test(prefix)) &&
      length <= bits;
    if (!isValid)
      throw new Error(`expected an IP address or a network like 10.0.0.0/8, but got "${entry}"`);
    list.addSubnet(address, length, family);
  }
  return (ip) => list.check(ip, isIPv4(ip) ? 'ipv4' : 'ipv6');
}

/** `10.0.0.0/8` as it is; a single address as a network of one, so that it differs from a caller's key. */
export function networkName(network: string): string {
  if (network.includes('/')) return network;
  return `${network}/${network.includes(':') ? 128 : 32}`;
}

const IPV4_BYTES_KEPT = 3;
const IPV6_BITS_KEPT = 56;

/** Networks whose first 56 bits contain an IPv4 address. Of that, too, no more than the first 24 bits are kept. */
const TUNNELS: readonly (readonly [isInside: (ip: string) => boolean, bitsKept: number])[] = [
  // 6to4: the address of the site follows the prefix.
  [createIpSet(['2002::/16']), 40],
  // Teredo: the address of the server follows the prefix; that of the person is in the last 32 bits.
  [createIpSet(['2001::/32']), 32],
  // NAT64 with a prefix of the network's own: the address follows it (RFC 8215).
  [createIpSet(['64:ff9b:1::/48']), 48],
];

/** The address cut to its network, /24 for IPv4 and /56 for IPv6. undefined if the text is no address. */
export function networkOf(text: string): string | undefined {
  const ip = parseIp(text);
  if (ip === undefined) return undefined;
  if (!ip.includes(':')) return `${ip.split('.').slice(0, IPV4_BYTES_KEPT).join('.')}.0`;
  const [, bitsKept = IPV6_BITS_KEPT] = TUNNELS.find(([isInside]) => isInside(ip)) ?? [];
  const kept = groupsOf(ip)
    .subarray(0, 4)
    .map((group, index) => keptBits(group, bitsKept - 16 * index));
  return `${hexadecimal(kept)}::`;
}

/** The first bits of a group of 16, the others zero. */
function keptBits(group: number, count: number): number {
  return group & (0xffff << Math.min(16, Math.max(0, 16 - count)));
}

const NAT64_PREFIX = [0x64, 0xff9b, 0, 0, 0, 0];

/** Whether the address is on the public internet, not in a private network. false if the text is no address. */
export function isPublicIp(text: string): boolean {
  const ip = parseIp(text);
  if (ip === undefined) return false;
  if (!ip.includes(':')) return !isReservedIpv4(ipv4Bits(ip));
  const groups = groupsOf(ip);
  // NAT64: an IPv6-only network reaches IPv4 addresses through this prefix.
  const isNat64 = NAT64_PREFIX.every((group, i) => group === groups[i]);
  return isNat64 ? !isReservedIpv4(lastIpv4Bits(groups)) : !isReservedIpv6(groups);
}

/** Reads addresses character by character, so that the lookup of a country allocates nothing. */

export const NO_ADDRESS = -1;

const DOT = 46;
const COLON = 58;
const ZERO = 48;
const NINE = 57;
const GROUP_COUNT = 8;
const GROUP_DIGITS_MAX = 4;

/** Parses an IPv4 address that starts at an index and ends with the text. Returns its 32 bits, or `NO_ADDRESS`. */
export function ipv4Bits(text: string, start = 0): number {
  let bits = 0;
  let part = 0;
  let digits = 0;
  let dots = 0;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === DOT) {
      if (digits === 0) return NO_ADDRESS;
      bits = (bits << 8) | part;
      part = 0;
      digits = 0;
      dots++;
      continue;
    }
    const hasLeadingZero = digits > 0 && part === 0;
    if (code < ZERO || code > NINE || hasLeadingZero) return NO_ADDRESS;
    part = part * 10 + code - ZERO;
    digits++;
    if (part > 255) return NO_ADDRESS;
  }
  return dots === 3 && digits > 0 ? ((bits << 8) | part) >>> 0 : NO_ADDRESS;
}

/** Writes the eight groups of an IPv6 address into `groups`. Returns false if the text is not an IPv6 address. */
export function readIpv6(text: string, groups: Uint16Array): boolean {
  const { length } = text;
  let count = 0;
  let gap = -1;
  let at = 0;
  if (text.startsWith('::')) {
    gap = 0;
    at = 2;
  }
  while (at < length) {
    if (count === GROUP_COUNT) return false;
    const first = at;
    let value = 0;
    for (; at < length && at - first < GROUP_DIGITS_MAX; at++) {
      const digit = hexDigit(text.charCodeAt(at));
      if (digit === -1) break;
      value = value * 16 + digit;
    }
    if (text.charCodeAt(at) === DOT) {
      const bits = count > GROUP_COUNT - 2 ? NO_ADDRESS : ipv4Bits(text, first);
      if (bits === NO_ADDRESS) return false;
      groups[count++] = bits >>> 16;
      groups[count++] = bits & 0xffff;
      break;
    }
    if (at === first) return false;
    groups[count++] = value;
    if (at === length) break;
    if (text.charCodeAt(at++) !== COLON || at === length) return false;
    if (text.charCodeAt(at) !== COLON) continue;
    if (gap !== -1) return false;
    gap = count;
    at++;
  }
  return gap === -1 ? count === GROUP_COUNT : widenGap(groups, gap, count);
}

/** `::` stands for one group of zeros or more. */
function widenGap(groups: Uint16Array, gap: number, count: number): boolean {
  if (count === GROUP_COUNT) return false;
  groups.copyWithin(gap + GROUP_COUNT - count, gap, count);
  groups.fill(0, gap, gap + GROUP_COUNT - count);
  return true;
}

function hexDigit(code: number): number {
  if (code >= ZERO && code <= NINE) return code - ZERO;
  const lower = code | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

/** The IPv4 address inside `::ffff:192.0.2.1`, or `NO_ADDRESS`. */
export function mappedIpv4Bits(groups: Uint16Array): number {
  for (let i = 0; i < 5; i++) if (groups[i] !== 0) return NO_ADDRESS;
  if (groups[5] !== 0xffff) return NO_ADDRESS;
  return lastIpv4Bits(groups);
}

/** The IPv4 address in the last two of eight groups. */
function lastIpv4Bits(groups: Uint16Array): number {
  return (groups[6] ?? 0) * 0x1_0000 + (groups[7] ?? 0);
}

/** IPv4 networks that are not routed on the internet: private, shared, loopback, documentation, multicast, … */
const UNROUTED_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];

/** The first and the last address of each network, alternating. */
const UNROUTED_BOUNDS = Uint32Array.from(
  UNROUTED_IPV4.flatMap((network) => {
    const slash = network.indexOf('/');
    const first = ipv4Bits(network.slice(0, slash));
    return [first, first + 2 ** (32 - Number(network.slice(slash + 1))) - 1];
  }),
);

export function isReservedIpv4(bits: number): boolean {
  for (let i = 0; i < UNROUTED_BOUNDS.length; i += 2) {
    if (bits >= (UNROUTED_BOUNDS[i] ?? 0) && bits <= (UNROUTED_BOUNDS[i + 1] ?? 0)) return true;
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
  // 2002::/16 is 6to4. It and Teredo can contain any IPv4 address, which routers extract.
  return first === 0x2002 || (first === 0x3fff && second < 0x1000);
}
