import { expect, test } from 'bun:test';
import { keyGroups } from './redis-client.ts';

const SERVER = { kind: 'server', url: 'redis://:secret@a.example:6379' } as const;
const CLUSTER = {
  kind: 'cluster',
  urls: ['redis://:secret@a.example:7000', 'redis://b.example:1'],
} as const;

test('names are spread over four groups of a cluster, and are all on one server without it', () => {
  expect(keyGroups(undefined)).toEqual([]);
  for (const [config, groups] of [
    [SERVER, 1],
    [CLUSTER, 4],
  ] as const) {
    expect(keyGroups(config)).toHaveLength(groups);
  }
});

test('the groups of a cluster have keys in different quarters of the slots', () => {
  const groups = keyGroups(CLUSTER);
  const tags = groups.map(({ tag }) => tag);
  expect(groups.map(({ name }) => name)).toEqual(
    tags.map((tag) => `the cluster of a.example:7000, b.example:1, keys {${tag}}`),
  );
  const quarters = tags.map((tag) => Math.floor(slotOf(tag) / 4096));
  expect(quarters.toSorted()).toEqual([0, 1, 2, 3]);
});

/** The slot of a key in a Redis cluster: CRC-16/XMODEM modulo 16384. */
function slotOf(key: string): number {
  let crc = 0;
  for (const byte of new TextEncoder().encode(key)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
    crc &= 0xffff;
  }
  return crc % 16384;
}
