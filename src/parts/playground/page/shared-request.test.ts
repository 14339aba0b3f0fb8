import { expect, test } from 'bun:test';
import { EXAMPLES } from './examples.ts';
import { packRequest, unpackRequest } from './shared-request.ts';

test('a request in an address comes back as it was', async () => {
  const text = `${JSON.stringify(EXAMPLES[3]?.request, null, 2)} “ñ”`;
  const packed = await packRequest(text);
  expect(packed).toMatch(/^[\w-]+$/);
  expect(packed.length).toBeLessThan(text.length);
  expect(await unpackRequest(packed)).toBe(text);
});

test('an address that holds no request, or one that would fill the memory, gives none', async () => {
  for (const wrong of ['', '!!', 'AAAA', 'x'.repeat(40_000)]) {
    expect(await unpackRequest(wrong)).toBeUndefined();
  }
  const bomb = await packRequest(' '.repeat(1_048_577));
  expect(bomb.length).toBeLessThan(32_000);
  expect(await unpackRequest(bomb)).toBeUndefined();
});
