import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { adminApiDocument } from '../../src/host/admin/openapi.ts';
import type { Machine } from '../../src/host/machine/machine.ts';
import { opsOfParts } from '../../src/host/part.ts';
import { STANDARD_PARTS } from '../../src/programs/standard-parts.ts';
import { cleanUp } from '../process.ts';
import { startTestServer } from '../server.ts';
import { apiOf } from '../store/api.ts';
import { anyCampaign } from '../store/campaigns.ts';

/** Each may make so many changes in a minute; together they make more. */
const TOKENS = Array.from({ length: 12 }, (_, index) => `ada-has-this-token-${index}`);
/** One record of each kind, whose names fill the braces of paths. */
const NAMES: Readonly<Record<string, string>> = {
  partner: 'own',
  campaign: 'kept',
  creative: 'kept-card',
  publisher: 'chat',
  domain: 'shoes.example',
  buyer: 'agent',
  product: 'chat-ads',
};

const PRODUCT = {
  id: 'chat-ads',
  name: 'Ads',
  description: 'Ads in conversations',
  publishers: ['chat'],
  floors: { cpm: 2 },
};

let machine: Machine;
beforeAll(async () => {
  machine = await startTestServer({
    admin: {
      host: '127.0.0.1',
      port: 0,
      token: undefined,
      tokens: TOKENS.map((token) => ({ name: token, token, role: 'admin' })),
    },
    partners: [{ name: 'own', kind: 'campaigns', store: true }],
  });
  const api = apiOf(machine.adminUrl, TOKENS[0] ?? '');
  const made = [
    await api.create(anyCampaign({ id: 'kept' })),
    await api.call('POST', '/api/publishers', { id: 'chat' }),
    await api.call('POST', '/api/advertisers', { domain: 'shoes.example', name: 'Shoes' }),
    await api.call('POST', '/api/buyers', { id: 'agent', name: 'Agent' }),
    await api.call('POST', '/api/products', PRODUCT),
  ];
  for (const one of made) if (one.status !== 201) throw new Error(await one.text());
});
afterAll(async () => {
  await machine.stop(0);
  await cleanUp();
});

type Parameter = { readonly name: string; readonly in: string };
type Documented = {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, object>>;
};

const PATHS = adminApiDocument(opsOfParts(STANDARD_PARTS)).paths as Readonly<
  Record<string, Readonly<Record<string, Documented>>>
>;

/** Values that no parameter takes, beside none at all. */
const BAD_VALUES = ['nonsense', '-1', '1e99'];

/** None; not JSON; JSON of another form; larger than any call takes. */
const BAD_BODIES = [undefined, '{', '[]', '{}', '{"state":5,"domain":5}', 'x'.repeat(1_100_000)];

const nameIn = (path: string, name: (part: string) => string) =>
  path.replaceAll(/\{(\w+)\}/g, (_, part: string) => name(part));

function* callsOf(path: string, method: string, { parameters = [] }: Documented) {
  const isSent = method === 'post' || method === 'put';
  const queries = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  // A tag of no revision, so that nothing is deleted.
  const headers = method === 'delete' ? [WRONG_TAG] : isSent ? [WRONG_TAG, {}] : [{}];
  const names = [() => 'nobody', (part: string) => NAMES[part] ?? 'nobody'];
  for (const at of new Set(names.map((name) => nameIn(path, name)))) {
    for (const more of headers) {
      for (const body of isSent ? BAD_BODIES : [undefined]) yield { at, body, headers: more };
      for (const name of queries) {
        for (const value of BAD_VALUES) {
          yield { at: `${at}?${name}=${value}`, body: undefined, headers: more };
        }
      }
    }
  }
}

const WRONG_TAG = { 'If-Match': '"99"' };

const OPERATIONS = Object.entries(PATHS).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

describe('a call with a wrong parameter, body or name is answered as the document says', () => {
  for (const [index, { path, method, operation }] of OPERATIONS.entries()) {
    test(`${method.toUpperCase()} ${path}`, async () => {
      const api = apiOf(machine.adminUrl, TOKENS[index % TOKENS.length] ?? '');
      const undeclared = new Map<number, string>();
      for (const { at, body, headers } of callsOf(path, method, operation)) {
        const { status, ...response } = await answerOf(
          api.call(method.toUpperCase(), at, body, headers),
        );
        const isDeclared = Object.hasOwn(operation.responses, status) && status !== TOO_MANY;
        if (!isDeclared)
          undeclared.set(status, `${at} ${String(body).slice(0, 30)}: ${response.text}`);
      }
      expect([...undeclared]).toEqual([]);
    });
  }
});

test('the page at / is HTML, as the document says', async () => {
  const response = await fetch(machine.adminUrl);
  expect(response.headers.get('content-type')).toStartWith('text/html');
  expect(PATHS['/']?.get?.responses).toMatchObject({ 200: { content: { 'text/html': {} } } });
});

/** It would hide the answer that is looked for. */
const TOO_MANY = 429;

async function answerOf(response: Promise<Response>) {
  const { status } = await response;
  return { status, text: await (await response).text() };
}
