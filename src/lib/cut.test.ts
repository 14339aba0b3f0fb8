import { expect, test } from 'bun:test';
import { cut } from './cut.ts';

test('a text is cut to its beginning, and a short one stays as it is', () => {
  expect(cut('abc', 2)).toBe('ab');
  expect(cut('abc', 3)).toBe('abc');
  expect(cut('a\ud83d\ude00', 2)).toBe('a\ud83d');
});

test('a cut text does not keep the whole one in memory', () => {
  const bytes = 4 * 1024 * 1024;
  Bun.gc(true);
  const before = process.memoryUsage().rss;
  const kept = Array.from({ length: 100 }, (_, i) =>
    cut(JSON.parse(`"${'x'.repeat(bytes)}${i}"`), 9),
  );
  Bun.gc(true);
  expect(kept).toHaveLength(100);
  expect(process.memoryUsage().rss - before).toBeLessThan((100 * bytes) / 2);
});
