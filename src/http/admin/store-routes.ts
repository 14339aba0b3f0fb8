import { inTime } from '../../lib/in-time.ts';
import { parseJson } from '../../lib/json.ts';
import { isObject } from '../../lib/schema-fault.ts';
import { Refusal, refuse } from '../../openrtb/refusal.ts';
import type { RefusedChange } from '../../store/refused-change.ts';
import {
  CAMPAIGN_STATES,
  CREATIVE_STATES,
  type StoredCampaign,
} from '../../store/stored-campaign.ts';
import { type ChangeRefusal, changeRefusal, refuseChange } from './change-refusal.ts';
import { json } from './headers.ts';
import type { Role } from './identity.ts';
import { adminApiDocument } from './openapi.ts';
import type { Call, Route } from './route.ts';
import type { CampaignPath, ChangeCall, StoreApi } from './store-api.ts';
import { campaignResponse, creativeDocuments } from './store-document.ts';

/** A campaign with fifty creatives and long lists is a tenth of this. */
export const CAMPAIGN_BYTES_MAX = 256 * 1024;

export type Answer = Response | Refusal | ChangeRefusal;

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
    ...reviewRoutes(store, change),
  ];
  return routes.map((route) => ({ ...route, answer: whileReachable(route.answer) }));
}

/** The role and the answer of a change, within the limits on changes. */
type MakeChange = (
  role: Role,
  answer: (call: Call, body: string) => Promise<Answer>,
) => Pick<Route, 'role' | 'answer'>;

function changeMaker(mayChange: StoreRouteParts['mayChange']): MakeChange {
  return (role, answer) => ({
    role,
    async answer(call) {
      if (!mayChange(call.caller.who)) return refuseChange('tooMany', 'wait a minute');
      const body = await call.request.text();
      if (Buffer.byteLength(body) > CAMPAIGN_BYTES_MAX) {
        return refuse.tooLarge(`expected at most ${CAMPAIGN_BYTES_MAX} bytes`);
      }
      return answer(call, body);
    },
  });
}

