import { afterAll, expect, test } from 'bun:test';
import Type from 'typebox';
import type { Host } from '../../src/host/host.ts';
import { importableOf, importOps } from '../../src/host/import-ops.ts';
import { Refusal, refuse } from '../../src/lib/refusal.ts';
import type { StoredRecord } from '../../src/store/record-kind.ts';
import { recordKind } from '../../src/store/record-kind.ts';
import { openOwnLedger } from '../ledger/ledger.ts';
import { partOn } from '../part.ts';
import { cleanUp } from '../process.ts';
import { stored } from '../stored.ts';

afterAll(cleanUp);

const SHOP = recordKind({
  name: 'shop',
  schema: Type.Object(
    {
      id: Type.String(),
      open: Type.Optional(Type.Boolean()),
      price: Type.Object({ cpm: Type.Number(), words: Type.Optional(Type.Array(Type.String())) }),
      ads: Type.Optional(
        Type.Array(Type.Object({ title: Type.String(), secret: Type.Optional(Type.String()) }), {
          maxItems: 3,
        }),
      ),
      more: Type.Optional(Type.Union([Type.Boolean(), Type.Object({ days: Type.Integer() })])),
    },
    { additionalProperties: false },
  ),
  states: { active: ['deleted'] },
  kept: null,
  countMax: 10,
  idIn: 'id',
  complete: (definition) =>
    definition.price.cpm > 100
      ? refuse.notValid([{ field: 'price.cpm', reason: 'expected at most 100' }])
      : { definition },
});

const POST = 'POST /api/import/{kind}';
const GET = 'GET /api/export/{kind}';

const fixed: StoredRecord = {
  ...stored('fixed', 'active', { id: 'fixed', price: { cpm: 1 } }, null),
  ...{ source: 'config', revision: 0, changedBy: 'parley.yaml' },
};

async function shops(config: readonly StoredRecord[] = [fixed]) {
  const check = ({ id }: { readonly id: string }, _: Host) =>
    id === 'no' ? refuse.notAllowed('this machine has no such shop') : undefined;
  const all = (host: Host) => [importableOf(SHOP, host, { name: 'shops', write: 'admin', check })];
  const part = partOn(await openOwnLedger(), importOps(all), {
    config: { shop: new Map(config.map((one) => [one.id, one])) },
  });
  const { takeIn } = await part.host.records.read(part.host.database().query);
  takeIn();
  const send = (text: string, query: object = {}, caller: 'ann' | 'abe' = 'ann') =>
    part.ask(POST, { input: { kind: 'shops', query }, body: text, caller });
  const exported = async (format: string) =>
    (await part.ask(GET, { input: { kind: 'shops', query: { format } } })).body;
  return { ...part, send, exported };
}

const FULL = {
  id: 'a',
  open: false,
  price: { cpm: 2, words: ['x | y', 'z'] },
  ads: [{ title: 'One' }, { title: 'Two', secret: '2' }],
  more: { days: 3 },
};

test('a kind of record is imported by its schema, and exported as it was', async () => {
  const { send, exported, host } = await shops();
  const list = { shops: [FULL, { id: 'b', price: { cpm: 3 } }] };
  const made = await send(JSON.stringify(list), { format: 'json' });
  expect(made.body.entries.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    ...['new', 'new'],
  ]);
  expect(host.records.get(SHOP, 'a')).toMatchObject({ definition: FULL, changedBy: 'ann' });
  for (const format of ['yaml', 'json', 'csv']) {
    const { body } = await send(await exported(format), { format, preview: true });
    expect(body.entries.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      ...['same', 'same', 'same'],
    ]);
  }
  expect((await exported('csv')).split('\r\n')[0]).toBe(
    'id,open,price.cpm,price.words,ads[0].title,ads[1].title,ads[1].secret,more.days',
  );
});

test('CSV changes what it has a column for, removes what is empty, and leaves the rest', async () => {
  const { send, host } = await shops();
  await send(JSON.stringify([FULL]), { format: 'json' });
  await send('id,price.cpm,open,ads[0].title,ads[1].title,ads[1].secret\na,5,,New,,\n', {
    format: 'csv',
  });
  const { open: _, ...rest } = FULL;
  expect(host.records.get(SHOP, 'a')?.definition as object).toEqual({
    ...rest,
    price: { ...FULL.price, cpm: 5 },
    ads: [{ title: 'New' }],
  });
});

test('CSV takes a column by its one path, and keeps an empty list', async () => {
  const { send, exported } = await shops();
  for (const column of ['ads.0.title', 'ads[00].title', 'ads[3].title', '.id', '__proto__', 'id']) {
    expect((await send(`id,${column}\na,x`, { format: 'csv' })).status).toBe(422);
  }
  const list = [FULL, { id: 'b', price: { cpm: 3, words: [] }, ads: [] }];
  await send(JSON.stringify(list), { format: 'json' });
  const { body } = await send(await exported('csv'), { format: 'csv', preview: true });
  expect(body.entries.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    ...['same', 'same', 'same'],
  ]);
});

test('an export that no import would take is refused', async () => {
  const many = Array.from({ length: 2001 }, (_, n) => ({
    ...fixed,
    id: `s${n}`,
    definition: { id: `s${n}`, price: { cpm: 1 } },
  }));
  const { ask } = await shops(many);
  const exported = (query: object) => ask(GET, { input: { kind: 'shops', query } });
  expect((await exported({})).status).toBe(409);
  expect((await exported({ find: 's200' })).status).toBe(200);
});

test('every fault is told with its line, and nothing is changed', async () => {
  const { send, host } = await shops();
  const text = [
    '- { id: good, price: { cpm: 1 } }',
    '- id: a',
    '  price: { cpm: much }',
    '- { id: b, price: { cpm: 101 } }',
    '- { id: no, price: { cpm: 1 } }',
    '- { id: fixed, price: { cpm: 2 } }',
    '- { id: fixed, price: { cpm: 2 } }',
  ].join('\n');
  const { status, body } = await send(text);
  expect(status).toBe(422);
  expect(body.error.details.faults.map(({ field }: { field: string }) => field)).toEqual([
    'line 3, price.cpm',
    'line 4, price.cpm',
    'line 5',
    'line 6',
    'line 7, id',
  ]);
  expect(host.records.get(SHOP, 'good')).toBeUndefined();
  expect((await send('[]', {}, 'abe')).status).toBe(403);
});

test('what somebody changes while an import runs is told, and the rest is done', async () => {
  const { send, host } = await shops();
  await send(JSON.stringify([{ id: 'a', price: { cpm: 1 } }]));
  const by = { who: 'abe', role: 'admin' };
  const text = JSON.stringify([1, 2].map((cpm) => ({ id: 'ab'[cpm - 1], price: { cpm: 9 } })));
  const { seen } = (await send(text, { preview: true })).body;
  const { change } = host.store;
  // The first write of the import finds another revision.
  host.store.change = async (kind, id, next) => {
    host.store.change = change;
    const other = { action: 'state', by, next: () => ({}) };
    if ((await change(kind, id, other)) instanceof Refusal) throw new Error('expected a change');
    return change(kind, id, next);
  };
  const { entries } = (await send(text, { seen })).body;
  expect(entries).toMatchObject([
    { id: 'a', outcome: 'refused', faults: [{ reason: expect.stringContaining('abe has') }] },
    { id: 'b', outcome: 'new' },
  ]);
});
