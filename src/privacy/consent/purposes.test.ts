import { expect, test } from 'bun:test';
import { hasPurpose, purposeBit } from './purposes.ts';

test('each of the 24 purposes is in its own set and in no other', () => {
  for (let purpose = 1; purpose <= 24; purpose++) {
    for (let other = 1; other <= 24; other++) {
      expect(hasPurpose(purposeBit(purpose), other)).toBe(purpose === other);
    }
  }
});

test('purpose 1 is the highest of the 24 bits on the wire, and purpose 24 the lowest', () => {
  expect([purposeBit(1), purposeBit(24)]).toEqual([0x800000, 0x000001]);
});

test('a number that is not a purpose is in no set', () => {
  const every = 0xffffff;
  for (const number of [0, 25, -1, 32, 33]) expect(hasPurpose(every, number)).toBe(false);
});
