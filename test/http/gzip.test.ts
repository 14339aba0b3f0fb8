import { afterAll, describe, expect, test } from 'bun:test';
import { readRequest } from '../conformance/case.ts';
import { startTestServer } from '../server.ts';

const server = await startTestServer();
afterAll(() => server.stop(0));

const { imp, ...rest } = readRequest('minimal') as { readonly imp: readonly object[] };
const withImps = (count: number) =>
  JSON.stringify({
    ...rest,
    imp: Array.from({ length: count }, (_, index) => ({ ...imp[0], id: `${index}` })),
  });

const bid = (count: number, encoding: string) =>
  fetch(`${server.url}/openrtb2`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Accept-Encoding': encoding },
    body: withImps(count),
    decompress: false,
  });

test('a large answer is gzip where the caller takes it', async () => {
  for (const encoding of ['GZIP', 'br, gzip', 'deflate,gzip;q=0.8', 'x-gzip']) {
    expect((await bid(5, encoding)).headers.get('content-encoding')).toBe('gzip');
  }
  const response = await bid(5, 'gzip');
  expect(response.headers.get('content-encoding')).toBe('gzip');
  expect(response.headers.get('vary')).toBe('Origin, Accept-Encoding');
  const text = new TextDecoder().decode(Bun.gunzipSync(await response.arrayBuffer()));
  expect(JSON.parse(text).seatbid[0].bid).toHaveLength(5);
});

test('it is plain where the caller does not, and a small one always', async () => {
  for (const encoding of ['identity', 'xgzip', 'gzip;q=0', 'x-gzip; q=0.000', '*']) {
    expect((await bid(5, encoding)).headers.get('content-encoding')).toBeNull();
  }
  const plain = await bid(5, 'br');
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(plain.headers.get('vary')).toBe('Origin, Accept-Encoding');
  expect(((await plain.json()) as { seatbid: unknown[] }).seatbid).toHaveLength(1);
  expect((await bid(1, 'gzip')).headers.get('content-encoding')).toBeNull();
});

describe('a document', () => {
  const get = (path: string, encoding: string) =>
    fetch(`${server.url}${path}`, {
      headers: { 'Accept-Encoding': encoding },
      decompress: false,
    });

  test('that is large is gzip where the caller takes it, and plain elsewhere', async () => {
    const plain = await get('/openapi.json', 'br');
    const zipped = await get('/openapi.json', 'gzip');
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    for (const { headers } of [plain, zipped]) expect(headers.get('vary')).toBe('Accept-Encoding');
    const bytes = await zipped.arrayBuffer();
    const text = await plain.text();
    expect(new TextDecoder().decode(Bun.gunzipSync(bytes))).toBe(text);
    expect(bytes.byteLength).toBeLessThan(text.length / 4);
  });
});
