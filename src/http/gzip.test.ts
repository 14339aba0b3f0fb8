import { describe, expect, test } from 'bun:test';
import { gunzipSync } from 'node:zlib';
import { acceptsGzip, encoded } from './gzip.ts';

describe('a caller accepts gzip', () => {
  for (const header of [
    'gzip',
    'GZIP',
    'br, gzip',
    'deflate,gzip;q=0.8',
    'gzip ; q=1.0',
    'x-gzip',
    'br, X-GZip;q=0.5',
  ]) {
    test(header, () => expect(acceptsGzip(header)).toBe(true));
  }
});

describe('a caller does not accept gzip', () => {
  for (const header of [null, '', 'identity', 'br', 'xgzip', 'gzip;q=0', 'x-gzip; q=0.000', '*']) {
    test(`${header}`, () => expect(acceptsGzip(header)).toBe(false));
  }
});

const LARGE = 'a'.repeat(4096);

test('a text is compressed from 4096 characters on, where that is accepted', () => {
  const { body, headers } = encoded(LARGE, { isGzipAccepted: true }, { Vary: 'Origin' });
  expect(gunzipSync(body as Uint8Array).toString()).toBe(LARGE);
  expect(headers).toEqual({ Vary: 'Origin, Accept-Encoding', 'Content-Encoding': 'gzip' });
});

test('the answer varies by Accept-Encoding also where gzip is not accepted', () => {
  expect(encoded(LARGE, { isGzipAccepted: false }, {})).toEqual({
    body: LARGE,
    headers: { Vary: 'Accept-Encoding' },
  });
});

test('a short text stays as it is', () => {
  const text = LARGE.slice(1);
  expect(encoded(text, { isGzipAccepted: true }, {})).toEqual({ body: text, headers: {} });
});
