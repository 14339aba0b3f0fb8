import { expect, test } from 'bun:test';
import type { AdminApi } from './admin-api.ts';
import { createRoutes } from './routes.ts';

/** As docs/console.md has them. A route that is added goes here, or `read` may call it. */
const MORE_THAN_READ = {
  ads: [
    'DELETE /api/campaigns/x',
    'POST /api/campaigns',
    'POST /api/campaigns/x/state',
    'GET /api/campaigns/x/history',
    'POST /api/try',
    'PUT /api/campaigns/x',
    'PUT /api/creatives/x',
  ],
  admin: ['GET /api/audit', 'POST /api/creatives/x/review', 'POST /api/partners/x'],
};

/** What a role that only looks may send: these change nothing. */
const CHECKS = ['POST /api/campaigns/check', 'POST /api/derive', 'POST /api/validate'];

const routes = createRoutes({
  api: { store: {} } as AdminApi,
  streams: { open: () => new Response(), closeAll: () => {} },
  publicUrl: 'http://localhost:9',
  isStillOpen: () => true,
  nowMs: () => 0,
  tickMs: () => 0,
}).map(({ method, path, role }) => ({ role, call: `${method} ${readable(path)}` }));

/** `^\\/api\\/audit$` → `/api/audit`; what is in brackets is x. */
function readable(path: RegExp): string {
  const text = path.source.replace(/^\^|\$$/g, '').replaceAll('\\', '');
  return text.replace(/\((?:[^()]|\([^()]*\))*\)/g, 'x');
}

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
