import type { HttpReply, Send } from '../../core/auction/partner.ts';
import { allowedTarget, failureWords, isRedirect, redirectOf } from '../../lib/web-target.ts';
import { isWithin } from './claim.ts';

/** Fetches the files that publishers publish. `send` decides which addresses may be called, and how long a file may be. */

export type NoFile = {
  /** `missing`: the publisher's server says that there is none, or leads to where none may be. Else nobody knows. */
  readonly kind: 'missing' | 'unreachable';
  readonly url: string;
  readonly reason: string;
};

type FetchedFile =
  | { readonly kind: 'text'; readonly url: string; readonly text: string; readonly type: string }
  | NoFile;

/** For one file, with all redirects and both schemes. */
export const FETCH_MS_MAX = 5000;
const REDIRECTS_MAX = 3;

/** Refusals that may be over the next time. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429]);

const HEADERS = { accept: 'text/plain, application/json' };
const SHOWN_LENGTH_MAX = 200;

export type SupplyFetcher = ReturnType<typeof createFetchFile>;

export function createFetchFile(send: Send, tickMs: () => number) {
  async function get(url: string, untilMs: number): Promise<HttpReply | NoFile> {
    const leftMs = untilMs - tickMs();
    const reply =
      leftMs <= 0
        ? { failure: 'no answer in time' }
        : await send({ method: 'GET', url, headers: HEADERS }, leftMs);
    if (!('failure' in reply)) return reply;
    return { kind: 'unreachable', url, reason: failureWords(reply.failure) };
  }

  /** Redirects may stay within the domain, and leave it once: behind that there is no further one. */
  async function follow(url: string, first: HttpReply, domain: string, untilMs: number) {
    let current = url;
    let reply = first;
    let isOutside = false;
    for (let count = 0; isRedirect(reply.status); count++) {
      if (count === REDIRECTS_MAX) {
        return missing(url, `it redirects more than ${REDIRECTS_MAX} times`);
      }
      const next = redirectOf(reply, current);
      if ('reason' in next) return missing(current, next.reason);
      if (isOutside) return missing(current, 'it redirects again after it has left the domain');
      isOutside = !isWithin(next.hostname, domain);
      current = next.href;
      const got = await get(current, untilMs);
      if ('reason' in got) return got;
      reply = got;
    }
    return fileOf(current, reply);
  }

  return {
    /** `https` first. `http` only where nobody answers on `https`. */
    async fetchFile(domain: string, path: string): Promise<FetchedFile> {
      const untilMs = tickMs() + FETCH_MS_MAX;
      const urls = [`https://${domain}${path}`, `http://${domain}${path}`] as const;
      const secure = await get(urls[0], untilMs);
      if (!('reason' in secure)) return follow(urls[0], secure, domain, untilMs);
      const plain = await get(urls[1], untilMs);
      if ('reason' in plain) return secure;
      const file = await follow(urls[1], plain, domain, untilMs);
      return file.kind === 'unreachable' ? secure : file;
    },
    /** A file that another one names: without redirects, and by https alone. */
    async fetchNamed(url: string): Promise<FetchedFile> {
      const target = allowedTarget(url, 'https:');
      // Nobody has called it: it may be any text, as long as a file.
      if ('reason' in target) {
        return missing(url.slice(0, SHOWN_LENGTH_MAX).toWellFormed(), target.reason);
      }
      const reply = await get(target.href, tickMs() + FETCH_MS_MAX);
      if ('reason' in reply) return reply;
      if (!isRedirect(reply.status)) return fileOf(target.href, reply);
      return missing(target.href, 'it redirects, which this file may not');
    },
  };
}

function missing(url: string, reason: string): NoFile {
  return { kind: 'missing', url, reason };
}

function fileOf(url: string, { status, text, headers }: HttpReply): FetchedFile {
  if (status === 200) return { kind: 'text', url, text, type: headers?.get('content-type') ?? '' };
  const isRefused = status >= 400 && status < 500 && !PASSING.has(status);
  const kind = isRefused ? 'missing' : 'unreachable';
  return { kind, url, reason: `the server answers ${status}` };
}
