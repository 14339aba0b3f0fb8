import { fieldFaults } from '../../../host/admin/change-refusal.ts';
import { json } from '../../../host/admin/headers.ts';
import {
  OPERATIONS,
  type OperationName,
  REVIEW_REASON_LENGTH_MAX,
  SHOWN_STATES,
} from '../../../host/admin/operations.ts';
import {
  type AdminRoute,
  type Call,
  memberOf,
  type RouteAnswer,
} from '../../../host/admin/route.ts';
import { Refusal, refuse } from '../../../lib/refusal.ts';
import { CREATIVE_STATES, type StoredCampaign } from '../../../store/stored-campaign.ts';
import type { ApprovalOperationName } from './approvals.ts';
import type { StoreApi } from './store-api.ts';
import {
  answerOf,
  beforeOf,
  bodyOf,
  callOf,
  jsonOf,
  type MakeChange,
  NO_IF_MATCH,
  NO_TAG_OF_REVIEW,
  nameOf,
  notThere,
  operationRoutes,
  pathOf,
} from './store-call.ts';
import { campaignResponse, creativeDocuments, documentOf, tagged } from './store-document.ts';

/** An operation without an answer does not compile. */
type StoreAnswers = Readonly<
  Record<Exclude<OperationName, 'GET /api/campaigns' | ApprovalOperationName>, AdminRoute['answer']>
>;

/** `/api/campaigns` but for the list, `/api/creatives`, the audit log, and the description of it all. */
export function storeRoutes(store: StoreApi, change: MakeChange): readonly AdminRoute[] {
  const answers: StoreAnswers = {
    ...campaignAnswers(store, change),
    ...creativeAnswers(store, change),
  };
  return [...operationRoutes<keyof StoreAnswers>(OPERATIONS, answers)];
}

function campaignAnswers(store: StoreApi, change: MakeChange) {
  return {
    'POST /api/campaigns': change((call, body) => create(store, call, body)),
    'POST /api/campaigns/check': (call) => check(store, call),
    'GET /api/campaigns/{partner}/{campaign}': async (call) => {
      const stored = await store.read(pathOf(call));
      if (stored === undefined) return notThere(call);
      const partner = store.partners().find(({ name }) => name === stored.partner);
      const needsApproval = partner?.needsApproval ?? false;
      return tagged({ ...documentOf(stored), needsApproval }, stored);
    },
    'PUT /api/campaigns/{partner}/{campaign}': change(async (call, body) => {
      const value = jsonOf(body);
      if (value instanceof Refusal) return value;
      if (call.request.headers.get('if-match') === null) return NO_IF_MATCH;
      return answerOf(await store.replace(pathOf(call), value, callOf(call)), call);
    }),
    'DELETE /api/campaigns/{partner}/{campaign}': change(async (call) => {
      const result = await store.setState(pathOf(call), 'deleted', callOf(call));
      return 'kind' in result ? answerOf(result, call) : new Response(null, { status: 204 });
    }),
    'POST /api/campaigns/{partner}/{campaign}/state': change(async (call, body) => {
      const wanted = memberOf(body, 'state');
      const state = SHOWN_STATES.find((one) => one === wanted);
      if (state === undefined) {
        return refuse.wrongValue('state', 'expected draft, active, paused or archived');
      }
      return answerOf(await store.setState(pathOf(call), state, callOf(call)), call);
    }),
    'GET /api/campaigns/{partner}/{campaign}/history': async (call) =>
      json({
        rows: await store.audit({
          of: { kind: 'campaign', id: nameOf(call) },
          before: beforeOf(call.url),
        }),
      }),
  } satisfies Partial<StoreAnswers>;
}

