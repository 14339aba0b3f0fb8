import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_CAMPAIGNS_FILE } from '../../src/demand/campaigns/default-campaigns.ts';
import type { Machine } from '../../src/host/machine/machine.ts';
import type { MadeKey, PublisherDocument } from '../../src/parts/accounts/page/api.ts';
import type { Earnings } from '../../src/parts/portal/earnings.ts';
import type { IntegrationState } from '../../src/parts/portal/integration.ts';
import type { PortalAnswer } from '../../src/parts/portal/operations.ts';
import type { PortalAd, PortalAuction, PortalRequests } from '../../src/parts/portal/requests.ts';
import type { PortalSettings } from '../../src/parts/portal/settings.ts';
import { type Caller, callerOf, startWithRoles, TOKENS, withPerson } from '../accounts/machine.ts';
import { eventually } from '../eventually.ts';
import { cleanUp, ROOT } from '../process.ts';

let machine: Machine;
let admin: Caller;
let pat: Caller;
beforeAll(async () => {
  machine = await startWithRoles({
    partners: [{ name: 'house', kind: 'campaigns', path: DEFAULT_CAMPAIGNS_FILE }],
  });
  admin = callerOf(machine.adminUrl, TOKENS.admin);
  const seller = { name: 'Fine Chat', domain: 'chat.example', type: 'publisher' } as const;
  const bounds = { floorMin: 0.1, floorMax: 5 };
  pat = callerOf(
    machine.adminUrl,
    await withPerson(admin, {
      id: 'pub-a',
      seller,
      bounds,
      share: 0.5,
      placements: ['below-answer'],
    }),
  );
});
afterAll(async () => {
  await machine.stop(0);
  await cleanUp();
});

const EXAMPLE = JSON.parse(readFileSync(join(ROOT, 'examples/request.json'), 'utf8'));

function requestOf(more: object): string {
  const site = { ...EXAMPLE.site, publisher: { id: 'pub-a' } };
  const imp = EXAMPLE.imp.map((one: object) => ({ ...one, bidfloor: 0.01, tagid: 'below-answer' }));
  return JSON.stringify({ ...EXAMPLE, test: 0, site, imp, ...more });
}

async function bid(more: object = {}, headers = {}) {
  const response = await fetch(`${machine.url}/openrtb2`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: requestOf(more),
  });
  await response.text();
  return { status: response.status, id: response.headers.get('x-request-id') ?? '' };
}

test('a key is told once, works in the same way as one of the operator, and is revoked', async () => {
  const keys = async () => (await pat<PortalAnswer<'own'>>('GET', '/api/portal/own')).body;
  const made = await pat<MadeKey>('POST', '/api/portal/keys');
  expect(made.body.key).toMatch(/^prl_key_/);
  expect(await keys()).toMatchObject({
    needsKey: true,
    keys: [{ id: made.body.id, madeBy: 'Pat of pub-a' }],
  });
  await admin<MadeKey>('POST', '/api/publishers/pub-a/keys');
  expect((await pat('POST', '/api/portal/keys')).status).toBe(409);
  expect((await pat('DELETE', `/api/portal/keys/${made.body.id}`)).status).toBe(200);
  const rest = (await keys()).keys;
  expect(rest).toHaveLength(1);
  await pat('DELETE', `/api/portal/keys/${rest[0]?.id}`);
});

