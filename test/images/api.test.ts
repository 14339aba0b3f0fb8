import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { UploadedImage } from '../../src/images/image-store.ts';
import { hashOf } from '../../src/images/read-image.ts';
import type { Machine } from '../../src/supervisor/machine.ts';
import { startWithRoles, TOKENS } from '../accounts/machine.ts';
import { cleanUp } from '../process.ts';
import { PNG } from './fixtures.ts';

let machine: Machine;
beforeAll(async () => {
  machine = await startWithRoles();
});
afterAll(async () => {
  await machine.stop(0);
  await cleanUp();
});

async function upload(content: Uint8Array, advertiser = 'shop.example', token = TOKENS.ads) {
  const response = await fetch(`${machine.adminUrl}/api/images?advertiser=${advertiser}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'text/html' },
    body: new Uint8Array(content),
  });
  const body = (await response.json()) as UploadedImage & { readonly error: ErrorOf };
  return { status: response.status, body };
}

type ErrorOf = { readonly code: string; readonly details: { readonly reason: string } };

describe('an upload', () => {
  test('answers with what a creative takes, and is served as it is, for good', async () => {
    const hash = hashOf(PNG);
    const url = `/images/${hash}.png`;
    const image = { url, w: 40, h: 30, mime: 'image/png', bytes: PNG.length };
    expect(await upload(PNG)).toEqual({ status: 201, body: expect.objectContaining(image) });
    const response = await fetch(`${machine.url}${url}`);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${hash}"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(PNG);
  });
});
