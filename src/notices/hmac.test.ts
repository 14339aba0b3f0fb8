import { expect, test } from 'bun:test';
import { createHmac, randomBytes } from 'node:crypto';
import { hmac } from './hmac.ts';

test('a digest is the one of Node’s HMAC, for texts of any length and any characters', () => {
  for (let length = 0; length < 300; length++) {
    const key = randomBytes(32);
    const text = `${randomBytes(length).toString('latin1')}é€😀`;
    expect(hmac(key, text)).toBe(createHmac('sha256', key).update(text).digest('base64url'));
  }
});