describe('settings', () => {
  const read = () => pat<PortalSettings>('GET', '/api/portal/settings');
  const put = async (settings: object, etag?: string) => {
    const tag = etag ?? (await read()).headers.get('etag') ?? '';
    return pat<PortalSettings & { readonly error: never }>(
      'PUT',
      '/api/portal/settings',
      settings,
      {
        'If-Match': tag,
      },
    );
  };
  const faultsOf = (reply: { readonly body: unknown }) =>
    (reply.body as { error: { details: { faults: { field: string; reason: string }[] } } }).error
      .details.faults;

  test('are changed within the bounds, and leave everything else as it is', async () => {
    const changed = await put({ floors: { default: 0.5 }, blockedDomains: ['bad.example'] });
    expect(changed.body).toMatchObject({
      settings: { floors: { default: 0.5 }, blockedDomains: ['bad.example'] },
      bounds: { floorMin: 0.1, floorMax: 5 },
    });
    const { body } = await admin<PublisherDocument>('GET', '/api/publishers/pub-a');
    expect(body.definition).toMatchObject({ share: 0.5, seller: { name: 'Fine Chat' } });
    expect(body.changedBy).toBe('Pat of pub-a');
  });

  test('beyond the bounds are refused with them', async () => {
    for (const floors of [{ default: 5.01 }, { default: 0.05 }, {}]) {
      expect(faultsOf(await put({ floors }))).toEqual([
        { field: 'floors.default', reason: expect.stringContaining('expected 0.1 to 5, as the') },
      ]);
    }
    const floors = { default: 0.5 };
    expect(faultsOf(await put({ floors, sensitive: { crisis: false } }))).toEqual([
      { field: 'sensitive.crisis', reason: 'expected true: the operator keeps this class on' },
    ]);
    expect((await put({ floors, sensitive: { health: true } })).status).toBe(200);
    expect((await put({ floors, sensitive: { health: false } })).status).toBe(200);
  });

  test('that are the operator’s are not among them', async () => {
    for (const more of [
      { share: 1 },
      { bounds: {} },
      { id: 'pub-b' },
      { seller: null },
      { limits: {} },
    ]) {
      expect((await put({ floors: { default: 0.5 }, ...more })).status).toBe(422);
    }
  });

  test('need the revision that was seen', async () => {
    expect((await pat('PUT', '/api/portal/settings', {})).status).toBe(428);
    expect((await put({ floors: { default: 1 } }, '"1"')).status).toBe(412);
  });
});

test('earnings have each day, and refuse what nobody can report by', async () => {
  const { body } = await pat<Earnings>('GET', '/api/portal/earnings?days=3');
  expect(body.rows).toHaveLength(3);
  expect(body.total).toMatchObject({ earnedUsd: 0, ecpmUsd: null });
  for (const query of ['days=0', 'days=93', 'days=x', 'by=partner', 'by=publisher']) {
    expect((await pat('GET', `/api/portal/earnings?${query}`)).status).toBe(400);
  }
  expect((await pat('GET', '/api/portal/earnings?by=format')).status).toBe(200);
});

test('requests are told in words with the field, and one of them without anybody who lost', async () => {
  const good = await bid({});
  expect(good.status).toBe(200);
  const bad = await bid({ at: 9 });
  expect(bad.status).toBe(400);
  const list = () => pat<PortalRequests>('GET', '/api/portal/requests');
  await eventually(async () => (await list()).body.rows.length === 2);
  const { rows } = (await list()).body;
  expect(rows.find(({ requestId }) => requestId === bad.id)).toMatchObject({
    outcome: 'refused',
    field: 'at',
    words: expect.stringContaining('expected'),
  });
  for (const outcome of ['sold', 'refused', 'no-bid']) {
    const path = `/api/portal/requests?outcome=${outcome}`;
    const found = (await pat<PortalRequests>('GET', path)).body.rows;
    expect(found.map((row) => row.outcome)).toEqual(
      outcome === 'no-bid' ? [] : [outcome as 'sold'],
    );
  }
  const one = await pat<PortalAuction>('GET', `/api/portal/requests/${good.id}`);
  expect(one.body).toMatchObject({
    outcome: 'sold',
    askedPartners: 1,
    bids: 1,
    imps: [{ id: '1', placement: 'below-answer', words: null }],
  });
  const ads = (await pat<readonly PortalAd[]>('GET', '/api/portal/ads')).body;
  const {
    advertiser = '',
    title = null,
    cpmUsd = 0,
    owedCpmUsd = 0,
  } = one.body.imps[0]?.sold ?? {};
  expect(ads).toEqual([{ requestId: good.id, at: one.body.at, advertiser, title }]);
  expect(owedCpmUsd).toBeCloseTo(cpmUsd / 2);
  expect(one.text).not.toContain('house');
  const refused = await pat<PortalAuction>('GET', `/api/portal/requests/${bad.id}`);
  expect(refused.body).toMatchObject({ outcome: 'refused', field: 'at', imps: [] });
  expect((await pat('GET', '/api/portal/requests/unknown')).status).toBe(404);
  await eventually(async () => (await list()).body.refusalsToday.length > 0);
  expect((await list()).body.refusalsToday).toEqual([
    { code: 'INVALID_FIELD_VALUE', count: 1, words: expect.stringContaining('not allowed') },
  ]);
});

