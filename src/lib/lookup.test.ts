import { expect, test } from 'bun:test';
import { isListed } from './lookup.ts';

test('a value is listed where its list has it, be the list short or long', () => {
  for (const length of [0, 1, 16, 17, 500]) {
    const list = Array.from({ length }, (_, index) => `seat-${index}`);
    expect(list.every((value) => isListed(list, value))).toBe(true);
    expect(isListed(list, 'another')).toBe(false);
  }
});

test('a list that is asked again and again is read once (ruling 72)', () => {
  let reads = 0;
  const list = new Proxy(
    Array.from({ length: 1000 }, (_, index) => index),
    {
      get(target, name, receiver) {
        if (typeof name === 'string' && /^\d+$/.test(name)) reads++;
        return Reflect.get(target, name, receiver);
      },
    },
  );
  for (let value = 0; value < 1000; value++) isListed(list, value);
  expect(reads).toBe(1000);
});
