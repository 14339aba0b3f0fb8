import type { LiveEvent } from '../../console/api.ts';
import { EXPOSITION_TYPE } from '../../observe/prometheus.ts';
import { Refusal, refuse } from '../../openrtb/refusal.ts';
import type { Caller } from './access.ts';
import { checkRequest } from './check-request.ts';
import { json, jsonText } from './headers.ts';
import type { LiveStreams } from './live-stream.ts';
import type { AdminPages, MaybeLater } from './pages.ts';
import { answerReport } from './report-query.ts';
import { tryRequest } from './try-request.ts';

/** One call of someone who may make it. */
export type Call = {
  readonly request: Request;
  readonly url: URL;
  /** What the route's path has in its brackets. */
  readonly name: string;
  readonly caller: Caller;
  /** Streams may be silent for longer than other answers. */
  readonly keepOpen: () => void;
};

export type Route = {
  readonly method: 'GET' | 'POST';
  readonly path: RegExp;
  readonly answer: (call: Call) => MaybeLater<Response | Refusal>;
};

export type RouteParts = {
  readonly pages: AdminPages;
  readonly streams: LiveStreams<LiveEvent>;
  readonly publicUrl: string;
  readonly isStillOpen: (caller: Caller) => boolean;
  readonly nowMs: () => number;
  readonly tickMs: () => number;
};

const AUCTIONS_LISTED_MAX = 100;

/** All that an operator may ask for; the console's own files and the login stand before it. */
export function createRoutes(parts: RouteParts): readonly Route[] {
  return [...auctionRoutes(parts), ...figureRoutes(parts), ...trialRoutes(parts)];
}

function auctionRoutes({ pages }: RouteParts): readonly Route[] {
  return [
    get(/^\/status$/, async () => json(await pages.status())),
    get(/^\/auctions$/, async () =>
      jsonText(`[${(await pages.recentAuctions(AUCTIONS_LISTED_MAX)).join(',')}]`),
    ),
    get(/^\/auctions\/([^/]+)$/, async ({ name }) => {
      const record = await pages.auction(name);
      return record === undefined ? notRemembered(name) : jsonText(record);
    }),
    get(/^\/auctions\/([^/]+)\/request$/, async ({ name }) => {
      if (pages.auctionRequest === undefined) return notHere('requests are not kept');
      const request = await pages.auctionRequest(name);
      return request === undefined ? notRemembered(name) : jsonText(request);
    }),
  ];
}

function figureRoutes({ pages, streams, isStillOpen, nowMs }: RouteParts): readonly Route[] {
  return [
    get(/^\/metrics$/, async () => {
      const text = await pages.metrics?.();
      if (text === undefined) return notHere('metrics are not kept');
      return new Response(text, { headers: { 'Content-Type': EXPOSITION_TYPE } });
    }),
    get(/^\/api\/live$/, ({ caller, keepOpen }) => {
      if (pages.live === undefined) return notHere('live figures are not kept');
      const stream = streams.open(pages.live, () => isStillOpen(caller));
      if (stream instanceof Response) keepOpen();
      return stream;
    }),
    get(/^\/api\/partners$/, async () =>
      pages.partners === undefined
        ? notHere('figures of partners are not kept')
        : json(await pages.partners()),
    ),
    {
      method: 'POST',
      path: /^\/api\/partners\/([^/]+\/(?:pause|resume))$/,
      answer: ({ name, caller }) => pause(pages, name, caller),
    },
    get(/^\/api\/campaigns$/, async ({ url }) =>
      pages.campaigns === undefined
        ? notHere('spend and budgets are not kept')
        : json(await pages.campaigns(url.searchParams.get('find') ?? '')),
    ),
    get(/^\/api\/report$/, ({ url }) =>
      pages.report === undefined
        ? notHere('reports are not kept')
        : answerReport(pages.report, url.searchParams, nowMs()),
    ),
    get(/^\/api\/limits$/, async () =>
      pages.limits === undefined
        ? notHere('the use of limits is not kept')
        : json(await pages.limits()),
    ),
  ];
}

function trialRoutes({ publicUrl, tickMs }: RouteParts): readonly Route[] {
  return [
    {
      method: 'POST',
      path: /^\/api\/validate$/,
      answer: async ({ request }) => json(checkRequest(await request.text())),
    },
    {
      method: 'POST',
      path: /^\/api\/try$/,
      answer: async ({ request }) => {
        const result = await tryRequest(publicUrl, await request.text(), tickMs);
        return result instanceof Refusal ? result : json(result);
      },
    },
  ];
}

function get(path: RegExp, answer: Route['answer']): Route {
  return { method: 'GET', path, answer };
}

async function pause(
  { setPaused }: AdminPages,
  name: string,
  caller: Caller,
): Promise<Response | Refusal> {
  if (setPaused === undefined) return notHere('partners cannot be paused');
  // A partner's name may have slashes in it.
  const [, partner = '', wish] = /^(.*)\/([^/]+)$/s.exec(name) ?? [];
  const isPaused = wish === 'pause';
  return (await setPaused(partner, isPaused, caller.kind))
    ? json({ name: partner, isPaused })
    : refuse.notFound(`no partner is called "${partner}"`);
}

function notHere(what: string): Refusal {
  return refuse.notFound(`${what} by this process`);
}

function notRemembered(id: string): Refusal {
  return refuse.notFound(
    `no auction "${id}" is remembered: it may be too long ago, or never reached an auction`,
  );
}
