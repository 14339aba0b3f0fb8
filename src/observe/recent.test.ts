import { describe, expect, test } from 'bun:test';
import { createRecent } from './recent.ts';

describe('recent records', () => {
  test('are found by any of their names', () => {
    const recent = createRecent<string>(3);
    recent.add(['a', 'b'], 'one');
    expect(recent.find('a')).toBe('one');
    expect(recent.find('b')).toBe('one');
  });

  test('make room for newer ones, names included', () => {
    const recent = createRecent<string>(2);
    for (const name of ['1', '2', '3']) recent.add([name], name);
    expect(recent.find('1')).toBeUndefined();
    expect(recent.list(10)).toEqual(['3', '2']);
  });

  test('a name leads to the newest of its records, also after an older one was removed', () => {
    const recent = createRecent<string>(2);
    recent.add(['same'], 'old');
    recent.add(['same'], 'new');
    recent.add(['other'], 'x');
    expect(recent.find('same')).toBe('new');
  });
});
