import { expect, test } from 'bun:test';
import type { Host } from '../host.ts';
import { ALL_OPS } from '../machine/all-parts.ts';
import type { AdminApi } from './admin-api.ts';
import CALLS_BY_ROLE from './calls-by-role.json';
import { partsOf } from './route.ts';
import { createRoutes } from './routes.ts';

const routes = createRoutes({
  api: { store: {} } as AdminApi,
  host: {} as Host,
  nowMs: () => 0,
}).map(({ method, path, role }) => ({ role: role as string, call: `${method} ${path}` }));

const operations = ALL_OPS.map(({ role, name }) => ({
  role: role as string,
  call: name as string,
}));

const callsOf = (wanted: string) =>
  [...routes, ...operations].filter(({ role }) => role === wanted).map(({ call }) => call);

/** A route that is added goes into the list, or `read` may call it; of `read`, the list has what it may send. */
test('each role may make the calls of its list, and no others', () => {
  const { read, ads, admin } = CALLS_BY_ROLE;
  expect(callsOf('ads').toSorted()).toEqual(ads);
  expect(callsOf('admin').toSorted()).toEqual(admin);
  const sent = callsOf('read').filter((call) => !call.startsWith('GET '));
  expect(sent.toSorted()).toEqual(read);
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
