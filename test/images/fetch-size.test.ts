import { afterAll, describe, expect, test } from 'bun:test';
import type { HttpCall, Send } from '../../src/core/auction/partner.ts';
import { createOutsideClient, IMAGE_REPLIES } from '../../src/host/http/client/outside-client.ts';
import { createFetchSize } from '../../src/parts/images/fetch-size.ts';
import { cleanUp } from '../process.ts';
import { notFound, redirect, startSites } from '../supply/publisher-site.ts';
import { avif, JPEG, joined, PNG, text } from './fixtures.ts';

afterAll(cleanUp);

const AT = 'https://cdn.example/a.jpg';
const stillMs = () => 0;

const picture =
  (content: Uint8Array, type = 'image/jpeg') =>
  () =>
    new Response(new Uint8Array(content), { headers: { 'content-type': type } });

async function sizeOf(answers: Parameters<typeof startSites>[0], url = AT) {
  const { send, urls } = startSites(answers, { replies: IMAGE_REPLIES });
  return { found: await createFetchSize(send, stillMs)(url), urls };
}

describe('an image elsewhere', () => {
  test('has the type and size that its bytes say, whatever its server says', async () => {
    const { found } = await sizeOf({ [AT]: picture(PNG, 'text/html') });
    expect(found).toEqual({ mime: 'image/png', w: 40, h: 30 });
    const other = await sizeOf({ [AT]: picture(avif()) });
    expect(other.found).toEqual({ mime: 'image/avif', w: 40, h: 30 });
  });

  test('of any length is read up to a bound, and no more of it', async () => {
    const long = joined([JPEG, new Uint8Array(5 * IMAGE_REPLIES.replyBytesMax)]);
    const expected = { mime: 'image/jpeg' as const, w: 40, h: 30 };
    expect((await sizeOf({ [AT]: picture(long) })).found).toEqual(expected);
    let sent = 0;
    const endless = () =>
      new Response(
        new ReadableStream({
          start: (controller) => controller.enqueue(JPEG),
          pull(controller) {
            sent += 65_536;
            controller.enqueue(new Uint8Array(65_536));
          },
        }),
      );
    expect((await sizeOf({ [AT]: endless })).found).toEqual(expected);
    expect(sent).toBeLessThan(100 * IMAGE_REPLIES.replyBytesMax);
  });

  test('that is none is refused with a sentence', async () => {
    const page = await sizeOf({ [AT]: picture(text('<!doctype html>')) });
    expect(page.found).toEqual({
      reason: 'expected a JPEG, PNG, WebP or AVIF image, but got a web page or other text',
    });
    expect((await sizeOf({ [AT]: notFound })).found).toEqual({
      reason: 'the image could not be read: the server answers 404',
    });
  });

  test('is asked for by https on the usual port alone', async () => {
    for (const url of [
      'http://cdn.example/a.jpg',
      'https://cdn.example:8443/a.jpg',
      'https://ann:secret@cdn.example/a.jpg',
      'file:///etc/passwd',
      'data:image/png;base64,AAAA',
      'nonsense',
    ]) {
      const { found, urls } = await sizeOf({ [url]: picture(JPEG) }, url);
      expect(found).toEqual({ reason: expect.stringContaining('could not be read: it leads') });
      expect(urls).toEqual([]);
    }
  });
});

describe('a redirect of an image', () => {
  test('is followed, three times at most, and never to http', async () => {
    const next = (count: number) => `https://cdn.example/${count}`;
    const answers = Object.fromEntries(
      [0, 1, 2, 3].map((count) => [next(count), redirect(next(count + 1))]),
    );
    const three = await sizeOf({ ...answers, [next(3)]: picture(JPEG) }, next(0));
    expect(three.found).toMatchObject({ w: 40 });
    const four = await sizeOf({ ...answers, [next(4)]: picture(JPEG) }, next(0));
    expect(four.found).toEqual({ reason: expect.stringContaining('more than 3 times') });
    const plain = 'http://cdn.example/a.jpg';
    const { found, urls } = await sizeOf({ [AT]: redirect(plain), [plain]: picture(JPEG) });
    expect(found).toEqual({ reason: expect.stringContaining('no https address') });
    expect(urls).toEqual([AT]);
  });
});

describe('an address of the internal network', () => {
  const INTERNAL = [
    'https://127.0.0.1/',
    'https://localhost/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://0x7f000001/',
    'https://10.0.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://0.0.0.0/',
  ];
  const REFUSED = {
    reason: 'the image could not be read: the host has no address that may be called',
  };

  test.each(INTERNAL)('is not called, nor where an image redirects to it: %s', async (url) => {
    expect(await createFetchSize(createOutsideClient(IMAGE_REPLIES), stillMs)(url)).toEqual(
      REFUSED,
    );
    const { send } = startSites({ [AT]: redirect(url) }, { replies: IMAGE_REPLIES });
    const guarded = createOutsideClient(IMAGE_REPLIES);
    const either: Send = (call, giveUpMs) =>
      call.url === AT ? send(call, giveUpMs) : guarded(call, giveUpMs);
    expect(await createFetchSize(either, stillMs)(AT)).toEqual(REFUSED);
  });
});

test('all calls for an image have its time together', async () => {
  let passedMs = 0;
  const given: number[] = [];
  const send = async (_: HttpCall, giveUpMs: number) => {
    given.push(giveUpMs);
    passedMs += 3000;
    return { status: 302, text: '', headers: new Map([['location', AT]]) };
  };
  expect(await createFetchSize(send, () => passedMs)(AT)).toEqual({
    reason: 'the image could not be read: no answer in time',
  });
  expect(given).toEqual([5000, 2000]);
});

test('few images are read at the same time', async () => {
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<Send>>>();
  const fetchSize = createFetchSize(() => promise, stillMs);
  const underWay = Array.from({ length: 4 }, () => fetchSize(AT));
  expect(await fetchSize(AT)).toBe('too-many');
  resolve({ status: 200, text: '', bytes: JPEG });
  expect((await Promise.all(underWay)).every((one) => one !== 'too-many')).toBe(true);
  expect(await fetchSize(AT)).toMatchObject({ w: 40 });
});
