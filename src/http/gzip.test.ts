import { expect, test } from 'bun:test';
import { gunzipSync } from 'node:zlib';
import { acceptsGzip, encoded } from './gzip.ts';

test('a caller accepts gzip by its header', () => {
  const yes = 'gzip|GZIP|br, gzip|deflate,gzip;q=0.8|gzip ; q=1.0|x-gzip|br, X-GZip;q=0.5'.split(
    '|',
  );
  expect(yes.filter((header) => !acceptsGzip(header))).toEqual([]);
  const no = [null, '', 'identity', 'br', 'xgzip', 'gzip;q=0', 'x-gzip; q=0.000', '*'];
  expect(no.filter(acceptsGzip)).toEqual([]);
});

const LARGE = 'a'.repeat(4096);

test('a text is compressed from 4096 characters on, where that is accepted', () => {
  const { body, headers } = encoded(LARGE, { isGzipAccepted: true }, { Vary: 'Origin' });
  expect(gunzipSync(body as Uint8Array).toString()).toBe(LARGE);
  expect(headers).toEqual({ Vary: 'Origin, Accept-Encoding', 'Content-Encoding': 'gzip' });
});

test('a short text stays as it is', () => {
  const text = LARGE.slice(1);
  expect(encoded(text, { isGzipAccepted: true }, {})).toEqual({ body: text, headers: {} });
});
