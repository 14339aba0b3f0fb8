import { describe, expect, test } from 'bun:test';
import { createRecent, type RecentLimits } from './recent.ts';

const recentWith = (limits: Partial<RecentLimits>) =>
  createRecent<string>({
    countMax: 10,
    bytesMax: 1000,
    ageMsMax: 600_000,
    nowMs: () => 0,
    ...limits,
  });

describe('recent records', () => {
  test('a name leads to the newest of its records, also after an older one was removed', () => {
    const recent = recentWith({ countMax: 2 });
    recent.add(['same'], 'old', 1);
    recent.add(['same'], 'new', 1);
    recent.add(['other'], 'x', 1);
    expect(recent.find('same')).toBe('new');
  });

  test('take no more bytes than their budget, but for the newest (ruling 72)', () => {
    const recent = recentWith({ bytesMax: 100 });
    for (const name of ['1', '2', '3']) recent.add([name], name, 50);
    expect(recent.list(10)).toEqual(['3', '2']);
    recent.add(['large'], 'large', 101);
    expect(recent.list(10)).toEqual(['large']);
    recent.add(['4'], '4', 50);
    expect(recent.list(10)).toEqual(['4']);
  });

  test('are gone once they are too old, without any new ones (ruling 72)', () => {
    let nowMs = 0;
    const recent = recentWith({ nowMs: () => nowMs });
    recent.add(['1'], 'one', 1);
    nowMs = 1;
    recent.add(['2'], 'two', 1);
    nowMs = 600_000;
    expect(recent.list(10)).toEqual(['two', 'one']);
    nowMs = 600_001;
    expect(recent.find('1')).toBeUndefined();
    expect(recent.list(10)).toEqual(['two']);
  });
});