test('the first cent is on its page, by day, format and placement', async () => {
  // The settings of before did not name it any more.
  const settings = { floors: { default: 0.1 }, placements: ['below-answer'] };
  const named = await pat('PUT', '/api/portal/settings', settings, { 'If-Match': '*' });
  expect(named.status).toBe(200);
  const body = requestOf({});
  const response = await fetch(`${machine.url}/openrtb2`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  const { seatbid } = (await response.json()) as {
    readonly seatbid: readonly { readonly bid: readonly { readonly burl: string }[] }[];
  };
  expect((await fetch(seatbid[0]?.bid[0]?.burl ?? '')).status).toBe(204);
  const earn = async (by: string) =>
    (await pat<Earnings>('GET', `/api/portal/earnings?days=1&by=${by}`)).body;
  await eventually(async () => (await earn('day')).total.earnedUsd > 0);
  const { total, before, rows } = await earn('day');
  expect(rows).toHaveLength(1);
  expect(total.sold).toBeGreaterThan(0);
  expect(total.fillRate).toBeGreaterThan(0);
  expect(before.earnedUsd).toBe(0);
  const names = async (by: string) => (await earn(by)).rows.map(({ name }) => name);
  expect(await names('format')).toEqual(['native_product_card']);
  // Requests of before it was named again are not of it.
  expect((await names('placement')).toSorted()).toEqual(['below-answer', 'other']);
});

test('the level of the integration is that of the last request in test mode', async () => {
  const read = async () => (await pat<IntegrationState>('GET', '/api/portal/integration')).body;
  expect(await read()).toMatchObject({ level: null, lastAt: null });
  await bid({ test: 1 });
  await eventually(async () => (await read()).level === 4);
  expect((await read()).next).toEqual(['Leave out test: 1 to go live.']);
});

test('snippets ask as this publisher, and have no key in them', async () => {
  const plain = await pat<PortalAnswer<'integration'>>('GET', '/api/portal/integration');
  expect(plain.body.snippets.map(({ name }) => name)).toEqual(['kit', 'prebid-js', 'curl']);
  for (const { text } of plain.body.snippets) {
    expect(text).toContain('pub-a');
    expect(text).toContain(machine.url);
  }
  const { body: made } = await pat<MadeKey>('POST', '/api/portal/keys');
  const keyed = await pat<PortalAnswer<'integration'>>('GET', '/api/portal/integration');
  expect(keyed.text).not.toContain(made.key);
  expect(keyed.text).toContain('PARLEY_KEY');
  const curl = keyed.body.snippets.find(({ name }) => name === 'curl')?.text ?? '';
  const body = JSON.parse(/-d '([\s\S]*)'\n$/.exec(curl)?.[1] ?? '');
  const response = await fetch(`${machine.url}/openrtb2`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${made.key}` },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  // What to do next is nothing that the snippet does.
  const state = async () =>
    (await pat<IntegrationState>('GET', '/api/portal/integration')).body.next;
  await eventually(async () => (await state())[0]?.startsWith('Declare the formats') ?? false);
  expect((await state()).join()).not.toContain('service_product_search');
});
