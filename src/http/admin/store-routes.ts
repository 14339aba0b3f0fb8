import { parseJson } from '../../lib/json.ts';
import { Refusal, refuse } from '../../openrtb/refusal.ts';
import { STORED_STATES } from '../../store/stored-campaign.ts';
import { creativeRoutes } from './creative-routes.ts';
import { json } from './headers.ts';
import { adminApiDocument } from './openapi.ts';
import type { Call, Route } from './route.ts';
import type { StoreApi } from './store-api.ts';
import {
  type Answer,
  answerOf,
  beforeOf,
  CAMPAIGN_BYTES_MAX,
  callOf,
  changeMaker,
  DELIVERY_DAYS_MAX,
  jsonOf,
  memberOf,
  NO_IF_MATCH,
  notThere,
  pathOf,
  whileReachable,
} from './store-call.ts';
import { campaignResponse } from './store-document.ts';

type StoreRouteParts = {
  readonly store: StoreApi;
  /** Whether this caller may make one more change now. */
  readonly mayChange: (who: string) => boolean;
};

/** `/api/campaigns` but for the list, and `/api/creatives`. */
export function storeRoutes({ store, mayChange }: StoreRouteParts): readonly Route[] {
  const change = changeMaker(mayChange);
  const routes: readonly Route[] = [
    {
      method: 'GET',
      role: 'read',
      path: /^\/api\/campaigns\/([^/]+\/[^/]+)$/,
      async answer({ name }) {
        const stored = await store.read(pathOf(name));
        return stored === undefined ? notThere(name) : campaignResponse(stored);
      },
    },
    {
      method: 'POST',
      path: /^\/api\/campaigns$/,
      ...change('ads', (call, body) => create(store, call, body)),
    },
    {
      method: 'POST',
      role: 'read',
      path: /^\/api\/campaigns\/check$/,
      answer: async ({ request }) => checkBody(store, await request.text()),
    },
    {
      method: 'PUT',
      path: /^\/api\/campaigns\/([^/]+\/[^/]+)$/,
      ...change('ads', async (call, body) => {
        const value = jsonOf(body);
        if (value instanceof Refusal) return value;
        if (call.request.headers.get('if-match') === null) return NO_IF_MATCH;
        return answerOf(await store.replace(pathOf(call.name), value, callOf(call)), call.name);
      }),
    },
    {
      method: 'DELETE',
      path: /^\/api\/campaigns\/([^/]+\/[^/]+)$/,
      ...change('ads', async (call) => {
        const result = await store.setState(pathOf(call.name), 'deleted', callOf(call));
        return 'kind' in result ? answerOf(result, call.name) : new Response(null, { status: 204 });
      }),
    },
    {
      method: 'POST',
      path: /^\/api\/campaigns\/([^/]+\/[^/]+)\/state$/,
      ...change('ads', (call, body) => setState(store, call, body)),
    },
    ...lookRoutes(store),
    ...creativeRoutes(store, change),
  ];
  return routes.map((route) => ({ ...route, answer: whileReachable(route.answer) }));
}

/** The history, the delivery, and the description of it all. */
function lookRoutes(store: StoreApi): readonly Route[] {
  return [
    {
      method: 'GET',
      role: 'read',
      path: /^\/openapi\.json$/,
      answer: () => json(adminApiDocument()),
    },
    {
      method: 'GET',
      // A part of the audit log, which `read` does not see.
      role: 'ads',
      path: /^\/api\/campaigns\/([^/]+\/[^/]+)\/history$/,
      answer: async ({ name, url }) =>
        json({ rows: await store.audit({ subject: name, beforeId: beforeOf(url) }) }),
    },
    {
      method: 'GET',
      role: 'read',
      path: /^\/api\/campaigns\/([^/]+\/[^/]+)\/delivery$/,
      async answer({ name, url }) {
        const days = Number(url.searchParams.get('days') ?? DELIVERY_DAYS_MAX);
        if (!Number.isInteger(days) || days < 1 || days > DELIVERY_DAYS_MAX) {
          return refuse.wrongValue('days', `expected 1 to ${DELIVERY_DAYS_MAX}`);
        }
        return json(await store.delivery(pathOf(name), days));
      },
    },
    {
      method: 'GET',
      role: 'admin',
      path: /^\/api\/audit$/,
      answer: async ({ url }) =>
        json({ rows: await store.audit({ subject: undefined, beforeId: beforeOf(url) }) }),
    },
  ];
}

async function create(store: StoreApi, call: Call, body: string): Promise<Answer> {
  const partners = store.partners();
  const partner = call.url.searchParams.get('partner') ?? partners[0]?.name ?? '';
  if (partners.length === 0) {
    return refuse.notFound('the config has no partner with store: true');
  }
  const result = await store.create(partner, body, callOf(call));
  return answerOf(result, partner, (stored) => {
    const response = campaignResponse(stored, 201);
    const path = [partner, stored.campaign.id].map(encodeURIComponent).join('/');
    response.headers.set('Location', `/api/campaigns/${path}`);
    return response;
  });
}

function checkBody(store: StoreApi, body: string): Answer {
  const parsed = parseJson(body.slice(0, CAMPAIGN_BYTES_MAX));
  if (parsed.kind !== 'json') return refuse.invalidJson(parsed.reason);
  const faults = store.check(parsed.value).map(({ path, reason }) => ({ field: path, reason }));
  return json({ faults });
}

async function setState(store: StoreApi, call: Call, body: string): Promise<Answer> {
  const wanted = memberOf(body, 'state');
  const state = STORED_STATES.find((one) => one === wanted && one !== 'deleted');
  if (state === undefined) {
    return refuse.wrongValue('state', 'expected draft, active, paused or archived');
  }
  return answerOf(await store.setState(pathOf(call.name), state, callOf(call)), call.name);
}
