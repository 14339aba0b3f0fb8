import { expect, test } from 'bun:test';
import { gzipSync } from 'node:zlib';
import { isGzip, isPlainText } from './body.ts';

test('text/plain is recognised with and without parameters, and nothing else is', () => {
  for (const type of ['text/plain', 'text/plain;charset=UTF-8', ' Text/Plain ; charset=utf-8']) {
    expect(isPlainText(type)).toBe(true);
  }
  for (const type of [null, '', 'text/plainer', 'text/html', 'application/json', 'x text/plain']) {
    expect(isPlainText(type)).toBe(false);
  }
});

test('gzip is recognised by its first bytes, and nothing else is', () => {
  expect(isGzip(gzipSync('{}'))).toBe(true);
  for (const bytes of [[], [0x1f], [0x7b, 0x7d], [0x1f, 0x8a], [0x20, 0x8b]]) {
    expect(isGzip(Uint8Array.from(bytes))).toBe(false);
  }
});
