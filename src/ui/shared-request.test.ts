import { expect, test } from 'bun:test';
import { packRequest, unpackRequest } from './shared-request.ts';

test('a request in an address comes back as it was', async () => {
  const text = `${JSON.stringify({ id: 'a', imp: Array(9).fill({ id: '1' }) }, null, 2)} “ñ”`;
  const packed = await packRequest(text);
  expect(packed).toMatch(/^[\w-]+$/);
  expect(packed.length).toBeLessThan(text.length);
  expect(await unpackRequest(packed)).toBe(text);
});

test('an address that holds no request, or is too long, gives none', async () => {
  for (const wrong of ['', '!!', 'AAAA', 'x'.repeat(40_000)]) {
    expect(await unpackRequest(wrong)).toBeUndefined();
  }
});
