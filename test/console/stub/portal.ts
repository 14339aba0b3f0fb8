import type { PortalInfo, PortalSettings } from '../../../src/console/portal/api.ts';
import { FEEDBACK } from './feedback.ts';
import {
  auctionOf,
  earningsOf,
  INTEGRATION,
  requestsOf,
  snippetsOf,
  supplyOf,
} from './portal-figures.ts';
import type { StubPublishers } from './publishers.ts';
import { json, refused, type StubCall, type StubRoute, seenRevision } from './routes.ts';

const COOKIE = 'portal_of_the_stub';

/** The pages of a publisher, for its people by their token and for an operator by `?publisher=`. */
export function createPortal(publishers: StubPublishers) {
  const { records } = publishers;
  let isChecked = false;

  const viewerOf = ({ url, request }: StubCall) => {
    const named = url.searchParams.get('publisher');
    if (named !== null) return { publisher: named, isOperator: true };
    const cookies = (request.headers.get('cookie') ?? '').split('; ');
    const token = cookies.find((one) => one.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
    const publisher = token === undefined ? undefined : publishers.ownerOf(token);
    return publisher === undefined ? undefined : { publisher, isOperator: false };
  };
  const forViewer =
    (answer: (call: StubCall, publisher: string, isOperator: boolean) => Response) =>
    (call: StubCall) => {
      const viewer = viewerOf(call);
      return viewer === undefined
        ? refused(401, 'expected a session of these pages')
        : answer(call, viewer.publisher, viewer.isOperator);
    };

  const settingsOf = (publisher: string): PortalSettings | undefined => {
    const record = records.kept.get(publisher);
    if (record === undefined) return undefined;
    const { id: _, seller, share, ...settings } = record.definition;
    return {
      revision: record.revision,
      isChangeable: record.source === 'store',
      settings,
      bounds: { floorMin: 0.2, floorMax: 20, sensitiveOff: ['politics'] },
    };
  };

  function saveSettings({ body, request }: StubCall, publisher: string): Response {
    const record = records.kept.get(publisher);
    const settings = body as PortalSettings['settings'];
    const floor = settings.floors?.default ?? 0;
    if (record === undefined) return refused(404, 'there is no such publisher');
    if (!(floor <= 20)) {
      const reason = `expected a floor from 0.2 to 20, but got ${floor}`;
      return refused(422, 'one field is wrong', [{ field: 'floors.default', reason }]);
    }
    if (seenRevision(request) !== record.revision) {
      const now = `it is at revision ${record.revision} now`;
      return refused(412, `${record.changedBy} has changed it meanwhile: ${now}`);
    }
    const { id, seller, share } = record.definition;
    const definition = { id, seller, share, ...settings };
    records.change(publisher, 'change', { definition }, 'Jonas Weber');
    return json(settingsOf(publisher));
  }

  const infoOf = (publisher: string, isOperator: boolean): PortalInfo => {
    const { definition, state = 'active', keys = [] } = records.kept.get(publisher) ?? {};
    const seller = definition?.seller as { readonly name: string } | undefined;
    return {
      publisher,
      name: seller?.name ?? null,
      state,
      // As an operator with the role read sees it.
      mayChange: publisher !== 'sleepy',
      isOperator,
      publicUrl: 'https://ads.example',
      needsKey: true,
      keys,
    };
  };

  const routes: readonly StubRoute[] = [
    [
      'POST /portal/accept',
      ({ body }) => {
        const { invitation, name } = body as { invitation: string; name: string };
        const accepted = publishers.accept(invitation, name);
        return accepted === undefined
          ? refused(401, 'this invitation is not valid: ask for another one')
          : json(accepted);
      },
    ],
    [
      'POST /portal/login',
      ({ body }) => {
        const { token } = body as { readonly token: string };
        if (publishers.ownerOf(token) === undefined) {
          return refused(401, 'this is not a token of somebody of a publisher');
        }
        const response = json({});
        response.headers.set('Set-Cookie', `${COOKIE}=${token}; Path=/; HttpOnly`);
        return response;
      },
    ],
    [
      'POST /portal/logout',
      () => {
        const response = json({});
        response.headers.set('Set-Cookie', `${COOKIE}=; Path=/; Max-Age=0`);
        return response;
      },
    ],
    [
      'GET /api/portal/session',
      (call) => {
        const access = viewerOf(call) === undefined ? 'login' : 'session';
        return json({ access, csrfToken: null, publicUrl: '', who: '', role: 'publisher' });
      },
    ],
    [
      'GET /api/portal',
      forViewer((_, publisher, isOperator) => json(infoOf(publisher, isOperator))),
    ],
    [
      'GET /api/portal/earnings',
      forViewer(({ url: { searchParams } }) =>
        json(earningsOf(searchParams.get('by') ?? 'day', Number(searchParams.get('days')))),
      ),
    ],
    ['GET /api/portal/feedback', forViewer(() => json(FEEDBACK))],
    [
      'GET /api/portal/requests',
      forViewer(({ url }) => json(requestsOf(url.searchParams.get('outcome')))),
    ],
    [
      'GET /api/portal/requests/{id}',
      forViewer(({ parts: [id = ''] }) => {
        const found = auctionOf(id);
        return found === undefined ? refused(404, `no request "${id}" is remembered`) : json(found);
      }),
    ],
    ['GET /api/portal/settings', forViewer((_, publisher) => json(settingsOf(publisher)))],
    ['PUT /api/portal/settings', forViewer(saveSettings)],
    [
      'POST /api/portal/blocks',
      forViewer(({ body }, publisher) => {
        const { domain } = body as { readonly domain: string };
        const definition = records.kept.get(publisher)?.definition ?? {};
        const before = (definition.blockedDomains ?? []) as readonly string[];
        const blockedDomains = [...before, domain];
        records.change(publisher, 'change', { definition: { ...definition, blockedDomains } });
        return json({});
      }),
    ],
    [
      'DELETE /api/portal/blocks/{domain}',
      forViewer(({ parts: [domain] }, publisher) => {
        const definition = records.kept.get(publisher)?.definition ?? {};
        const before = (definition.blockedDomains ?? []) as readonly string[];
        const blockedDomains = before.filter((one) => one !== domain);
        records.change(publisher, 'change', { definition: { ...definition, blockedDomains } });
        return json({});
      }),
    ],
    ['GET /api/portal/integration', forViewer(() => json(INTEGRATION))],
    ['GET /api/portal/snippets', forViewer((_, publisher) => json(snippetsOf(publisher)))],
    ['POST /api/portal/keys', forViewer((_, publisher) => publishers.makeKey(publisher))],
    [
      'DELETE /api/portal/keys/{key}',
      forViewer(({ parts: [key = ''] }, publisher) =>
        publishers.dropSecret(publisher, 'keys', key),
      ),
    ],
    ['GET /api/portal/supply', forViewer(() => json(supplyOf(isChecked)))],
    [
      'POST /api/portal/supply/check',
      forViewer(() => {
        isChecked = true;
        return json(supplyOf(isChecked));
      }),
    ],
  ];
  return { routes };
}
