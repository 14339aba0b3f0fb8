import { afterAll, beforeAll, expect, test } from 'bun:test';
import { openDatabase } from '../../src/lib/sql/database.ts';
import { type Caller, callerOf, startWithRoles, TOKENS } from '../accounts/machine.ts';
import { bidOn, type Dsp, startDsp } from '../auction/partners.ts';
import { bid, buy, call, saleRequest, settled } from '../notices/exchange.ts';
import { startListeningDsp } from '../notices/listening-dsp.ts';
import { atCleanUp, cleanUp, temporaryFolder } from '../process.ts';
import type { TestConfig } from '../server.ts';
import { adAt, anyCampaign } from './campaigns.ts';

/** What publishers, partners and advertisers of the store are changed to holds once the change is answered. */

const SELLER = { name: 'Chat', domain: 'chat.example', type: 'publisher' } as const;

/** Its whole terms, whatever they were. */
const replace = (admin: Caller, path: string, definition: object) =>
  admin('PUT', path, definition, { 'If-Match': '*' });

async function started(config: TestConfig) {
  const machine = await startWithRoles(config);
  const admin = callerOf(machine.adminUrl, TOKENS.admin);
  const done = async (method: string, path: string, body?: object) => {
    const reply = await admin(method, path, body);
    if (reply.status >= 300) throw new Error(reply.text);
  };
  const port = Number(new URL(machine.url).port);
  return { machine, admin, done, port, stop: () => machine.stop(0) };
}

type Started = Awaited<ReturnType<typeof started>>;

let exchange: Started;
let [first, second]: Dsp[] = [];
const DATA = temporaryFolder();

beforeAll(async () => {
  first = startDsp((request) =>
    bidOn(request, { crid: 'of-first', adomain: ['https://www.Brand.example/'] }),
  );
  second = startDsp((request) => bidOn(request, { crid: 'of-second', price: 3 }));
  atCleanUp(first.stop);
  atCleanUp(second.stop);
  exchange = await started({
    dataDir: DATA,
    access: 'listed',
    publishers: [{ id: 'fixed' }],
    partners: [{ name: 'own', kind: 'campaigns', store: true }],
  });
  const { done } = exchange;
  await done('POST', '/api/campaigns?partner=own', anyCampaign({ id: 'own-ad', cpm: 0.5 }));
  await done('POST', '/api/campaigns/own/own-ad/state', { state: 'active' });
});
afterAll(async () => {
  await exchange.stop();
  await cleanUp();
});

const urlOf = (dsp: Dsp | undefined) => dsp?.url ?? '';
const partner = (dsp: Dsp | undefined, more: object = {}) => ({
  name: 'dsp',
  kind: 'openrtb',
  url: urlOf(dsp),
  ...more,
});

/** The status, and what a refusal or an empty answer says. */
async function asked(publisher: string, key?: string): Promise<string> {
  const response = await fetch(`${exchange.machine.url}/openrtb2`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
    },
    body: saleRequest({ publisher }),
  });
  return `${response.status} ${await response.text()}`;
}

test('a publisher is served in its states alone, and unknown again once it is removed', async () => {
  const { done } = exchange;
  const set = (state: string) => done('POST', '/api/publishers/pub/state', { state });
  expect(await asked('pub')).toMatch(/^403 .*not served here/);
  await done('POST', '/api/publishers', { id: 'pub' });
  expect(await asked('pub')).toMatch(/^403 .*is invited/);
  await set('active');
  expect(await asked('pub')).toStartWith('200 ');
  await set('paused');
  expect(await asked('pub')).toMatch(/^403 .*is paused/);
  await done('DELETE', '/api/publishers/pub');
  expect(await asked('pub')).toMatch(/^403 .*not served here/);
});

test('a key of a publisher is asked for once it has some: two are valid while one replaces the other', async () => {
  const { admin, done } = exchange;
  await done('POST', '/api/publishers', { id: 'keyed' });
  await done('POST', '/api/publishers/keyed/state', { state: 'active' });
  type Made = { readonly key: string; readonly id: string };
  const make = async () => (await admin<Made>('POST', '/api/publishers/keyed/keys')).body;
  const [one, two] = [await make(), await make()];
  expect(await asked('keyed')).toStartWith('401 ');
  expect(await asked('keyed', one.key)).toStartWith('200 ');
  expect(await asked('keyed', two.key)).toStartWith('200 ');
  await done('DELETE', `/api/publishers/keyed/keys/${one.id}`);
  expect(await asked('keyed', one.key)).toStartWith('401 ');
  expect(await asked('keyed', two.key)).toStartWith('200 ');
});

