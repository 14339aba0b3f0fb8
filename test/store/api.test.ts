import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { CampaignDelivery } from '../../src/parts/campaigns/delivery.ts';
import { bid, buy, call, saleRequest, settled } from '../notices/exchange.ts';
import { cleanUp } from '../process.ts';
import { apiOf, type ErrorBody, startStore } from './api.ts';
import { anyCampaign, winnerAt } from './campaigns.ts';

let exchange: Awaited<ReturnType<typeof startStore>>;
let ann: typeof exchange.ann;
let rita: typeof exchange.rita;
let ada: typeof exchange.ada;
beforeAll(async () => {
  exchange = await startStore();
  ({ ann, rita, ada } = exchange);
});
afterAll(async () => {
  await exchange.stop();
  await cleanUp();
});

const errorOf = async (response: Response) => ((await response.json()) as ErrorBody).error;

describe('a campaign through the API', () => {
  test('is created as a draft, approved, started, serves, is paused and stops at once', async () => {
    const created = await ann.create(anyCampaign({ id: 'life', cpm: 5 }));
    expect([created.status, created.headers.get('location')]).toEqual([
      201,
      '/api/campaigns/own/life',
    ]);
    expect(await created.json()).toMatchObject({ state: 'draft', changedBy: 'ann' });
    expect((await ann.setState('life', 'active')).status).toBe(200);
    expect(await winnerAt(exchange.port)).toBeUndefined();

    const approve = (by: typeof ann) => by.review('life/life-card', { state: 'approved' });
    expect((await approve(ann)).status).toBe(403);
    expect((await approve(ada)).status).toBe(200);
    expect(await winnerAt(exchange.port)).toBe('life');

    expect((await ann.setState('life', 'paused')).status).toBe(200);
    expect(await winnerAt(exchange.port)).toBeUndefined();
  });

  test('keeps who changed what and when', async () => {
    const history = await (await ann.call('GET', '/api/campaigns/own/life/history')).json();
    const rows = (history as { rows: readonly { who: string; action: string; changes: unknown }[] })
      .rows;
    expect(rows.map(({ who, action }) => `${who} ${action}`)).toEqual([
      'ann state',
      'ada review',
      'ann state',
      'ann create',
    ]);
    expect(rows[0]?.changes).toEqual([{ field: 'state', from: 'active', to: 'paused' }]);
  });

  test('shows its history, and the audit log, to no token that only reads', async () => {
    const history = '/api/campaigns/own/life/history';
    const statuses = async (path: string) =>
      Promise.all([rita, ann, ada].map(async (by) => (await by.call('GET', path)).status));
    expect(await statuses(history)).toEqual([403, 200, 200]);
    expect(await statuses('/api/audit')).toEqual([403, 403, 200]);
    expect(await statuses('/api/campaigns/own/life')).toEqual([200, 200, 200]);
  });

  test('with faults is refused with all of them, each at its field', async () => {
    const response = await ann.create({
      ...anyCampaign({ id: 'xy', cpm: 0 }),
      id: 'x y',
      domain: 'none',
    });
    expect(response.status).toBe(422);
    const { code, details } = await errorOf(response);
    expect([code, details.faults?.map(({ field }) => field)]).toEqual([
      'NOT_VALID',
      ['id', 'domain', 'cpm'],
    ]);
  });

  test('is refused under an id that is taken', async () => {
    expect((await ann.create(anyCampaign({ id: 'life' }))).status).toBe(409);
  });

  test('is created once, however often a call with an idempotency key is repeated', async () => {
    const key = { 'Idempotency-Key': 'one' };
    const first = await ann.create(anyCampaign({ id: 'once' }), key);
    const second = await ann.create(anyCampaign({ id: 'once' }), key);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.headers.get('etag')).toBe(first.headers.get('etag') ?? '');
    expect((await ann.create(anyCampaign({ id: 'other' }), key)).status).toBe(422);
  });

  test('that somebody else has changed meanwhile is not overwritten', async () => {
    const etag = (await ann.read('once')).headers.get('etag') ?? '';
    expect((await ada.replace(anyCampaign({ id: 'once', cpm: 2 }), etag)).status).toBe(200);
    const refused = await ann.replace(anyCampaign({ id: 'once', cpm: 3 }), etag);
    expect([refused.status, (await errorOf(refused)).details.reason]).toEqual([
      412,
      expect.stringContaining('ada has changed it meanwhile'),
    ]);
    expect((await ann.replace(anyCampaign({ id: 'once' }), null)).status).toBe(428);
  });

  test('is deleted as a draft, and archived once it has served', async () => {
    expect((await ann.call('DELETE', '/api/campaigns/own/life')).status).toBe(409);
    expect((await ann.call('DELETE', '/api/campaigns/own/once')).status).toBe(204);
    expect((await ann.read('once')).status).toBe(404);
    expect((await ann.setState('life', 'archived')).status).toBe(200);
    expect((await ann.setState('life', 'draft')).status).toBe(409);
  });

  test('is brought back from the archive, never as a draft, and is not changed in it', async () => {
    await ann.create(anyCampaign({ id: 'idea' }));
    for (const [state, status] of [
      ['paused', 409],
      ['archived', 200],
      ['archived', 200],
      ['draft', 409],
      ['paused', 200],
      ['active', 200],
      ['archived', 200],
      ['active', 200],
      ['archived', 200],
    ] as const) {
      expect([state, (await ann.setState('idea', state)).status]).toEqual([state, status]);
    }
    const seen = (await ann.read('idea')).headers.get('etag');
    expect((await ann.replace(anyCampaign({ id: 'idea', cpm: 7 }), seen)).status).toBe(409);
  });

  test('cannot be larger than the limit', async () => {
    expect((await ann.create({ id: 'x'.repeat(300_000) })).status).toBe(413);
  });
});

