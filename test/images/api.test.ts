import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Machine } from '../../src/host/machine/machine.ts';
import { hashOf, IMAGE_BYTES_MAX } from '../../src/parts/images/read-image.ts';
import { callerOf, startWithRoles, TOKENS } from '../accounts/machine.ts';
import { creativeOf } from '../campaigns/test-support.ts';
import { cleanUp } from '../process.ts';
import { anyCampaign, fileWith } from '../store/campaigns.ts';
import { JPEG, PNG, text, WEBP_LOSSY } from './fixtures.ts';
import { upload } from './upload.ts';

/** A campaign of a file that names an image. */
const FILED = anyCampaign({
  id: 'kept',
  creatives: [
    creativeOf({
      id: 'card',
      icons: [{ url: `/images/${hashOf(WEBP_LOSSY)}.webp`, w: 40, h: 30 }],
    }),
  ],
});

let machine: Machine;
beforeAll(async () => {
  machine = await startWithRoles({
    partners: [
      { name: 'own', kind: 'campaigns', store: true },
      { name: 'filed', kind: 'campaigns', path: fileWith([FILED]) },
    ],
  });
});
afterAll(async () => {
  await machine.stop(0);
  await cleanUp();
});

const send = (content: Uint8Array, advertiser?: string, token: string = TOKENS.ads) =>
  upload(machine.adminUrl, token, content, advertiser);
const as = (role: keyof typeof TOKENS) => callerOf(machine.adminUrl, TOKENS[role]);
const get = (path: string, init: RequestInit = {}) => fetch(`${machine.url}${path}`, init);

describe('an upload', () => {
  test('answers with what a creative takes, and is served as it is, for good', async () => {
    const hash = hashOf(PNG);
    const url = `/images/${hash}.png`;
    const image = { url, w: 40, h: 30, mime: 'image/png' as const, bytes: PNG.length };
    expect(await send(PNG)).toEqual({ status: 200, body: image });
    expect(await send(PNG)).toEqual({ status: 200, body: image });
    expect((await send(PNG, 'WWW.Shop.Example')).status).toBe(200);
    const response = await get(url);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(PNG.length),
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${hash}"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
    });
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(PNG);
  });

  test('of what is no image is refused with a sentence, and stored nowhere', async () => {
    const page = text('<!doctype html><script>alert(1)</script>');
    for (const [content, reason] of [
      [page, 'but got a web page or other text'],
      [text('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'but got an SVG'],
      [PNG.subarray(0, -12), 'it ends elsewhere than its file'],
      [new Uint8Array(0), 'but got nothing'],
    ] as const) {
      const { status, body } = await send(content, 'none.example');
      expect([status, body.error?.code]).toEqual([422, 'NOT_VALID']);
      expect(body.error?.details.reason).toContain(reason);
    }
    const { body } = await as('read')('GET', '/api/images?advertiser=none.example');
    expect(body).toMatchObject({ rows: [], bytes: 0 });
    expect((await get(`/images/${hashOf(page)}.png`)).status).toBe(404);
  });

  test('of more than two megabytes is refused with a sentence', async () => {
    for (const bytes of [IMAGE_BYTES_MAX + 1, 8 * IMAGE_BYTES_MAX - 1]) {
      const { status, body } = await send(new Uint8Array(bytes));
      expect([status, body.error?.details.reason]).toEqual([
        413,
        `expected at most ${IMAGE_BYTES_MAX} bytes, but got ${bytes}`,
      ]);
    }
    expect((await send(new Uint8Array(IMAGE_BYTES_MAX))).status).toBe(422);
  });

  test('needs the domain of an advertiser, and the role ads', async () => {
    expect((await send(PNG, 'no domain')).body.error?.details.reason).toBe(
      'expected the domain of the advertiser, a host name like "shop.example", but got "no domain"',
    );
    const { status, body } = await as('ads')('POST', '/api/images', 'x');
    expect([status, body.error.details.reason]).toEqual([
      400,
      expect.stringContaining('expected the domain of the advertiser'),
    ]);
    expect((await send(PNG, 'shop.example', TOKENS.read)).status).toBe(403);
    expect((await send(PNG, 'shop.example', 'nobody')).status).toBe(401);
  });
});

test('the body of another operation, or of a login, has a smaller bound', async () => {
  const large = 'x'.repeat(256 * 1024 + 1);
  const { status, body } = await as('ads')('POST', '/api/campaigns', large);
  expect([status, body.error.details.reason]).toEqual([
    413,
    `expected at most 262144 bytes, but got ${large.length}`,
  ]);
  expect((await fetch(`${machine.adminUrl}/login`, { method: 'POST', body: large })).status).toBe(
    413,
  );
});