test('a block, a share and a limit of a publisher hold from its next request on', async () => {
  const { admin, done, port } = exchange;
  const path = '/api/publishers/sells';
  await done('POST', '/api/publishers', { id: 'sells' });
  await done('POST', `${path}/state`, { state: 'active' });
  await replace(admin, path, { id: 'sells', blockedDomains: ['own-ad.example'] });
  expect(await asked('sells')).toStartWith('204 ');
  await replace(admin, path, { id: 'sells', share: 0.8, seller: SELLER });
  const { auctionId, burl = '' } = await buy(port, saleRequest({ publisher: 'sells' }));
  expect((await call(burl)).status).toBe(204);
  const { query, close } = await openDatabase({ kind: 'sqlite', file: `${DATA}/parley.db` });
  const [fact] = await settled(
    () => query('select share_basis_points from facts where auction_id = $1', [auctionId]),
    (rows) => rows.length > 0,
  );
  await close();
  expect(Number(fact?.share_basis_points)).toBe(8000);
  const sellers = await fetch(`${exchange.machine.url}/sellers.json`);
  expect(await sellers.text()).toContain('chat.example');
  await replace(admin, path, { id: 'sells', limits: { perSecond: 1 } });
  const answers = await Promise.all(Array.from({ length: 10 }, () => asked('sells')));
  expect(answers.some((text) => text.startsWith('429 '))).toBeTrue();
});

test('partners come, change, are capped, paused and removed', async () => {
  const { admin, done, port } = exchange;
  const path = '/api/partners/dsp';
  const crid = async () => (await adAt(port, saleRequest({ publisher: 'fixed' })))?.crid;
  const askedNow = async (dsp: Dsp | undefined, times: number) => {
    const before = dsp?.received.length ?? 0;
    for (let time = 0; time < times; time++) await crid();
    return (dsp?.received.length ?? 0) - before;
  };
  await done('POST', '/api/partners', partner(first));
  expect(await crid()).toBe('own-ad-card');
  await done('POST', `${path}/state`, { state: 'active' });
  expect(await crid()).toBe('of-first');
  await replace(admin, path, partner(second));
  expect(await crid()).toBe('of-second');
  expect(await askedNow(first, 5)).toBe(0);
  await replace(admin, path, partner(second, { qpsMax: 1 }));
  const beganMs = performance.now();
  const count = await askedNow(second, 20);
  expect(count).toBeLessThanOrEqual(Math.ceil((performance.now() - beganMs) / 1000) + 1);
  await replace(admin, path, partner(first));
  await done('POST', `${path}/state`, { state: 'paused' });
  expect(await askedNow(first, 5)).toBe(0);
  expect((await admin('GET', path)).body).toMatchObject({ state: 'paused' });
  await done('POST', `${path}/state`, { state: 'active' });
  expect(await askedNow(first, 5)).toBe(5);
  const metrics = await (await admin('GET', '/metrics')).text;
  expect(metrics).toContain('parley_partner_asked_total{partner="dsp"}');
  await done('POST', `${path}/state`, { state: 'paused' });
  await done('DELETE', path);
  expect(await askedNow(first, 5)).toBe(0);
  // What it owes or is owed can still be corrected.
  const correct = (name: string) => {
    const correction = { kind: 'correction', partner: name, amount: '1', reason: 'r' };
    return admin('POST', '/api/statements/adjustments', correction);
  };
  expect([(await correct('dsp')).status, (await correct('gone')).status]).toEqual([201, 422]);
  await done('POST', '/api/partners', partner(first));
  await done('POST', `${path}/state`, { state: 'active' });
});

