import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type Exchange, settled, startExchange } from '../notices/exchange.ts';
import { cleanUp } from '../process.ts';
import { apiOf, type ErrorBody } from './api.ts';
import { anyCampaign, winnerAt } from './campaigns.ts';

const TEST_MS_MAX = 120_000;

const CONFIG = `
admin:
  port: 0
  tokens:
    - { name: ann, token: ann-has-this-token, role: ads }
    - { name: rita, token: rita-has-this-token, role: read }
    - { name: ada, token: ada-has-this-token, role: admin }
partners: [{ name: own, kind: campaigns, store: true, approval: true }]`;

let exchange: Exchange;
let ann: ReturnType<typeof apiOf>;
let rita: ReturnType<typeof apiOf>;
let ada: ReturnType<typeof apiOf>;

beforeAll(async () => {
  exchange = await startExchange({ workers: 2, more: CONFIG });
  ann = apiOf(exchange.adminUrl, 'ann-has-this-token');
  rita = apiOf(exchange.adminUrl, 'rita-has-this-token');
  ada = apiOf(exchange.adminUrl, 'ada-has-this-token');
}, TEST_MS_MAX);
afterAll(cleanUp);

const errorOf = async (response: Response) => ((await response.json()) as ErrorBody).error;

describe('a campaign through the API', () => {
  test(
    'is created as a draft, approved, started, serves, is paused and stops at once',
    async () => {
      const created = await ann.create(anyCampaign({ id: 'life', cpm: 5 }));
      expect([created.status, created.headers.get('location')]).toEqual([
        201,
        '/api/campaigns/own/life',
      ]);
      expect(await created.json()).toMatchObject({ state: 'draft', changedBy: 'ann' });
      expect((await ann.setState('life', 'active')).status).toBe(200);
      expect(await winnerAt(exchange.port)).toBeUndefined();

      const approve = (by: typeof ann) =>
        by.call('POST', '/api/creatives/own/life/life-card/review', { state: 'approved' });
      expect((await approve(ann)).status).toBe(403);
      expect((await approve(ada)).status).toBe(200);
      expect(
        await settled(
          () => winnerAt(exchange.port),
          (won) => won === 'life',
        ),
      ).toBe('life');

      expect((await ann.setState('life', 'paused')).status).toBe(200);
      for (let time = 0; time < 4; time++) expect(await winnerAt(exchange.port)).toBeUndefined();
    },
    TEST_MS_MAX,
  );

  test('keeps who changed what and when', async () => {
    const history = await (await rita.call('GET', '/api/campaigns/own/life/history')).json();
    const rows = (history as { rows: readonly { who: string; action: string; changes: unknown }[] })
      .rows;
    expect(rows.map(({ who, action }) => `${who} ${action}`)).toEqual([
      ...['ann state', 'ada review', 'ann state', 'ann create'],
    ]);
    expect(rows[0]?.changes).toEqual([{ field: 'state', from: 'active', to: 'paused' }]);
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
      'INVALID_CAMPAIGN',
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
    expect((await ann.setState('life', 'active')).status).toBe(409);
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
    expect((await ann.call('POST', '/api/partners/own/pause')).status).toBe(403);
    expect((await ann.call('GET', '/api/audit')).status).toBe(403);
  });

  test('a wrong token opens nothing', async () => {
    expect((await apiOf(exchange.adminUrl, 'nobody-has-this').read('life')).status).toBe(401);
  });
});