test('bodies that do not say how long they are have the same bounds', async () => {
  const sent = async (path: string, bytes: number) => {
    const chunk = new Uint8Array(bytes / 4);
    const chunks = new ReadableStream({
      start(controller) {
        for (let count = 0; count < 4; count++) controller.enqueue(chunk);
        controller.close();
      },
    });
    const response = await fetch(`${machine.adminUrl}${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${TOKENS.ads}` },
      body: chunks,
    });
    return response.status;
  };
  const upload = '/api/images?advertiser=shop.example';
  expect(await sent(upload, IMAGE_BYTES_MAX)).toBe(422);
  expect(await sent(upload, IMAGE_BYTES_MAX + 4)).toBe(413);
  expect(await sent('/api/validate', 1024 * 1024)).toBe(200);
  expect(await sent('/api/validate', 1024 * 1024 + 4)).toBe(413);
  expect(await sent('/login', 1024 * 1024 + 4)).toBe(413);
});

describe('an image', () => {
  test('that the caller has is not sent again', async () => {
    const { body } = await send(PNG);
    const etag = `"${hashOf(PNG)}"`;
    for (const [tag, status] of [
      [etag, 304],
      [`W/${etag}, "other"`, 304],
      ['"other"', 200],
    ] as const) {
      const response = await get(body.url, { headers: { 'If-None-Match': tag } });
      expect([tag, response.status, response.headers.get('etag')]).toEqual([tag, status, etag]);
    }
  });

  test('is sent from its file, so that slow callers hold no memory: parts of it are sent, too', async () => {
    const { body } = await send(PNG);
    const part = await get(body.url, { headers: { Range: 'bytes=0-9' } });
    expect([part.status, await part.bytes()]).toEqual([206, PNG.slice(0, 10)]);
  });

  test('answers HEAD without its bytes, and no other method', async () => {
    const { body } = await send(PNG);
    const head = await get(body.url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect((await head.arrayBuffer()).byteLength).toBe(0);
    const posted = await get(body.url, { method: 'POST', body: 'x' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  test('that there is not is unknown for a short time', async () => {
    for (const path of [
      `/images/${hashOf(text('never uploaded'))}.png`,
      `/images/${hashOf(PNG)}.webp`,
      '/images/nothing.svg',
      '/images/',
    ]) {
      const response = await get(path);
      expect([path, response.status]).toEqual([path, 404]);
      expect(response.headers.get('cache-control')).toBe('public, max-age=10');
    }
  });

  test('that is drawn here is served beside uploads, and cannot run anything either', async () => {
    const response = await get('/images/ridgeline-wide.svg');
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=86400',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });

  test('is deleted once no campaign names it, as edited or as approved', async () => {
    const { body } = await send(JPEG, 'gone.example');
    const hash = hashOf(JPEG);
    const images = [{ url: body.url, w: body.w, h: body.h }];
    const creatives = [creativeOf({ id: 'card', images })];
    const campaign = anyCampaign({ id: 'pictured', creatives });
    expect((await as('ads')('POST', '/api/campaigns?partner=own', campaign)).status).toBe(201);
    const removed = () => as('ads')('DELETE', `/api/images/${hash}`);
    const refused = await removed();
    expect([refused.status, refused.body.error.details.reason]).toEqual([
      409,
      'the campaign own/pictured names it: take it out of the campaign first',
    ]);
    expect((await get(body.url)).status).toBe(200);

    const at = '/api/campaigns/own/pictured';
    const plain = anyCampaign({ id: 'pictured', creatives: [creativeOf({ id: 'card' })] });
    expect((await as('ads')('PUT', at, plain, { 'If-Match': '*' })).status).toBe(200);
    expect((await removed()).status).toBe(204);
    expect((await get(body.url)).status).toBe(404);
    expect((await removed()).status).toBe(404);
    expect((await as('ads')('DELETE', '/api/images/nonsense')).status).toBe(404);
    expect((await as('read')('DELETE', `/api/images/${hash}`)).status).toBe(403);
    const { body: left } = await as('read')('GET', '/api/images?advertiser=gone.example');
    expect(left).toMatchObject({ rows: [] });
  });
});

test('an image that a campaign of a file names is not deleted', async () => {
  await send(WEBP_LOSSY);
  const refused = await as('ads')('DELETE', `/api/images/${hashOf(WEBP_LOSSY)}`);
  expect([refused.status, refused.body.error.details.reason]).toEqual([
    409,
    'the campaign filed/kept names it: take it out of the campaign first',
  ]);
});

describe('the size of an image elsewhere', () => {
  test('is not asked for in the internal network, at no address of it', async () => {
    for (const url of ['https://127.0.0.1/a.png', 'https://localhost/a.png', machine.url]) {
      const { status, body } = await as('ads')('POST', '/api/images/size', { url });
      expect([status, body.error.code]).toEqual([422, 'NOT_VALID']);
      expect(body.error.details.reason).toStartWith('the image could not be read: ');
    }
  });

  test('needs an address and the role ads', async () => {
    expect((await as('ads')('POST', '/api/images/size', {})).status).toBe(422);
    expect((await as('read')('POST', '/api/images/size', { url: 'x' })).status).toBe(403);
  });
});
