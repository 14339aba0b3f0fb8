import { Refusal, refuse } from '../../openrtb/refusal.ts';
import { CREATIVE_STATES, type StoredCampaign } from '../../store/stored-campaign.ts';
import { json } from './headers.ts';
import type { Call, Route } from './route.ts';
import type { CreativePath, StoreApi } from './store-api.ts';
import {
  type Answer,
  answerOf,
  callOf,
  jsonOf,
  type MakeChange,
  memberOf,
  NO_IF_MATCH,
  NO_TAG_OF_REVIEW,
  notThere,
} from './store-call.ts';
import { creativeDocuments } from './store-document.ts';

/** `/api/creatives`: the creatives of the campaigns of the store. */
export function creativeRoutes(store: StoreApi, change: MakeChange): readonly Route[] {
  return [
    {
      method: 'GET',
      role: 'read',
      path: /^\/api\/creatives$/,
      answer: ({ url }) => listCreatives(store, url),
    },
    {
      method: 'GET',
      role: 'read',
      path: ONE,
      async answer({ name }) {
        const at = creativePath(name);
        const stored = await store.read(at);
        return (stored && creativeResponse(stored, at.creative)) ?? notThere(name);
      },
    },
    {
      method: 'PUT',
      path: ONE,
      ...change('ads', async (call, body) => {
        const value = jsonOf(body);
        if (value instanceof Refusal) return value;
        if (call.request.headers.get('if-match') === null) return NO_IF_MATCH;
        const at = creativePath(call.name);
        return answerOf(
          await store.replaceCreative(at, value, callOf(call)),
          call.name,
          (stored) => creativeResponse(stored, at.creative) ?? json(null),
        );
      }),
    },
    {
      method: 'POST',
      path: /^\/api\/creatives\/([^/]+\/[^/]+\/[^/]+)\/review$/,
      ...change('admin', (call, body) => review(store, call, body)),
    },
  ];
}

const ONE = /^\/api\/creatives\/([^/]+\/[^/]+\/[^/]+)$/;

function creativePath(name: string): CreativePath {
  const [partner = '', campaign = '', creative = ''] = name.split('/');
  return { partner, campaign, creative };
}

/** With the revision of its campaign as the entity tag. undefined: the campaign has no such creative. */
function creativeResponse(stored: StoredCampaign, creative: string): Response | undefined {
  const found = creativeDocuments(stored).find((one) => one.creative.id === creative);
  if (found === undefined) return undefined;
  const response = json(found);
  response.headers.set('ETag', `"${stored.revision}"`);
  return response;
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
  const { revision, ...change } = callOf(call);
  if (revision === undefined) return NO_TAG_OF_REVIEW;
  const at = creativePath(call.name);
  const kept = { creative: at.creative, state, reason: state === 'rejected' ? reason.trim() : '' };
  return answerOf(await store.review(at, kept, { ...change, revision }), call.name);
}

const REASON_LENGTH_MAX = 500;

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
