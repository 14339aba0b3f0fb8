import type { Send } from '../../src/core/auction/partner.ts';
import { SUPPLY_REPLIES } from '../../src/host/http/client/outside-client.ts';
import { createPartnerClient } from '../../src/host/http/client/partner-client.ts';
import { atCleanUp } from '../process.ts';

type Answer = (request: Request) => Response | Promise<Response>;

export type PublisherSite = {
  /** Calls this server whatever the host of a URL is; `https` too, unless `hasTls` is false. */
  readonly send: Send;
  /** The URLs that were asked for. */
  readonly urls: readonly string[];
};

const TEXT = { 'content-type': 'text/plain; charset=utf-8' };

export const plain = (text: string) => new Response(text, { headers: TEXT });
export const notFound = () => new Response('none', { status: 404 });

type SiteOptions = {
  readonly hasTls?: boolean;
  /** How answers are read. */
  readonly replies?: Parameters<typeof createPartnerClient>[0];
};

/** The web servers of all publishers in one, over real HTTP, each found by the URL that was asked for. */
export function startSites(
  answers: Readonly<Record<string, Answer>>,
  { hasTls = true, replies = SUPPLY_REPLIES }: SiteOptions = {},
): PublisherSite {
  const urls: string[] = [];
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const url = new URL(request.url).searchParams.get('url') ?? '';
      urls.push(url);
      return answers[url]?.(request) ?? notFound();
    },
  });
  atCleanUp(() => server.stop(true));
  const client = createPartnerClient(replies);
  const send: Send = (call, giveUpMs) => {
    if (!hasTls && call.url.startsWith('https:')) {
      return Promise.resolve({ failure: 'connection refused' });
    }
    const url = `http://127.0.0.1:${server.port}/?url=${encodeURIComponent(call.url)}`;
    return client({ ...call, url }, giveUpMs);
  };
  return { send, urls };
}

export const redirect =
  (to: string, status = 302) =>
  () =>
    new Response(null, { status, headers: { location: to } });
