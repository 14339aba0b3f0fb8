import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Machine } from '../../src/host/machine/machine.ts';
import type {
  MadeInvitation,
  MadeKey,
  PublisherDocument,
  PublisherList,
} from '../../src/parts/accounts/page/api.ts';
import { onEachDatabase } from '../ledger/each-database.ts';
import { newPostgresDatabase } from '../postgres/shared-postgres.ts';
import { cleanUp } from '../process.ts';
import { type Caller, callerOf, startWithRoles, TOKENS } from './machine.ts';

afterAll(cleanUp);

onEachDatabase(({ kind }) => {
  let machine: Machine;
  let admin: Caller;
  beforeAll(async () => {
    const databaseUrl = kind === 'postgres' ? await newPostgresDatabase() : undefined;
    const publishers = [{ id: 'of-the-file', keys: ['a-key-of-the-file'], share: 0.5 }];
    machine = await startWithRoles({ databaseUrl, publishers });
    admin = callerOf(machine.adminUrl, TOKENS.admin);
  });
  afterAll(() => machine.stop(0));

  const create = (definition: object, headers = {}) =>
    admin<PublisherDocument>('POST', '/api/publishers', definition, headers);
  const etagOf = (revision: number) => ({ 'If-Match': `"${revision}"` });

  test('publishers of the store are created invited, read with an entity tag, and listed with those of the config', async () => {
    const seller = { name: 'Fine Chat', domain: 'chat.example', type: 'publisher' };
    const created = await create({ id: 'made', seller, share: 0.7 });
    expect(created.status).toBe(201);
    expect(created.headers.get('location')).toBe('/api/publishers/made');
    expect(created.body).toMatchObject({ id: 'made', source: 'store', state: 'invited', keys: [] });
    const found = await admin<PublisherDocument>('GET', '/api/publishers/made');
    expect(found.body).toEqual(created.body);
    expect(found.headers.get('etag')).toBe(`"${created.body.revision}"`);
    const { body } = await admin<PublisherList>('GET', '/api/publishers');
    expect(body.rows.map(({ id, source, keys }) => [id, source, keys.length])).toEqual([
      ['made', 'store', 0],
      ['of-the-file', 'config', 1],
    ]);
    const searched = await admin<PublisherList>('GET', '/api/publishers?find=fine&state=invited');
    expect(searched.body).toMatchObject({
      total: 1,
      rows: [{ id: 'made', definition: { seller: { name: 'Fine Chat' } } }],
    });
    const other = await admin<PublisherList>('GET', '/api/publishers?find=fine&state=active');
    expect(other.body.total).toBe(0);
  });

  test('publishers of the store are refused with every fault and its path, and never take keys of others', async () => {
    const refused = await admin('POST', '/api/publishers', {
      id: 'a b',
      share: 2,
      floors: { default: -1 },
      keys: ['a-key-that-somebody-made'],
      colour: 'red',
    });
    expect([refused.status, refused.body.error.code]).toEqual([422, 'NOT_VALID']);
    const faults = refused.body.error.details.faults ?? [];
    expect(faults.map(({ field }) => field)).toEqual([
      'id',
      'share',
      'floors.default',
      'keys',
      'colour',
    ]);
    expect(refused.text).not.toContain('a-key-that-somebody-made');
    for (const id of ['.', '..', '', 'other', 'x'.repeat(129), 'a/b']) {
      expect((await create({ id })).status).toBe(422);
    }
    expect((await create({ id: 'x'.repeat(128) })).status).toBe(201);
  });

  test('publishers of the store are changed only in the revision that was seen, and keep their ids', async () => {
    const { revision } = (await create({ id: 'changed' })).body;
    const put = (body: object, headers = {}) =>
      admin('PUT', '/api/publishers/changed', body, headers);
    expect((await put({ id: 'changed' })).status).toBe(428);
    const ok = await put({ id: 'changed', turnGap: 2, share: null }, etagOf(revision));
    expect(ok.body).toMatchObject({ definition: { id: 'changed', turnGap: 2 }, changedBy: 'ann' });
    const stale = await put({ id: 'changed' }, etagOf(revision));
    expect([stale.status, stale.body.error.details.reason]).toEqual([
      412,
      expect.stringContaining('ann has changed it meanwhile'),
    ]);
    const other = await put({ id: 'another' }, { 'If-Match': '*' });
    expect(other.body.error.details.faults).toEqual([
      { field: 'id', reason: 'expected "changed", which cannot change, but got "another"' },
    ]);
    expect((await admin('PUT', '/api/publishers/nobody', { id: 'nobody' }, etagOf(1))).status).toBe(
      404,
    );
  });

  test('publishers of the store are created once by a call that is repeated with its idempotency key', async () => {
    const key = { 'Idempotency-Key': 'one' };
    const first = await create({ id: 'once' }, key);
    const again = await create({ id: 'once' }, key);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect((await create({ id: 'twice' }, key)).status).toBe(422);
    expect((await create({ id: 'once' })).status).toBe(409);
  });

  test('publishers of the store go from invited to active, and are paused before they are deleted', async () => {
    await create({ id: 'walks' });
    const set = (state: string) => admin('POST', '/api/publishers/walks/state', { state });
    expect((await set('active')).body).toMatchObject({ state: 'active' });
    expect((await set('deleted')).status).toBe(422);
    expect((await admin('DELETE', '/api/publishers/walks')).status).toBe(409);
    expect((await set('invited')).status).toBe(409);
    expect((await set('paused')).status).toBe(200);
    expect((await admin('DELETE', '/api/publishers/walks')).status).toBe(204);
    expect((await admin('GET', '/api/publishers/walks')).status).toBe(404);
    const { body } = await admin<PublisherList>('GET', '/api/publishers?find=walks');
    expect(body.total).toBe(0);
  });

  test('publishers of the store have at most two keys, each told once', async () => {
    await create({ id: 'keyed' });
    const make = () => admin<MadeKey>('POST', '/api/publishers/keyed/keys');
    const [first, second, third] = [await make(), await make(), await make()];
    expect(first.body.key).toMatch(/^prl_key_[\w-]{43}$/);
    expect(second.status).toBe(200);
    expect(third.status).toBe(409);
    const read = await admin('GET', '/api/publishers/keyed');
    expect(read.text).not.toContain(first.body.key);
    const { id } = first.body;
    expect((await admin('DELETE', `/api/publishers/keyed/keys/${id}`)).status).toBe(200);
    const { body } = await admin<PublisherDocument>('GET', '/api/publishers/keyed');
    expect(body.keys).toMatchObject([{ id: second.body.id, madeBy: 'ann' }]);
    expect((await admin('DELETE', `/api/publishers/keyed/keys/${id}`)).status).toBe(404);
  });

  test('publishers of the store have invitations that lead to the address that the operator used, for seven days', async () => {
    await create({ id: 'invites' });
    const { body } = await admin<MadeInvitation>('POST', '/api/publishers/invites/invitations');
    expect(body.link).toStartWith(`${machine.adminUrl}/portal#invitation=prl_inv_`);
    const days = (Date.parse(body.until) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(7.1);
    const path = `/api/publishers/invites/invitations/${body.id}`;
    expect((await admin('DELETE', path)).status).toBe(200);
    const { body: rest } = await admin<PublisherDocument>('GET', '/api/publishers/invites');
    expect(rest.invitations).toEqual([]);
  });

  test('publishers of the config are shown, and a change of one is refused with where it is', async () => {
    const path = '/api/publishers/of-the-file';
    const { body, text } = await admin<PublisherDocument>('GET', path);
    expect(body).toMatchObject({ source: 'config', state: 'active', definition: { share: 0.5 } });
    expect(text).not.toContain('a-key-of-the-file');
    for (const refused of [
      await admin('PUT', path, { id: 'of-the-file' }, etagOf(0)),
      await admin('DELETE', path),
      await admin('POST', `${path}/state`, { state: 'paused' }),
      await admin('POST', `${path}/keys`),
      await admin('POST', `${path}/invitations`),
      await admin('POST', '/api/publishers', { id: 'of-the-file' }),
    ]) {
      expect([refused.status, refused.body.error.details.reason]).toEqual([
        409,
        '"of-the-file" is in a config file: change it there, and reload the config',
      ]);
    }
  });
});
