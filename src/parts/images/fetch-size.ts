import type { Send } from '../../core/auction/partner.ts';
import { allowedTarget, failureWords, isRedirect, redirectOf } from '../../lib/web-target.ts';
import { type BadImage, type ImageFacts, readImage } from './read-image.ts';

/** For one image, with all redirects. */
const FETCH_MS_MAX = 5000;
const REDIRECTS_MAX = 3;
/** On this machine. */
const FETCHES_AT_ONCE_MAX = 4;

/** Servers that know ranges send no more than is read. */
const HEADERS = {
  accept: 'image/avif, image/webp, image/png, image/jpeg',
  range: 'bytes=0-262143',
};

const OK: ReadonlySet<number> = new Set([200, 206]);

type FetchSize = (url: string) => Promise<ImageFacts | BadImage | 'too-many'>;

/**
 * Finds the type and the size of an image elsewhere by its first bytes. `send` decides which addresses may be called, and
 * how much is read.
 */
export function createFetchSize(send: Send, tickMs: () => number): FetchSize {
  let underWay = 0;

  async function follow(url: string): Promise<ImageFacts | BadImage> {
    const untilMs = tickMs() + FETCH_MS_MAX;
    let target = allowedTarget(url, 'https:');
    for (let count = 0; count <= REDIRECTS_MAX; count++) {
      if ('reason' in target) return notRead(target.reason);
      const leftMs = untilMs - tickMs();
      if (leftMs <= 0) return notRead('no answer in time');
      const reply = await send({ method: 'GET', url: target.href, headers: HEADERS }, leftMs);
      if ('failure' in reply) return notRead(failureWords(reply.failure));
      if (OK.has(reply.status)) return readImage(reply.bytes ?? NOTHING, 'start');
      if (!isRedirect(reply.status)) return notRead(`the server answers ${reply.status}`);
      target = redirectOf(reply, target.href, 'https:');
    }
    return notRead(`it redirects more than ${REDIRECTS_MAX} times`);
  }

  return async (url) => {
    if (underWay >= FETCHES_AT_ONCE_MAX) return 'too-many';
    underWay += 1;
    try {
      return await follow(url);
    } finally {
      underWay -= 1;
    }
  };
}

const NOTHING = new Uint8Array(0);

function notRead(why: string): BadImage {
  return { reason: `the image could not be read: ${why}` };
}