test('a blocked advertiser loses its bids, of partners and of campaigns alike, until it is allowed again', async () => {
  const { admin, done, port } = exchange;
  const set = (domain: string, state: string) =>
    done('POST', `/api/advertisers/${domain}/state`, { state });
  const outcome = async () => {
    const response = await bid(port, saleRequest({ publisher: 'fixed' }));
    if (response.status !== 200) return response.headers.get('x-nobid-reason');
    return (await response.text()).includes('own-ad.example') ? 'own' : 'dsp';
  };
  expect(await outcome()).toBe('dsp');
  await set('brand.example', 'blocked');
  expect(await outcome()).toBe('own');
  // The block would go with it.
  expect((await admin('DELETE', '/api/advertisers/brand.example')).status).toBe(409);
  await set('Own-ad.example', 'blocked');
  expect(await outcome()).toBe('blocked');
  const { rows } = JSON.parse((await admin('GET', '/requests')).text);
  expect((await admin('GET', `/requests/${rows[0].requestId}`)).text).toContain(
    'the exchange blocks advertiser brand.example',
  );
  await set('own-ad.example', 'active');
  expect(await outcome()).toBe('own');
  await set('brand.example', 'active');
  expect(await outcome()).toBe('dsp');
});

test('an advertiser is described with all faults at once, in the spelling of bids, and changed in the revision that was seen', async () => {
  const { admin } = exchange;
  type Described = { readonly revision: number };
  const wrong = { domain: 'localhost', name: '', contact: { email: 'nobody' }, share: 1 };
  const refused = await admin('POST', '/api/advertisers', wrong);
  expect([refused.status, refused.body.error.code]).toEqual([422, 'NOT_VALID']);
  const fields = refused.body.error.details.faults?.map(({ field }) => field);
  expect(fields?.toSorted()).toEqual(['contact.email', 'name', 'share']);
  const definition = { domain: 'https://www.New.example/', name: 'New', notes: 'calls on Mondays' };
  const made = await admin<Described>('POST', '/api/advertisers', definition);
  expect(made).toMatchObject({
    status: 201,
    body: { id: 'new.example', state: 'active', definition: { domain: 'new.example' } },
  });
  const path = '/api/advertisers/new.example';
  const seen = `"${made.body.revision}"`;
  const CASES: readonly (readonly [string, string, object, string | undefined, number])[] = [
    ['POST', '/api/advertisers', { domain: 'localhost', name: 'x' }, undefined, 422],
    ['POST', '/api/advertisers', definition, undefined, 409],
    ['PUT', path, definition, undefined, 428],
    ['PUT', path, definition, '"1"', 412],
    ['PUT', path, { ...definition, domain: 'other.example' }, seen, 422],
    ['PUT', path, { ...definition, name: 'New Ltd' }, seen, 200],
  ];
  for (const [method, at, body, etag, status] of CASES) {
    const reply = await admin(method, at, body, etag === undefined ? {} : { 'If-Match': etag });
    expect([method, at, etag, reply.status]).toEqual([method, at, etag, status]);
  }
  expect((await admin('DELETE', path)).status).toBe(204);
  expect((await admin('GET', path)).body as object).toMatchObject({
    isDescribed: false,
    definition: { name: 'new.example' },
  });
  expect((await admin('GET', '/api/advertisers/localhost')).status).toBe(404);
});

test('a partner that was removed is told of its sales, also after a restart', async () => {
  const dsp = startListeningDsp();
  const dataDir = temporaryFolder();
  const { done, port, stop } = await started({ dataDir });
  const entry = { internalNotices: true, trackers: 'server', url: dsp.bidUrl };
  await done('POST', '/api/partners', { name: 'dsp', kind: 'openrtb', ...entry });
  await done('POST', '/api/partners/dsp/state', { state: 'active' });
  const sales = [await buy(port), await buy(port)];
  await done('POST', '/api/partners/dsp/state', { state: 'paused' });
  await done('DELETE', '/api/partners/dsp');
  expect((await bid(port)).status).toBe(204);
  const bills = async () => dsp.told.filter((path) => path.startsWith('/burl')).length;
  expect((await call(sales[0]?.burl ?? '')).status).toBe(204);
  expect(await settled(bills, (count) => count > 0)).toBe(1);
  await stop();
  const again = await started({ dataDir });
  expect((await call(sales[1]?.burl ?? '', { port: again.port })).status).toBe(204);
  expect(await settled(bills, (count) => count > 1)).toBe(2);
  await again.stop();
});