/** The history, the creatives of all campaigns, and the description of it all. */
function reviewRoutes(store: StoreApi, change: MakeChange): readonly Route[] {
  return [
    {
      method: 'GET',
      role: 'read',
      path: /^\/openapi\.json$/,
      answer: () => json(adminApiDocument()),
    },
    {
      method: 'GET',
      role: 'read',
      path: /^\/api\/campaigns\/([^/]+\/[^/]+)\/history$/,
      answer: async ({ name, url }) =>
        json({ rows: await store.audit({ subject: name, beforeId: beforeOf(url) }) }),
    },
    {
      method: 'GET',
      role: 'read',
      path: /^\/api\/creatives$/,
      answer: ({ url }) => listCreatives(store, url),
    },
    {
      method: 'POST',
      path: /^\/api\/creatives\/([^/]+\/[^/]+\/[^/]+)\/review$/,
      ...change('admin', (call, body) => review(store, call, body)),
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

const DATABASE_MS_MAX = 10_000;

const UNREACHABLE = refuseChange(
  'unavailable',
  'the database does not answer: campaigns serve as they are; try again, and look whether the change was made',
);

/** Everything here needs the database, which may be down or slow. */
function whileReachable(answer: Route['answer']): Route['answer'] {
  return async (call) => {
    const work = Promise.resolve().then(() => answer(call));
    return inTime(work, DATABASE_MS_MAX, UNREACHABLE).catch(() => UNREACHABLE);
  };
}

const NO_IF_MATCH = refuseChange(
  'unconditional',
  'expected the header If-Match with the ETag of the campaign that was changed',
);

async function create(store: StoreApi, call: Call, body: string): Promise<Answer> {
  const partners = store.partners();
  const partner = call.url.searchParams.get('partner') ?? partners[0]?.name ?? '';
  if (partners.length === 0) {
    return refuse.notFound('the config has no partner with store: true');
  }
  const result = await store.create(partner, body, callOf(call));
  if ('kind' in result) return answerOf(result, partner, 201);
  const response = campaignResponse(result, 201);
  const path = [partner, result.campaign.id].map(encodeURIComponent).join('/');
  response.headers.set('Location', `/api/campaigns/${path}`);
  return response;
}

function checkBody(store: StoreApi, body: string): Answer {
  const parsed = parseJson(body.slice(0, CAMPAIGN_BYTES_MAX));
  if (parsed.kind === 'fault') return refuse.invalidJson(parsed.reason);
  const faults = store.check(parsed.value).map(({ path, reason }) => ({ field: path, reason }));
  return json({ faults });
}

async function setState(store: StoreApi, call: Call, body: string): Promise<Answer> {
  const wanted = memberOf(body, 'state');
  const state = CAMPAIGN_STATES.find((one) => one === wanted && one !== 'deleted');
  if (state === undefined) {
    return refuse.wrongValue('state', 'expected draft, active, paused or archived');
  }
  return answerOf(await store.setState(pathOf(call.name), state, callOf(call)), call.name);
}

async function review(store: StoreApi, call: Call, body: string): Promise<Answer> {
  const wanted = memberOf(body, 'state');
  const state = CREATIVE_STATES.find((one) => one === wanted);
  if (state === undefined) {
    return refuse.wrongValue('state', `expected ${CREATIVE_STATES.join(', ')}`);
  }
  const reason = memberOf(body, 'reason') ?? '';
  if (typeof reason !== 'string' || reason.length > REASON_LENGTH_MAX) {
    return refuse.wrongValue('reason', `expected at most ${REASON_LENGTH_MAX} characters`);
  }
  if (state === 'rejected' && reason.trim() === '') {
    return refuse.missing('reason', 'expected the reason of the rejection, but there is none');
  }
  const [partner = '', campaign = '', creative = ''] = call.name.split('/');
  const kept = { creative, state, reason: state === 'rejected' ? reason.trim() : '' };
  return answerOf(await store.review({ partner, campaign }, kept, callOf(call)), call.name);
}

const REASON_LENGTH_MAX = 500;

const CREATIVES_LISTED_MAX = 200;

function listCreatives(store: StoreApi, url: URL): Response {
  const wanted = (name: string) => url.searchParams.get(name) ?? '';
  const [state, partner, campaign] = ['state', 'partner', 'campaign'].map(wanted);
  const rows = store
    .all()
    .filter((one) => partner === '' || one.partner === partner)
    .filter((one) => campaign === '' || one.campaign.id === campaign)
    .flatMap(creativeDocuments)
    .filter((one) => state === '' || one.state === state);
  return json({ rows: rows.slice(0, CREATIVES_LISTED_MAX), total: rows.length });
}

function answerOf(result: StoredCampaign | RefusedChange, name: string, status = 200): Answer {
  if (!('kind' in result)) return campaignResponse(result, status);
  if (result.kind === 'not-found') return notThere(name);
  if (result.kind === 'done') return campaignResponse(result.stored, status);
  return changeRefusal(result);
}

function notThere(name: string): Refusal {
  return refuse.notFound(`the store has no "${name}"`);
}

function pathOf(name: string): CampaignPath {
  const [partner = '', campaign = ''] = name.split('/');
  return { partner, campaign };
}

const KEY_LENGTH_MAX = 200;

function callOf({ caller, request }: Call): ChangeCall {
  const { who, role } = caller;
  const tag = /^(?:W\/)?"(\d+)"$/.exec(request.headers.get('if-match') ?? '')?.[1];
  const given = request.headers.get('if-match');
  const key = request.headers.get('idempotency-key')?.slice(0, KEY_LENGTH_MAX) || undefined;
  // A tag that is none of ours matches no revision.
  const revision = given === null || given === '*' ? undefined : Number(tag ?? -1);
  return { author: { who, role }, revision, idempotencyKey: key };
}

function jsonOf(body: string): unknown {
  const parsed = parseJson(body);
  return parsed.kind === 'json' ? parsed.value : refuse.invalidJson(parsed.reason);
}

function memberOf(body: string, name: string): unknown {
  const parsed = parseJson(body);
  return parsed.kind === 'json' && isObject(parsed.value) ? parsed.value[name] : undefined;
}

function beforeOf(url: URL): number | undefined {
  const before = Number(url.searchParams.get('before') ?? Number.NaN);
  return Number.isSafeInteger(before) ? before : undefined;
}
