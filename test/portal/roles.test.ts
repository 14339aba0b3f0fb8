import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPEN_ROUTES } from '../../src/host/admin/open-routes.ts';
import type { Host } from '../../src/host/host.ts';
import type { Machine } from '../../src/host/machine/machine.ts';
import { opsOfParts } from '../../src/host/part.ts';
import type { MadeKey } from '../../src/parts/accounts/page/api.ts';
import { STANDARD_PARTS } from '../../src/programs/standard-parts.ts';
import { callerOf, startWithRoles, TOKENS, withPerson } from '../accounts/machine.ts';
import { eventually } from '../eventually.ts';
import { cleanUp, ROOT } from '../process.ts';
import { OPEN, ROLES, type Role } from './decisions.ts';

/** Values of B that nobody else may see: ids, names, domains, prices and what it was asked for. */
const OF_B = {
  id: 'id-of-b',
  seller: { name: 'Name of B', domain: 'domain-of-b.example', type: 'publisher' },
  floors: { default: 7.7123 },
  blockedDomains: ['blocked-by-b.example'],
  share: 0.4321,
} as const;
const KEYWORDS_OF_B = 'keywords-of-b';
const PLANTED = [
  OF_B.id,
  OF_B.seller.name,
  OF_B.seller.domain,
  '7.7123',
  'blocked-by-b',
  '0.4321',
  KEYWORDS_OF_B,
  'Bea of',
  'partner-of-nobody',
  'seat-of-nobody',
];

/** Routes are named before anything of a machine is asked for. */
const NO_HOST = {} as Host;

const ROUTES = opsOfParts(STANDARD_PARTS).map(({ name, openTo }) => {
  const [method = '', path = ''] = name.split(' ');
  return { method, path, openTo, name };
});

let machine: Machine;
const tokens = new Map<Role, string>(Object.entries(TOKENS) as [Role, string][]);
let requestOfB = '';
let keyOfB = '';

beforeAll(async () => {
  machine = await startWithRoles({
    partners: [
      {
        name: 'partner-of-nobody',
        kind: 'openrtb',
        url: 'http://127.0.0.1:9/',
        seats: ['seat-of-nobody'],
      },
    ],
  });
  const admin = callerOf(machine.adminUrl, TOKENS.admin);
  tokens.set('a', await withPerson(admin, { id: 'id-of-a' }, 'Ann'));
  tokens.set('b', await withPerson(admin, OF_B, 'Bea'));
  const bea = callerOf(machine.adminUrl, tokens.get('b'));
  requestOfB = await bid();
  keyOfB = (await bea<MadeKey>('POST', '/api/portal/keys')).body.id;
  const own = async () => (await bea('GET', `/api/portal/requests/${requestOfB}`)).status;
  await eventually(async () => (await own()) === 200);
});
afterAll(async () => {
  await machine.stop(0);
  await cleanUp();
});

async function bid(): Promise<string> {
  const request = JSON.parse(readFileSync(join(ROOT, 'examples/request.json'), 'utf8'));
  const site = { ...request.site, keywords: KEYWORDS_OF_B, publisher: { id: OF_B.id } };
  const response = await fetch(`${machine.url}/openrtb2`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...request, site }),
  });
  await response.text();
  return response.headers.get('x-request-id') ?? '';
}

/** The path with values of B, where there are any. */
function filled(path: string): string {
  const values: Readonly<Record<string, string>> = {
    publisher: OF_B.id,
    id: requestOfB,
    request: requestOfB,
    key: keyOfB,
  };
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? 'unknown');
}

async function call(role: Role, method: string, path: string) {
  return callerOf(machine.adminUrl, tokens.get(role))(
    method,
    path,
    method === 'GET' ? undefined : '{}',
  );
}

test('what people of publishers may call names the publisher in its path', () => {
  const open = ROUTES.filter(({ openTo }) => openTo !== undefined);
  const unnamed = open.filter(({ path }) => !path.startsWith('/api/publishers/{publisher}/'));
  expect(open.length).toBeGreaterThan(10);
  expect(unnamed).toEqual([]);
});

test('every route has a decision, and there is no decision without a route', () => {
  expect(ROUTES.map(({ name }): string => name).toSorted()).toEqual(Object.keys(ROLES).toSorted());
  const ofParts = STANDARD_PARTS.flatMap((part) =>
    'openRoutes' in part ? Object.keys(part.openRoutes(NO_HOST)) : [],
  );
  const open = [...Object.keys(OPEN_ROUTES), ...ofParts];
  expect(open.toSorted()).toEqual([...OPEN.routes].toSorted());
});

const ORDER = ['read', 'ads', 'admin'] as const;

describe('a call is answered to the roles that may make it, and to no other', () => {
  for (const { name, method, path } of ROUTES) {
    test(name, async () => {
      const { operators, people } = ROLES[name] ?? { operators: 'nobody', people: false };
      for (const role of ['none', 'a', 'b', ...ORDER] as const) {
        const isOperator = ORDER.some((one) => one === role);
        const { status } = await call(role, method, filled(path));
        const isRefused = status === 401 || status === 403;
        const may = isOperator
          ? ORDER.indexOf(role as 'read') >= ORDER.indexOf(operators as 'read')
          : people && role === 'b';
        expect([role, isRefused, status]).toEqual([
          role,
          !may,
          may ? status : role === 'none' ? 401 : 403,
        ]);
      }
    });
  }
});

test('somebody of a publisher gets nothing of another, whatever the path and the query say', async () => {
  const found: string[] = [];
  const ids = [OF_B.id, encodeURIComponent(` ${OF_B.id}`), `id-of-a&publisher=${OF_B.id}`];
  const open = [...OPEN.routes, ...OPEN.files].map((name) => name.split(' '));
  const all = [...ROUTES, ...open.map(([method = '', path = '']) => ({ method, path }))];
  for (const { method, path } of all) {
    for (const query of ['', ...ids.map((id) => `?publisher=${id}`)]) {
      const { text } = await call('a', method, `${filled(path)}${query}`);
      // The path of the call may be repeated in a sentence.
      const shown = text.replaceAll(/"reason":"[^"]*"/g, '');
      for (const word of PLANTED)
        if (shown.includes(word)) found.push(`${method} ${path}: ${word}`);
    }
  }
  expect(found).toEqual([]);
});

test('the same values are there for the publisher itself, so that the search above means something', async () => {
  const texts = await Promise.all(
    ['/own', '/settings', `/requests`, `/requests/${requestOfB}`, '/integration'].map(
      async (path) => {
        return (await call('b', 'GET', `/api/portal${path}`)).text;
      },
    ),
  );
  const seen = PLANTED.filter((word) => texts.some((text) => text.includes(word)));
  expect(seen).toEqual([OF_B.id, OF_B.seller.name, '7.7123', 'blocked-by-b', 'Bea of']);
});

test('another publisher is refused in the same way whether there is one or not', async () => {
  const answers = await Promise.all(
    [OF_B.id, 'nobody'].map(async (id) => {
      const { status, text } = await call('a', 'GET', `/api/publishers/${id}/own`);
      return `${status} ${text.replace(/"request_id":"[^"]*"/, '')}`;
    }),
  );
  expect(answers[0]).toStartWith('403');
  expect(new Set(answers).size).toBe(1);
});
