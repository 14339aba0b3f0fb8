/**
 * What the country of an address costs, and what the library `mmdb-lib` takes for the same addresses; what
 * opening the embedded database costs in time and memory. The best round counts: other work only adds.
 */
import { readFileSync } from 'node:fs';
import { Reader } from 'mmdb-lib';
import { createGeo } from '../../src/geo/geo.ts';
import { GeoFault } from '../../src/geo/geo-fault.ts';
import { EMBEDDED_DATABASE } from '../../src/geo/open-geo.ts';

const ROUNDS = 31;
const ADDRESSES = 20_000;
const MIB = 2 ** 20;

function cpuMs(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

function rssMib(): number {
  Bun.gc(true);
  return process.memoryUsage.rss() / MIB;
}

const rssBefore = rssMib();
const bytes = readFileSync(EMBEDDED_DATABASE);
const rssRead = rssMib();
const open = () => {
  const geo = createGeo(bytes, 'embedded');
  if (geo instanceof GeoFault) throw new Error(geo.message);
  return geo;
};
let geo = open();
const rssOpen = rssMib();
const openMs = Array.from({ length: 5 }, () =>
  cpuMs(() => {
    geo = open();
  }),
);

const word = () => Math.floor(Math.random() * 2 ** 32);
const hex = () => (word() >>> 16).toString(16);
const ipv4 = () => [24, 16, 8, 0].map((shift) => (word() >>> shift) & 255).join('.');
const many = (make: () => string) => Array.from({ length: ADDRESSES }, make);

const CASES: Readonly<Record<string, readonly string[]>> = {
  'random IPv4': many(ipv4),
  'one IPv4 again and again': many(() => '193.0.6.139'),
  'random IPv6 of 2a00::/12': many(() => `2a0${hex()[0]}:${hex()}:${hex()}::${hex()}`),
  'one IPv6 again and again': many(() => '2001:67c:2e8:22::c100:68b'),
  'IPv4 mapped into IPv6': many(() => `::ffff:${ipv4()}`),
  'private IPv4': many(() => `192.168.${word() & 255}.${word() & 255}`),
  'no address': many(() => `unknown-${hex()}`),
};

/** Nanoseconds a call. */
function measure(ips: readonly string[], lookUp: (ip: string) => unknown): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const start = Bun.nanoseconds();
    for (const ip of ips) lookUp(ip);
    return (Bun.nanoseconds() - start) / ips.length;
  });
  return Math.min(...rounds);
}

const library = new Reader(bytes);
process.stdout.write(
  `${bytes.length} bytes, opened and verified in ${Math.min(...openMs).toFixed(0)} to ${Math.max(...openMs).toFixed(0)} ms of CPU\n` +
    `RSS: ${(rssRead - rssBefore).toFixed(1)} MiB for the file, ${(rssOpen - rssRead).toFixed(1)} MiB for opening it\n\n`,
);
for (const [name, ips] of Object.entries(CASES)) {
  const ours = measure(ips, geo.countryOf);
  const theirs = measure(ips, (ip) => library.get(ip));
  process.stdout.write(
    `${name.padEnd(28)}${ours.toFixed(0).padStart(6)} ns  library ${theirs.toFixed(0).padStart(6)} ns\n`,
  );
}