function creativeAnswers(store: StoreApi, change: MakeChange) {
  return {
    'GET /api/creatives': ({ url }) => listCreatives(store, url),
    'GET /api/creatives/{partner}/{campaign}/{creative}': async (call) => {
      const stored = await store.read(pathOf(call));
      return (stored && creativeResponse(stored, call)) ?? notThere(call);
    },
    'PUT /api/creatives/{partner}/{campaign}/{creative}': change(async (call, body) => {
      const value = jsonOf(body);
      if (value instanceof Refusal) return value;
      if (call.request.headers.get('if-match') === null) return NO_IF_MATCH;
      return answerOf(
        await store.replaceCreative(pathOf(call), value, callOf(call)),
        call,
        (stored) => creativeResponse(stored, call) ?? json(null),
      );
    }),
    'POST /api/creatives/{partner}/{campaign}/{creative}/review': change((call, body) =>
      review(store, call, body),
    ),
  } satisfies Partial<StoreAnswers>;
}

async function create(store: StoreApi, call: Call, body: string): Promise<RouteAnswer> {
  const partners = store.partners();
  const partner = call.url.searchParams.get('partner') ?? partners[0]?.name ?? '';
  if (partners.length === 0) {
    return refuse.notFound('the config has no partner with store: true');
  }
  const result = await store.create(partner, body, callOf(call));
  return answerOf(result, { parts: [partner] }, (stored) => {
    const response = campaignResponse(stored, 201);
    const path = [partner, stored.campaign.id].map(encodeURIComponent).join('/');
    response.headers.set('Location', `/api/campaigns/${path}`);
    return response;
  });
}

async function check(store: StoreApi, call: Call): Promise<RouteAnswer> {
  const value = jsonOf(await bodyOf(call));
  if (value instanceof Refusal) return value;
  return json({ faults: fieldFaults(store.check(value)) });
}

/** undefined: the campaign has no such creative. */
function creativeResponse(stored: StoredCampaign, call: Call): Response | undefined {
  const { creative } = pathOf(call);
  const found = creativeDocuments(stored).find((one) => one.creative.id === creative);
  return found && tagged(found, stored);
}

async function review(store: StoreApi, call: Call, body: string): Promise<RouteAnswer> {
  const wanted = memberOf(body, 'state');
  const state = CREATIVE_STATES.find((one) => one === wanted);
  if (state === undefined) {
    return refuse.wrongValue('state', `expected ${CREATIVE_STATES.join(', ')}`);
  }
  const reason = memberOf(body, 'reason') ?? '';
  if (typeof reason !== 'string' || reason.length > REVIEW_REASON_LENGTH_MAX) {
    return refuse.wrongValue('reason', `expected at most ${REVIEW_REASON_LENGTH_MAX} characters`);
  }
  if (state === 'rejected' && reason.trim() === '') {
    return refuse.missing('reason', 'expected the reason of the rejection, but there is none');
  }
  const { revision, ...change } = callOf(call);
  if (revision === undefined) return NO_TAG_OF_REVIEW;
  const at = pathOf(call);
  const kept = { creative: at.creative, state, reason: state === 'rejected' ? reason.trim() : '' };
  return answerOf(await store.review(at, kept, { ...change, revision }), call);
}

const PAGE_ROWS = 50;

function listCreatives(store: StoreApi, url: URL): Response {
  const wanted = (name: string) => url.searchParams.get(name) ?? '';
  const [state, partner, campaign] = ['state', 'partner', 'campaign'].map(wanted);
  const text = wanted('find').trim().toLowerCase();
  const found = store
    .all()
    .filter((one) => partner === '' || one.partner === partner)
    .filter((one) => campaign === '' || one.campaign.id === campaign)
    .flatMap(creativeDocuments)
    .filter((one) => state === '' || one.state === state)
    .filter(({ creative: { id, title } }) =>
      [id, title].some((name) => name.toLowerCase().includes(text)),
    );
  const pages = Math.max(1, Math.ceil(found.length / PAGE_ROWS));
  const asked = Number(wanted('page') || 1);
  const page = Number.isSafeInteger(asked) && asked > 0 ? Math.min(asked, pages) : 1;
  const rows = found.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS);
  return json({ rows, total: found.length, page, pages });
}
