import { expect, test } from 'bun:test';
import { COUNT_WORDS, mapCounts } from './count-memory.ts';

const HOUR = 3600;
const START = 1_800_000_000;
const newMemory = () => new BigUint64Array(COUNT_WORDS);
const at = (sec: number) => ({ atSec: sec, nowSec: sec });
const sale = (name: number, windowSec = HOUR) => ({ name, windowSec });

test('each name has a count of its own, which processes share and time ends', () => {
  const memory = newMemory();
  const [one, other] = [mapCounts(memory), mapCounts(memory)];
  expect(one.count(sale(1), at(START), 1)).toBeTrue();
  expect(other.count(sale(1), at(START), 1)).toBeFalse();
  expect(other.count(sale(2), at(START), 1)).toBeTrue();
  expect([1, 2, 3].map((name) => other.countOf(sale(name), START))).toEqual([1, 1, 0]);
  expect(one.countOf(sale(1), START + 2 * HOUR)).toBe(0);
  for (let i = 0; i < 2; i++) one.count(sale(3), at(START));
  expect(other.countOf(sale(3), START)).toBe(2);
  expect(one.count(sale(1), at(START + 2 * HOUR), 1)).toBeTrue();
});

test('more names than there is room for drive out those that end first, and no others', () => {
  const counts = mapCounts(newMemory());
  const long = sale(2 ** 43 + 1, 720 * HOUR);
  counts.count(long, at(START));
  expect(counts.forgotten()).toBe(0);
  const names = Array.from({ length: 700_000 }, (_, index) => (index + 1) * 6_700_417);
  for (const name of names) counts.count(sale(name), at(START));
  const known = names.filter((name) => counts.countOf(sale(name), START) === 1).length;
  expect(known).toBeGreaterThan(400_000);
  expect(counts.forgotten()).toBe(names.length - known);
  expect(counts.countOf(long, START)).toBe(1);
  expect(names.every((name) => counts.countOf(sale(name), START) <= 1)).toBeTrue();
  // Once they have ended, all have room again.
  const later = START + 3 * HOUR;
  for (const name of names.slice(0, 1000)) {
    expect(counts.count(sale(name + 1), at(later), 1)).toBeTrue();
    expect(counts.countOf(sale(name + 1), later)).toBe(1);
  }
});
