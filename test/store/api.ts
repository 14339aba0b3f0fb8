import type { Campaign } from '../../src/demand/campaigns/campaign-schema.ts';
import type { Runtime } from '../../src/lib/runtime.ts';
import { startTestServer, type TestConfig } from '../server.ts';

const ROLES = { ann: 'ads', rita: 'read', ada: 'admin' } as const;
const tokenOf = (name: string) => `${name}-has-this-token`;

const STORE: NonNullable<TestConfig['partners']> = [
  { name: 'own', kind: 'campaigns', store: true, approval: true },
];

/** A machine whose partner `own` is the store, in this process, and who may do what there. */
export async function startStore(config: TestConfig = {}, change: Partial<Runtime> = {}) {
  const tokens = Object.entries(ROLES).map(([name, role]) => ({
    name,
    token: tokenOf(name),
    role,
  }));
  const admin = { host: '127.0.0.1', port: 0, token: undefined, tokens };
  const overrides = { admin, partners: STORE, ...config };
  const machine = await startTestServer(overrides, undefined, undefined, change);
  const apiFor = (name: keyof typeof ROLES) => apiOf(machine.adminUrl, tokenOf(name));
  return {
    machine,
    adminUrl: machine.adminUrl,
    port: Number(new URL(machine.url).port),
    ann: apiFor('ann'),
    rita: apiFor('rita'),
    ada: apiFor('ada'),
    stop: () => machine.stop(0),
  };
}

/** Calls of the campaign API, as one holder of a token. */
export function apiOf(adminUrl: string, token: string) {
  const call = (method: string, path: string, body?: unknown, headers: object = {}) =>
    fetch(`${adminUrl}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, ...headers },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  return {
    call,
    create: (campaign: object, headers: object = {}) =>
      call('POST', '/api/campaigns?partner=own', campaign, headers),
    read: (id: string) => call('GET', `/api/campaigns/own/${id}`),
    replace: (campaign: Campaign, ifMatch: string | null) =>
      call(
        'PUT',
        `/api/campaigns/own/${campaign.id}`,
        campaign,
        ifMatch === null ? {} : { 'If-Match': ifMatch },
      ),
    setState: (id: string, state: string) =>
      call('POST', `/api/campaigns/own/${id}/state`, { state }),
    /** Of a creative such as `<campaign>/<creative>`, in the revision that it has now. */
    async review(creative: string, review: object) {
      const [campaign] = creative.split('/');
      const etag = (await call('GET', `/api/campaigns/own/${campaign}`)).headers.get('etag') ?? '';
      return call('POST', `/api/creatives/own/${creative}/review`, review, { 'If-Match': etag });
    },
  };
}

export type ErrorBody = {
  readonly error: {
    readonly code: string;
    readonly details: {
      readonly reason: string;
      readonly faults?: readonly { readonly field: string; readonly reason: string }[];
    };
  };
};
