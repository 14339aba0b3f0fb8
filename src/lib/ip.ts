import { BlockList, isIPv4, isIPv6 } from 'node:net';
import {
  ipv4Bits,
  isReservedIpv4,
  isReservedIpv6,
  lastIpv4Bits,
  mappedIpv4Bits,
  NO_ADDRESS,
  readIpv6,
} from './ip-bits.ts';

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

const isLoopback = createIpSet(['127.0.0.0/8', '::1']);

/** Whether an address is of this machine. */
export function isLoopbackIp(text: string): boolean {
  const ip = parseIp(text);
  return ip !== undefined && isLoopback(ip);
}

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
