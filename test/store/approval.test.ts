import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { CampaignDocument } from '../../src/console/campaigns/api.ts';
import { type Exchange, SHARED_KEY, startExchange, stopExchange } from '../notices/exchange.ts';
import { type PostgresServer, startPostgres } from '../postgres/postgres-server.ts';
import { cleanUp } from '../process.ts';
import { apiOf, type ErrorBody } from './api.ts';
import { adAt, anyCampaign, campaignsCommand, fileWith, onAllWorkers } from './campaigns.ts';

const CONFIG = `
admin:
  port: 0
  tokens:
    - { name: ann, token: ann-has-this-token, role: ads }
    - { name: ada, token: ada-has-this-token, role: admin }
partners: [{ name: own, kind: campaigns, store: true, approval: true }]`;

/** What a person sees of an ad and who says it, and the price, by which a revision is told. */
async function shownAt(port: number): Promise<string> {
  const ad = await adAt(port);
  return ad === undefined ? 'none' : [ad.price, ad.adomain, ad.cat, ad.crid].join(' ');
}

const approval = { state: 'approved' };

/** Ruling 73, on two machines with two workers each that share one database. */
describe('a campaign that is approved', () => {
  const FIRST = anyCampaign({ id: 'shoes', cpm: 3, categories: ['IAB18'] });
  const SWAPPED = {
    ...FIRST,
    cpm: 4,
    advertiser: 'Your Bank (official)',
    domain: 'bank.example',
    categories: ['IAB13'],
  };
  let postgres: PostgresServer;
  let machines: readonly Exchange[];
  let ann: ReturnType<typeof apiOf>;
  let ada: ReturnType<typeof apiOf>;
  let options: object;

  beforeAll(async () => {
    postgres = await startPostgres();
    const databaseUrl = await postgres.newDatabase();
    options = { workers: 2, databaseUrl, keys: [SHARED_KEY], more: CONFIG };
    machines = await Promise.all([startExchange(options), startExchange(options)]);
    const [first] = machines;
    ann = apiOf(first?.adminUrl ?? '', 'ann-has-this-token');
    ada = apiOf(first?.adminUrl ?? '', 'ada-has-this-token');
    expect((await ann.create(FIRST)).status).toBe(201);
    expect((await ann.setState('shoes', 'active')).status).toBe(200);
    expect((await ada.review('shoes/shoes-card', approval)).status).toBe(200);
  });
  afterAll(cleanUp);

  const everywhere = (shown: string) =>
    Promise.all(machines.map(({ port }) => onAllWorkers(() => shownAt(port), shown)));

  const documentOf = async () => (await (await ann.read('shoes')).json()) as CampaignDocument;

  const swap = async (campaign: typeof SWAPPED) => {
    const etag = (await ann.read('shoes')).headers.get('etag') ?? '';
    expect((await ann.replace(campaign, etag)).status).toBe(200);
    return etag;
  };

  test('serves as approved on every worker of every machine after ads has changed who says it', async () => {
    const approved = '3 shoes.example IAB18 shoes-card';
    expect(await everywhere(approved)).toEqual([[approved], [approved]]);
    await swap(SWAPPED);
    // The price of the change is the sign that it has arrived.
    const still = '4 shoes.example IAB18 shoes-card';
    expect(await everywhere(still)).toEqual([[still], [still]]);
  });

  test('shows both versions and where they differ', async () => {
    const document = await documentOf();
    expect(document.campaign).toEqual(SWAPPED);
    expect(document.approved).toEqual({ ...FIRST, cpm: 4 });
    expect(document.pending).toEqual([
      { field: 'advertiser', from: FIRST.advertiser, to: 'Your Bank (official)' },
      { field: 'domain', from: 'shoes.example', to: 'bank.example' },
      { field: 'categories[0]', from: 'IAB18', to: 'IAB13' },
    ]);
    const creative = await (await ann.call('GET', '/api/creatives/own/shoes/shoes-card')).json();
    expect(creative).toMatchObject({
      state: 'waiting',
      sender: { advertiser: 'Your Bank (official)', domain: 'bank.example' },
      approved: { sender: { domain: 'shoes.example' }, creative: { id: 'shoes-card' } },
    });
  });

  test('is not approved by the role that changes it, nor without If-Match, nor by a star', async () => {
    expect((await ann.review('shoes/shoes-card', approval)).status).toBe(403);
    const path = '/api/creatives/own/shoes/shoes-card/review';
    for (const headers of [{}, { 'If-Match': '*' }]) {
      const refused = await ada.call('POST', path, approval, headers);
      const { error } = (await refused.json()) as ErrorBody;
      expect([refused.status, error.code, error.details.reason]).toEqual([
        428,
        'IF_MATCH_REQUIRED',
        'expected the header If-Match with the ETag of the version that was looked at, and not *',
      ]);
    }
    expect((await documentOf()).reviews).toMatchObject([{ state: 'waiting' }]);
  });

  test('is not approved in a version that was swapped after the look', async () => {
    const looked = await swap({ ...SWAPPED, domain: 'other-bank.example' });
    const path = '/api/creatives/own/shoes/shoes-card/review';
    const refused = await ada.call('POST', path, approval, { 'If-Match': looked });
    const { error } = (await refused.json()) as ErrorBody;
    expect([refused.status, error.details.reason]).toEqual([
      412,
      expect.stringContaining('ann has changed it meanwhile'),
    ]);
    expect((await documentOf()).approved?.domain).toBe('shoes.example');
    await swap(SWAPPED);
  });

  test('serves as approved on a machine that is started again while the change waits', async () => {
    const [first, second] = machines;
    if (first === undefined || second === undefined) throw new Error('expected two machines');
    await stopExchange(second);
    machines = [first, await startExchange({ ...options, dataDir: second.dataDir })];
    const still = '4 shoes.example IAB18 shoes-card';
    expect(await everywhere(still)).toEqual([[still], [still]]);
  });

  test('serves on as approved after the change was rejected, and as changed once it is approved', async () => {
    const rejected = { state: 'rejected', reason: 'not a bank' };
    expect((await ada.review('shoes/shoes-card', rejected)).status).toBe(200);
    await swap({ ...SWAPPED, cpm: 5 });
    const still = '5 shoes.example IAB18 shoes-card';
    expect(await everywhere(still)).toEqual([[still], [still]]);
    expect((await documentOf()).reviews).toMatchObject([rejected]);

    expect((await ada.review('shoes/shoes-card', approval)).status).toBe(200);
    const changed = '5 bank.example IAB13 shoes-card';
    expect(await everywhere(changed)).toEqual([[changed], [changed]]);
    expect((await documentOf()).pending).toEqual([]);
  });

  test('serves as approved after an import, or a call for one creative, has changed it', async () => {
    const [first] = machines;
    if (first === undefined) throw new Error('expected a machine');
    const imported = { ...FIRST, cpm: 6, advertiser: 'Imported' };
    const done = await campaignsCommand(first, 'import', 'own', fileWith([imported]));
    expect(done).toMatchObject({ code: 0, stdout: '0 created, 1 changed, 0 unchanged\n' });
    const after = '6 bank.example IAB13 shoes-card';
    expect(await everywhere(after)).toEqual([[after], [after]]);

    const at = '/api/creatives/own/shoes/shoes-card';
    const read = await ann.call('GET', at);
    const { creative } = (await read.json()) as { creative: object };
    const etag = { 'If-Match': read.headers.get('etag') ?? '' };
    const changed = { ...creative, link: 'https://phishing.example/' };
    expect((await ann.call('PUT', at, changed, etag)).status).toBe(200);
    const { approved } = await documentOf();
    expect(approved?.creatives).toEqual(SWAPPED.creatives);
  });
});
