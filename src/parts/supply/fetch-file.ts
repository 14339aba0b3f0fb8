import type { HttpReply, Send } from '../../core/auction/partner.ts';
import { allowedTarget, failureWords, isRedirect, redirectOf } from '../../lib/web-target.ts';
import { isWithin } from './claim.ts';

/** Fetches the files that publishers publish. `send` decides which addresses may be called, and how long a file may be. */

export type FetchedFile =
  | { readonly kind: 'text'; readonly url: string; readonly text: string; readonly type: string }
  /** The publisher's server says that there is none, or leads to where none may be. */
  | { readonly kind: 'missing'; readonly url: string; readonly reason: string }
  /** It may be there: nobody knows. */
  | {
      readonly kind: 'unreachable';
      readonly url: string;
      readonly reason: string;
      /** Whether the publisher's server has said anything. */
      readonly isAnswered: boolean;
    };

type FetchFile = (domain: string, path: string) => Promise<FetchedFile>;

/** For one file, with all redirects and both schemes. */
export const FETCH_MS_MAX = 5000;
const REDIRECTS_MAX = 3;

/** Refusals that may be over the next time. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429]);

type FileCall = { readonly url: string; readonly domain: string; readonly untilMs: number };

export function createFetchFile(send: Send, tickMs: () => number) {
  /** `https` first. `http` only where nobody answers on `https`. */
  const fetchFile: FetchFile = async (domain, path) => {
    const untilMs = tickMs() + FETCH_MS_MAX;
    const secureUrl = `https://${domain}${path}`;
    const secure = await follow({ url: secureUrl, domain, untilMs });
    // A server that answers badly, or redirects to one that does not answer, is there.
    if (secure.kind !== 'unreachable' || secure.isAnswered) return secure;
    const plain = await follow({ url: `http://${domain}${path}`, domain, untilMs });
    return plain.kind === 'unreachable' ? secure : plain;
  };

  /** Redirects may stay within the domain, and leave it once: behind that there is no further one. */
  async function follow({ url, domain, untilMs }: FileCall): Promise<FetchedFile> {
    let current = url;
    let isOutside = false;
    for (let count = 0; count <= REDIRECTS_MAX; count++) {
      const reply = await get(current, untilMs);
      if ('reason' in reply) return { ...reply, isAnswered: count > 0 };
      if (!isRedirect(reply.status)) return fileOf(current, reply);
      const next = redirectOf(reply, current);
      if ('reason' in next) return { kind: 'missing', url: current, reason: next.reason };
      if (isOutside) return { kind: 'missing', url: current, reason: LEFT_TWICE };
      isOutside = !isWithin(next.hostname, domain);
      current = next.href;
    }
    return { kind: 'missing', url, reason: `it redirects more than ${REDIRECTS_MAX} times` };
  }

  async function get(url: string, untilMs: number) {
    const leftMs = untilMs - tickMs();
    const reply =
      leftMs <= 0
        ? { failure: 'no answer in time' }
        : await send({ method: 'GET', url, headers: HEADERS }, leftMs);
    if (!('failure' in reply)) return reply;
    return { kind: 'unreachable', url, reason: failureWords(reply.failure) } as const;
  }

  return {
    fetchFile,
    /** A file that another one names: without redirects, and by https alone. */
    async fetchNamed(url: string): Promise<FetchedFile> {
      const target = allowedTarget(url, 'https:');
      if ('reason' in target) return { kind: 'missing', url: shown(url), reason: target.reason };
      const reply = await get(target.href, tickMs() + FETCH_MS_MAX);
      if ('reason' in reply) return { ...reply, isAnswered: false };
      if (!isRedirect(reply.status)) return fileOf(target.href, reply);
      return { kind: 'missing', url: target.href, reason: 'it redirects, which this file may not' };
    },
  };
}

export type SupplyFetcher = ReturnType<typeof createFetchFile>;

const SHOWN_LENGTH_MAX = 200;

/** An address of a stranger that nobody has called: it may be any text, as long as a file. */
function shown(url: string): string {
  return url.slice(0, SHOWN_LENGTH_MAX).toWellFormed();
}

const HEADERS = { accept: 'text/plain, application/json' };

const LEFT_TWICE = 'it redirects again after it has left the domain';

function fileOf(url: string, { status, text, headers }: HttpReply): FetchedFile {
  if (status === 200) return { kind: 'text', url, text, type: headers?.get('content-type') ?? '' };
  const reason = `the server answers ${status}`;
  const isRefused = status >= 400 && status < 500 && !PASSING.has(status);
  return isRefused
    ? { kind: 'missing', url, reason }
    : { kind: 'unreachable', url, reason, isAnswered: true };
}
