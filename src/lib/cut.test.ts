import { heapStats } from 'bun:jsc';
import { expect, test } from 'bun:test';
import { cut } from './cut.ts';

test('a text is cut to its beginning, and a short one stays as it is', () => {
  expect(cut('abc', 2)).toBe('ab');
  expect(cut('abc', 3)).toBe('abc');
  expect(cut('a\ud83d\ude00', 2)).toBe('a\ud83d');
});

/** Live bytes: the memory of the process depends on what other tests left behind. */
function heapBytes(): number {
  Bun.gc(true);
  return heapStats().heapSize;
}

test('a cut text does not keep the whole one in memory', () => {
  const bytes = 4 * 1024 * 1024;
  const before = heapBytes();
  const kept = Array.from({ length: 100 }, (_, i) =>
    cut(JSON.parse(`"${'x'.repeat(bytes)}${i}"`), 9),
  );
  expect(heapBytes() - before).toBeLessThan((100 * bytes) / 2);
  expect(kept).toHaveLength(100);
});
