import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { ImportAnswer } from '../../src/host/import-ops.ts';
import type { Machine } from '../../src/host/machine/machine.ts';
import { cleanUp } from '../process.ts';
import { type Caller, callerOf, startWithRoles, TOKENS } from './machine.ts';

const SECRET = 'a-secret-of-somebody';
const ACME = {
  name: 'acme',
  kind: 'openrtb',
  url: 'http://127.0.0.1:9/',
  headers: { key: SECRET },
};

let machine: Machine;
let admin: Caller;
beforeAll(async () => {
  machine = await startWithRoles({
    publishers: [{ id: 'of-the-file', keys: [SECRET] }],
    // The store takes neither of the first two.
    partners: [
      { name: 'own', kind: 'campaigns', store: true },
      { name: 'shop', kind: 'product-search', url: 'embedded' },
      { ...ACME, name: 'of-the-file', kind: 'openrtb' },
    ],
  });
  admin = callerOf(machine.adminUrl, TOKENS.admin);
});
afterAll(async () => {
  await machine.stop(0);
  await cleanUp();
});

const PRODUCT = { name: 'All', description: 'All', publishers: ['pub-7'], floors: { cpm: 1 } };

const KINDS: readonly (readonly [kind: string, id: string, definition: object])[] = [
  ['publishers', 'pub-7', { id: 'pub-7', floors: { default: 0.5 } }],
  ['partners', 'acme', ACME],
  ['advertisers', 'shop.example', { domain: 'shop.example', name: 'Shop' }],
  ['buyers', 'agent', { id: 'agent', name: 'An agent' }],
  ['products', 'all', { id: 'all', ...PRODUCT }],
];

test.each(KINDS)('%s come out of a file, and their export changes nothing', async (...one) => {
  const [kind, id, definition] = one;
  const read = async (text: string, query: string) => {
    const path = `/api/import/${kind}?${query}`;
    const { body } = await admin<ImportAnswer>('POST', path, text);
    return body.entries.map(({ outcome }) => outcome);
  };
  expect(await read(JSON.stringify([definition]), 'format=json')).toEqual(['new']);
  expect((await admin('GET', `/api/${kind}/${id}`)).body).toMatchObject({ id, source: 'store' });
  for (const format of ['yaml', 'json', 'csv']) {
    const { text } = await admin('GET', `/api/export/${kind}?format=${format}`);
    expect(text).toContain(id);
    expect(text).not.toContain(SECRET);
    const outcomes = await read(text, `format=${format}&preview=true`);
    expect(new Set(outcomes)).toEqual(new Set(['same']));
  }
});
