import { expect, test } from 'bun:test';
import * as node from 'node:crypto';
import { createHmac } from './hmac.ts';

test('a digest is the one of Node’s HMAC, for texts of any length and any characters', () => {
  for (let length = 0; length < 300; length++) {
    const key = node.randomBytes(32);
    const hmac = createHmac(key);
    const text = `${node.randomBytes(length).toString('latin1')}é€😀`;
    const expected = node.createHmac('sha256', key).update(text).digest('base64url');
    expect([hmac(text), hmac(text)]).toEqual([expected, expected]);
  }
});