describe('roles', () => {
  test('who may only read changes nothing', async () => {
    const refused = await rita.create(anyCampaign({ id: 'ritas' }));
    expect([refused.status, (await errorOf(refused)).details.reason]).toEqual([
      403,
      'expected the role ads, but rita has the role read',
    ]);
    expect((await rita.call('GET', '/api/campaigns')).status).toBe(200);
    expect((await ann.call('POST', '/api/partners/own/state', { state: 'paused' })).status).toBe(
      403,
    );
    expect((await ann.call('GET', '/api/audit')).status).toBe(403);
  });

  test('a wrong token opens nothing', async () => {
    expect((await apiOf(exchange.adminUrl, 'nobody-has-this').read('life')).status).toBe(401);
  });
});

describe('the creatives', () => {
  const creative = { id: 'several-b', title: 'Second', link: 'https://shop.example/b' };

  beforeAll(async () => {
    const creatives = ['a', 'b'].map((name) => ({ ...creative, id: `several-${name}` }));
    expect((await ann.create(anyCampaign({ id: 'several', creatives }))).status).toBe(201);
  });

  test('are approved and rejected, and a rejection needs a reason', async () => {
    const review = (body: object) => ada.review('several/several-b', body);
    expect((await review({ state: 'rejected' })).status).toBe(400);
    const rejected = await review({ state: 'rejected', reason: 'misleading' });
    expect(await rejected.json()).toMatchObject({
      reviews: {
        'several-a': { state: 'waiting' },
        'several-b': { state: 'rejected', reason: 'misleading' },
      },
    });
    expect((await review({ state: 'approved' })).status).toBe(200);
  });
});

test('the delivery of a campaign says how far it gets, who outbids it at what price, and which asset is missing', async () => {
  for (const [id, cpm] of [
    ['cheap', 2],
    ['dear', 8],
  ] as const) {
    await ann.create(anyCampaign({ id, cpm }));
    await ann.setState(id, 'active');
    await ada.review(`${id}/${id}-card`, { state: 'approved' });
  }
  const deliveryOf = async (id: string) =>
    (await (
      await rita.call('GET', `/api/campaigns/own/${id}/delivery?days=1`)
    ).json()) as CampaignDelivery;
  expect(await winnerAt(exchange.port)).toBe('dear');
  expect((await bid(exchange.port, requestWithPicture())).status).toBe(204);
  const bought = await buy(exchange.port);
  await call(bought.impression);
  await call(bought.link);

  const { creatives, ...dear } = await settled(
    () => deliveryOf('dear'),
    ({ matched, shown, clicked }) => matched >= 3 && shown > 0 && clicked > 0,
  );
  expect(dear).toMatchObject({
    matched: 3,
    bid: 2,
    won: 2,
    shown: 1,
    clicked: 1,
    bidCpmUsd: 8,
    outbid: [],
    dropped: [],
  });
  expect(dear.misfits).toEqual([
    { missing: 'a main image of at least 300×250', publisher: 'pub-1', count: 1 },
  ]);
  expect(creatives).toMatchObject([{ creative: 'dear-card', shown: 1, clicked: 1 }]);
  expect(await deliveryOf('cheap')).toMatchObject({
    bid: 2,
    won: 0,
    outbid: [{ partner: 'own', seat: 'advertiser-of-dear', count: 2, cpmUsd: 8 }],
  });
  expect((await rita.call('GET', '/api/campaigns/own/dear/delivery?days=0')).status).toBe(400);
});

/** Of the same publisher, for an impression that needs a picture. */
function requestWithPicture(): string {
  const request = JSON.parse(saleRequest()) as { imp: { native: { request: string } }[] };
  const [imp] = request.imp;
  if (imp === undefined) throw new Error('expected an impression');
  const assets = [
    { id: 1, required: 1, title: { len: 90 } },
    { id: 2, required: 1, img: { type: 3, wmin: 300, hmin: 250 } },
  ];
  imp.native.request = JSON.stringify({ native: { ver: '1.2', assets } });
  return JSON.stringify(request);
}
