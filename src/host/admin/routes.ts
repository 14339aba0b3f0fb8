import { Refusal, refuse } from '../../lib/refusal.ts';
import { accountRoutes } from '../../parts/accounts/api/account-routes.ts';
import { advertiserRoutes } from '../../parts/accounts/api/advertiser-routes.ts';
import { buyerRoutes } from '../../parts/buyers/api/buyer-routes.ts';
import { approvalRoutes } from '../../parts/campaigns/api/approvals.ts';
import { campaignQuestion } from '../../parts/campaigns/api/campaign-question.ts';
import { changeMaker, whileReachable } from '../../parts/campaigns/api/store-call.ts';
import { storeRoutes } from '../../parts/campaigns/api/store-routes.ts';
import { requestQuestion } from '../../parts/insight/api/request-query.ts';
import { portalRoutes } from '../../parts/portal/api/portal-routes.ts';
import { supplyRoutes } from '../../parts/supply/api/supply-routes.ts';
import type { Caller } from './access.ts';
import type { AdminApi, FoundText } from './admin-api.ts';
import type { LiveEvent } from './answers.ts';
import { json, jsonText } from './headers.ts';
import type { LiveStreams } from './live-stream.ts';
import { type AdminRoute, routeOf } from './route.ts';

type RouteParts = {
  readonly api: AdminApi;
  readonly streams: LiveStreams<LiveEvent>;
  readonly isStillOpen: (caller: Caller) => boolean;
  readonly baseUrlOf: (request: Request) => string;
  readonly nowMs: () => number;
};

/** A member of the API without a route does not compile. */
type ApiRoutes = Readonly<
  Record<
    Exclude<keyof AdminApi, 'store' | 'supply' | 'statements' | 'accounts' | 'buyers' | 'portal'>,
    AdminRoute | readonly AdminRoute[]
  >
>;

const AUCTIONS_LISTED_MAX = 100;

/** All that an operator may ask for; the console's own files and the login stand before it. */
export function createRoutes(parts: RouteParts): readonly AdminRoute[] {
  const apiRoutes: ApiRoutes = { ...auctionRoutes(parts), ...figureRoutes(parts) };
  const change = changeMaker(parts.nowMs);
  return [
    ...Object.values(apiRoutes).flat(),
    ...approvalRoutes(parts.api),
    ...storeRoutes(parts.api.store, change),
    ...supplyRoutes(parts.api.supply, change),
    ...accountRoutes(parts.api.accounts, change, (secret, request) => {
      return `${parts.baseUrlOf(request)}/portal#invitation=${secret}`;
    }),
    ...advertiserRoutes(parts.api.accounts, change),
    ...buyerRoutes(parts.api.buyers, parts.api.accounts, change),
    ...portalRoutes(parts.api, change),
  ];
}

function auctionRoutes({ api }: RouteParts) {
  return {
    recentAuctions: get('/auctions', async () =>
      jsonText(`[${(await api.recentAuctions(AUCTIONS_LISTED_MAX)).join(',')}]`),
    ),
    auction: get('/auctions/{id}', async ({ parts: [id = ''] }) => {
      return found(await api.auction(id), notRemembered(id));
    }),
    auctionRequest: get('/auctions/{id}/request', async ({ parts: [id = ''] }) => {
      return found(await api.auctionRequest(id), notRemembered(id));
    }),
    requests: get('/requests', async ({ url }) => {
      const question = requestQuestion(url.searchParams);
      return question instanceof Refusal ? question : json(await api.requests(question));
    }),
    samples: get('/api/samples', async ({ url }) => {
      const question = requestQuestion(url.searchParams);
      if (question instanceof Refusal) return question;
      const found = await api.samples(question);
      return 'reason' in found ? refuse.unavailable(found.reason) : json(found);
    }),
    requestOutcome: get('/requests/{id}', async ({ parts: [id = ''] }) => {
      const unknown = refuse.notFound(`no request "${id}" is remembered: it may be too long ago`);
      return found(await api.requestOutcome(id), unknown);
    }),
  } satisfies Partial<ApiRoutes>;
}

function figureRoutes({ api, streams, isStillOpen }: RouteParts) {
  const { live, partners, setPaused, campaigns } = api;
  return {
    live: get('/api/live', ({ caller, keepOpen }) => {
      const stream = streams.open(caller.who, live, () => isStillOpen(caller));
      if (stream instanceof Response) keepOpen();
      return stream;
    }),
    partners: readStored('/api/partners', async () => json(await partners())),
    setPaused: (['pause', 'resume'] as const).map((action) =>
      routeOf(`POST /api/partners/{partner}/${action}`, 'admin', async ({ parts, caller }) => {
        const [name = ''] = parts;
        const isPaused = action === 'pause';
        return (await setPaused(name, isPaused ? 'paused' : 'running', caller))
          ? json({ name, isPaused })
          : refuse.notFound(`no partner is called "${name}"`);
      }),
    ),
    campaigns: readStored('/api/campaigns', async ({ url }) =>
      json(await campaigns(campaignQuestion(url.searchParams))),
    ),
  } satisfies Partial<ApiRoutes>;
}

function get(path: string, answer: AdminRoute['answer']): AdminRoute {
  return { method: 'GET', role: 'read', path, answer };
}

/** A report of a year takes longer than other readings. */
const READ_MS_MAX = 30_000;

/** What needs the database: while that is down, a 503 that says so. */
function readStored(path: string, answer: AdminRoute['answer']): AdminRoute {
  return get(path, (call) => whileReachable(() => answer(call), READ_MS_MAX, 'reading'));
}

function found(record: FoundText, unknown: Refusal): Response | Refusal {
  if (record === undefined) return unknown;
  return typeof record === 'string' ? jsonText(record) : record;
}

function notRemembered(id: string): Refusal {
  return refuse.notFound(
    `no auction "${id}" is remembered: it may be too long ago, or never reached an auction`,
  );
}
