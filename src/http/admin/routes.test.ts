import { expect, test } from 'bun:test';
import { NO_ACCOUNTS } from '../../../test/admin/no-accounts.ts';
import type { AdminApi } from './admin-api.ts';
import { createPasskeys } from './passkeys.ts';
import { partsOf } from './route.ts';
import { createRoutes } from './routes.ts';

/** As docs/console.md has them. A route that is added goes here, or `read` may call it. */
const MORE_THAN_READ = {
  ads: [
    'GET /api/buyers/{buyer}/history',
    'GET /api/products/{product}/history',
    'GET /api/buyer-accounts/{account}/history',
    'GET /api/buys/{buy}/history',
    'DELETE /api/advertisers/{domain}',
    'GET /api/advertisers/{domain}/history',
    'POST /api/advertisers',
    'PUT /api/advertisers/{domain}',
    'DELETE /api/campaigns/{partner}/{campaign}',
    'DELETE /api/images/{hash}',
    'POST /api/images',
    'POST /api/images/size',
    'GET /api/campaigns/{partner}/{campaign}/history',
    'GET /api/partners/{partner}/history',
    'GET /api/publishers/{publisher}/history',
    'POST /api/campaigns',
    'POST /api/campaigns/bulk',
    'POST /api/campaigns/import',
    'POST /api/campaigns/import/preview',
    'POST /api/campaigns/{partner}/{campaign}/state',
    'POST /api/portal/supply/check',
    'POST /api/publishers/{publisher}/supply/check',
    'POST /api/try',
    'POST /api/report-views',
    'PUT /api/report-views/{view}',
    'DELETE /api/report-views/{view}',
    'POST /api/report-views/{view}/schedules',
    'POST /api/report-schedules/{schedule}/pause',
    'POST /api/report-schedules/{schedule}/resume',
    'POST /api/report-schedules/{schedule}/send',
    'DELETE /api/report-schedules/{schedule}',
    'POST /api/report-views/{view}/links',
    'DELETE /api/report-links/{link}',
    'PUT /api/campaigns/{partner}/{campaign}',
    'PUT /api/creatives/{partner}/{campaign}/{creative}',
  ],
  admin: [
    'POST /api/buyers',
    'PUT /api/buyers/{buyer}',
    'DELETE /api/buyers/{buyer}',
    'POST /api/buyers/{buyer}/state',
    'POST /api/buyers/{buyer}/tokens',
    'DELETE /api/buyers/{buyer}/tokens/{token}',
    'POST /api/products',
    'PUT /api/products/{product}',
    'DELETE /api/products/{product}',
    'POST /api/products/{product}/state',
    'POST /api/buyer-accounts/{account}/state',
    'POST /api/advertisers/{domain}/state',
    'DELETE /api/portal/blocks/{domain}',
    'DELETE /api/statements/adjustments/{id}',
    'GET /api/advertisers/{partner}/{advertiser}/key',
    'GET /api/audit',
    'POST /api/creatives/{partner}/{campaign}/{creative}/review',
    'POST /api/partners/{partner}/pause',
    'POST /api/partners/{partner}/resume',
    'POST /api/statements/adjustments',
    'POST /api/statements/{month}/close',
    'DELETE /api/partners/{partner}',
    'POST /api/partners',
    'POST /api/partners/test',
    'POST /api/partners/{partner}/state',
    'POST /api/partners/{partner}/test',
    'PUT /api/partners/{partner}',
    'DELETE /api/publishers/{publisher}',
    'DELETE /api/publishers/{publisher}/invitations/{invitation}',
    'DELETE /api/publishers/{publisher}/keys/{key}',
    'DELETE /api/publishers/{publisher}/people/{person}',
    'POST /api/publishers',
    'POST /api/publishers/{publisher}/invitations',
    'POST /api/publishers/{publisher}/keys',
    'POST /api/publishers/{publisher}/state',
    'PUT /api/publishers/{publisher}',
    'DELETE /api/portal/keys/{key}',
    'DELETE /api/portal/passkeys/{passkey}',
    'POST /api/portal/blocks',
    'POST /api/portal/keys',
    'POST /api/portal/passkeys',
    'POST /api/portal/passkeys/options',
    'PUT /api/portal/settings',
  ],
};

/** What a role that only looks may send: these change nothing. */
const CHECKS = [
  'POST /api/campaigns/bulk/preview',
  'POST /api/campaigns/check',
  'POST /api/campaigns/estimate',
  'POST /api/campaigns/export',
  'POST /api/derive',
  'POST /api/validate',
];

const routes = createRoutes({
  api: { store: {}, images: {}, supply: {}, savedReports: {}, ...NO_ACCOUNTS } as AdminApi,
  streams: { open: () => new Response(), closeAll: () => {} },
  publicUrl: 'http://localhost:9',
  isStillOpen: () => true,
  baseUrlOf: () => '',
  passkeys: createPasskeys({ nowMs: () => 0, newSecret: () => '' }),
  portalUrl: undefined,
  nowMs: () => 0,
  tickMs: () => 0,
}).map(({ method, path, role }) => ({ role, path, call: `${method} ${path}` }));

const callsOf = (wanted: string) =>
  routes.filter(({ role }) => role === wanted).map(({ call }) => call);

test('each role may make the calls that the documentation gives it, and no others', () => {
  expect(callsOf('ads').toSorted()).toEqual(MORE_THAN_READ.ads.toSorted());
  expect(callsOf('admin').toSorted()).toEqual(MORE_THAN_READ.admin.toSorted());
});

test('a role that only looks sends nothing but what is checked and thrown away', () => {
  const sent = callsOf('read').filter((call) => !call.startsWith('GET '));
  expect(sent.toSorted()).toEqual(CHECKS);
});

test('a path has the parts that its route has in braces, decoded, and no other path is the route’s', () => {
  expect(partsOf('/api/campaigns/{partner}/{campaign}', '/api/campaigns/own/a%20b')).toEqual([
    'own',
    'a b',
  ]);
  expect(partsOf('/openapi.json', '/openapi.json')).toEqual([]);
  for (const other of ['/openapi-json', '/openapi.json/', '/x/openapi.json']) {
    expect(partsOf('/openapi.json', other)).toBeUndefined();
  }
  expect(partsOf('/auctions/{id}', '/auctions/')).toBeUndefined();
  expect(partsOf('/auctions/{id}', '/auctions/%zz')).toEqual(['%zz']);
});
