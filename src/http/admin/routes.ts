import type { LiveEvent } from '../../console/api.ts';
import { EXPOSITION_TYPE } from '../../observe/prometheus.ts';
import type { RequestQuestion } from '../../observe/request-rows.ts';
import { Refusal, refuse } from '../../openrtb/refusal.ts';
import type { Caller } from './access.ts';
import type { AdminApi, Found } from './admin-api.ts';
import { campaignQuestion } from './campaign-question.ts';
import { createChangeLimit } from './change-limit.ts';
import { checkRequest } from './check-request.ts';
import { deriveSignals } from './derive-signals.ts';
import { json, jsonText } from './headers.ts';
import type { LiveStreams } from './live-stream.ts';
import { answerReport } from './report-query.ts';
import type { Route } from './route.ts';
import { storeRoutes } from './store-routes.ts';
import { tryRequest } from './try-request.ts';

export type RouteParts = {
  readonly api: AdminApi;
  readonly streams: LiveStreams<LiveEvent>;
  readonly publicUrl: string;
  readonly isStillOpen: (caller: Caller) => boolean;
  readonly nowMs: () => number;
  readonly tickMs: () => number;
};

/** A member of the API without a route does not compile. */
type ApiRoutes = Readonly<Record<Exclude<keyof AdminApi, 'store'>, Route>>;

const AUCTIONS_LISTED_MAX = 100;

/** All that an operator may ask for; the console's own files and the login stand before it. */
export function createRoutes(parts: RouteParts): readonly Route[] {
  const apiRoutes: ApiRoutes = { ...auctionRoutes(parts), ...figureRoutes(parts) };
  const { store } = parts.api;
  const mayChange = createChangeLimit(parts.nowMs);
  return [...Object.values(apiRoutes), ...trialRoutes(parts), ...storeRoutes({ store, mayChange })];
}

function auctionRoutes({ api }: RouteParts) {
  return {
    status: get(/^\/status$/, async () => json(await api.status())),
    recentAuctions: get(/^\/auctions$/, async () =>
      jsonText(`[${(await api.recentAuctions(AUCTIONS_LISTED_MAX)).join(',')}]`),
    ),
    auction: get(/^\/auctions\/([^/]+)$/, async ({ name }) => {
      return found(await api.auction(name), notRemembered(name));
    }),
    auctionRequest: get(/^\/auctions\/([^/]+)\/request$/, async ({ name }) => {
      return found(await api.auctionRequest(name), notRemembered(name));
    }),
    requests: get(/^\/requests$/, async ({ url }) =>
      json(await api.requests(requestQuestion(url.searchParams))),
    ),
    requestOutcome: get(/^\/requests\/([^/]+)$/, async ({ name }) => {
      const unknown = refuse.notFound(`no request "${name}" is remembered: it may be too long ago`);
      return found(await api.requestOutcome(name), unknown);
    }),
  } satisfies Partial<ApiRoutes>;
}

const QUESTION_UNITS_MAX = 256;

function requestQuestion(parameters: URLSearchParams): RequestQuestion {
  const text = (name: string) => (parameters.get(name) ?? '').trim().slice(0, QUESTION_UNITS_MAX);
  return {
    find: text('find'),
    publisher: text('publisher'),
    outcome: text('outcome'),
    partner: text('partner'),
    answer: text('answer'),
    campaign: text('campaign'),
  };
}

function figureRoutes({ api, streams, isStillOpen, nowMs }: RouteParts) {
  const { live, partners, setPaused, campaigns, report, limits } = api;
  return {
    metrics: get(/^\/metrics$/, async () => {
      const headers = { 'Content-Type': EXPOSITION_TYPE };
      return new Response(await api.metrics(), { headers });
    }),
    live: get(/^\/api\/live$/, ({ caller, keepOpen }) => {
      const mayListen = () => isStillOpen(caller);
      const stream = streams.open(live, { who: caller.who, mayListen });
      if (stream instanceof Response) keepOpen();
      return stream;
    }),
    partners: get(/^\/api\/partners$/, async () => json(await partners())),
    setPaused: {
      method: 'POST',
      role: 'admin',
      path: /^\/api\/partners\/([^/]+\/(?:pause|resume))$/,
      answer: ({ name, caller }) => pause(setPaused, name, caller),
    },
    campaigns: get(/^\/api\/campaigns$/, async ({ url }) =>
      json(await campaigns(campaignQuestion(url.searchParams))),
    ),
    report: get(/^\/api\/report$/, ({ url }) => answerReport(report, url.searchParams, nowMs())),
    limits: get(/^\/api\/limits$/, async () => json(await limits())),
  } satisfies Partial<ApiRoutes>;
}

function trialRoutes({ publicUrl, tickMs }: RouteParts): readonly Route[] {
  return [
    {
      method: 'POST',
      role: 'read',
      path: /^\/api\/validate$/,
      answer: async ({ request }) => json(checkRequest(await request.text())),
    },
    {
      method: 'POST',
      role: 'read',
      path: /^\/api\/derive$/,
      answer: async ({ request }) => {
        const signals = await deriveSignals(await request.text());
        return signals instanceof Refusal ? signals : json(signals);
      },
    },
    {
      method: 'POST',
      role: 'ads',
      path: /^\/api\/try$/,
      answer: async ({ request }) => {
        const publisherKey = request.headers.get('x-publisher-key');
        const tried = { body: await request.text(), publisherKey };
        const result = await tryRequest(publicUrl, tried, tickMs);
        return result instanceof Refusal ? result : json(result);
      },
    },
  ];
}

function get(path: RegExp, answer: Route['answer']): Route {
  return { method: 'GET', role: 'read', path, answer };
}

async function pause(
  setPaused: AdminApi['setPaused'],
  name: string,
  caller: Caller,
): Promise<Response | Refusal> {
  const [partner = '', action] = name.split('/');
  const isPaused = action === 'pause';
  return (await setPaused(partner, isPaused, caller))
    ? json({ name: partner, isPaused })
    : refuse.notFound(`no partner is called "${partner}"`);
}

function found(record: Found, unknown: Refusal): Response | Refusal {
  if (record === undefined) return unknown;
  return typeof record === 'string' ? jsonText(record) : record;
}

function notRemembered(id: string): Refusal {
  return refuse.notFound(
    `no auction "${id}" is remembered: it may be too long ago, or never reached an auction`,
  );
}
