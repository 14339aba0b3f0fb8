import type { LiveEvent } from '../../console/api.ts';
import {
  CAMPAIGN_ROW_STATES,
  CAMPAIGN_SORTS,
  type CampaignQuestion,
} from '../../console/campaigns/api.ts';
import { EXPOSITION_TYPE } from '../../observe/prometheus.ts';
import { readQuestion } from '../../observe/request-rows.ts';
import { Refusal, refuse } from '../../openrtb/refusal.ts';
import type { Caller } from './access.ts';
import { accountRoutes, type InvitationLink } from './account-routes.ts';
import type { AdminApi, FoundText } from './admin-api.ts';
import { deriveSignals } from './derive-signals.ts';
import { json, jsonText } from './headers.ts';
import { imageRoutes } from './image-routes.ts';
import type { LiveStreams } from './live-stream.ts';
import type { Passkeys } from './passkeys.ts';
import { portalRoutes } from './portal-routes.ts';
import { answerReport } from './report-query.ts';
import { type AdminRoute, routeOf } from './route.ts';
import { statementRoutes } from './statement-routes.ts';
import { changeMaker } from './store-call.ts';
import { storeRoutes } from './store-routes.ts';
import { supplyRoutes } from './supply-routes.ts';
import { checkRequest, tryRequest } from './try-request.ts';

type RouteParts = {
  readonly api: AdminApi;
  readonly streams: LiveStreams<LiveEvent>;
  readonly publicUrl: string;
  readonly isStillOpen: (caller: Caller) => boolean;
  readonly linkOf: InvitationLink;
  readonly passkeys: Passkeys;
  /** Where people of publishers reach their pages, if it is known. */
  readonly portalUrl: string | undefined;
  readonly nowMs: () => number;
  readonly tickMs: () => number;
};

/** A member of the API without a route does not compile. */
type ApiRoutes = Readonly<
  Record<
    Exclude<keyof AdminApi, 'store' | 'images' | 'supply' | 'statements' | 'accounts' | 'portal'>,
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
    ...trialRoutes(parts),
    ...storeRoutes(parts.api.store, change),
    ...imageRoutes(parts.api.images, change),
    ...supplyRoutes(parts.api.supply, change),
    ...statementRoutes(parts.api.statements, change),
    ...accountRoutes(parts.api.accounts, change, parts.linkOf),
    ...portalRoutes(parts.api, { ...parts, accounts: parts.api.accounts }, change),
  ];
}

function auctionRoutes({ api }: RouteParts) {
  return {
    status: get('/status', async () => json(await api.status())),
    recentAuctions: get('/auctions', async () =>
      jsonText(`[${(await api.recentAuctions(AUCTIONS_LISTED_MAX)).join(',')}]`),
    ),
    auction: get('/auctions/{id}', async ({ parts: [id = ''] }) => {
      return found(await api.auction(id), notRemembered(id));
    }),
    auctionRequest: get('/auctions/{id}/request', async ({ parts: [id = ''] }) => {
      return found(await api.auctionRequest(id), notRemembered(id));
    }),
    requests: get('/requests', async ({ url }) =>
      json(await api.requests(readQuestion(url.searchParams))),
    ),
    requestOutcome: get('/requests/{id}', async ({ parts: [id = ''] }) => {
      const unknown = refuse.notFound(`no request "${id}" is remembered: it may be too long ago`);
      return found(await api.requestOutcome(id), unknown);
    }),
  } satisfies Partial<ApiRoutes>;
}

/** Unknown words mean what no word means: addresses of the console outlive its words. */
function campaignQuestion(parameters: URLSearchParams): CampaignQuestion {
  const page = Number(parameters.get('page'));
  return {
    find: parameters.get('find') ?? '',
    state: CAMPAIGN_ROW_STATES.find((one) => one === parameters.get('state')),
    partner: parameters.get('partner') || undefined,
    sort: CAMPAIGN_SORTS.find((one) => one === parameters.get('sort')) ?? 'urgency',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

function figureRoutes({ api, streams, isStillOpen, nowMs }: RouteParts) {
  const { live, partners, setPaused, campaigns, report, limits } = api;
  return {
    metrics: get('/metrics', async () => {
      const headers = { 'Content-Type': EXPOSITION_TYPE };
      return new Response(await api.metrics(), { headers });
    }),
    live: get('/api/live', ({ caller, keepOpen }) => {
      const stream = streams.open(caller.who, live, () => isStillOpen(caller));
      if (stream instanceof Response) keepOpen();
      return stream;
    }),
    partners: get('/api/partners', async () => json(await partners())),
    setPaused: (['pause', 'resume'] as const).map((action) =>
      routeOf(`POST /api/partners/{partner}/${action}`, 'admin', async ({ parts, caller }) => {
        const [name = ''] = parts;
        const isPaused = action === 'pause';
        return (await setPaused(name, isPaused ? 'paused' : 'running', caller))
          ? json({ name, isPaused })
          : refuse.notFound(`no partner is called "${name}"`);
      }),
    ),
    campaigns: get('/api/campaigns', async ({ url }) =>
      json(await campaigns(campaignQuestion(url.searchParams))),
    ),
    report: get('/api/report', ({ url }) => answerReport(report, url.searchParams, nowMs())),
    // A secret that can charge a campaign, so more than the role `ads` is asked for.
    advertiserKey: routeOf(
      'GET /api/advertisers/{partner}/{advertiser}/key',
      'admin',
      ({ parts: [partner = '', advertiser = ''] }) => {
        const found = api.advertiserKey(partner, advertiser);
        return 'reason' in found ? refuse.notFound(found.reason) : json(found);
      },
    ),
    limits: get('/api/limits', async () => json(await limits())),
  } satisfies Partial<ApiRoutes>;
}

function trialRoutes({ publicUrl, tickMs }: RouteParts): readonly AdminRoute[] {
  return [
    routeOf('POST /api/validate', 'read', async ({ request }) =>
      json(checkRequest(await request.text())),
    ),
    routeOf('POST /api/derive', 'read', async ({ request }) => {
      const signals = await deriveSignals(await request.text());
      return signals instanceof Refusal ? signals : json(signals);
    }),
    routeOf('POST /api/try', 'ads', async ({ request }) => {
      const publisherKey = request.headers.get('x-publisher-key');
      const result = await tryRequest(publicUrl, await request.text(), publisherKey, tickMs);
      return result instanceof Refusal ? result : json(result);
    }),
  ];
}

function get(path: string, answer: AdminRoute['answer']): AdminRoute {
  return { method: 'GET', role: 'read', path, answer };
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
