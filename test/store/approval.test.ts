import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { CampaignDocument } from '../../src/parts/campaigns/operations.ts';
import { cleanUp, temporaryFolder } from '../process.ts';
import { type ErrorBody, startStore } from './api.ts';
import { adAt, anyCampaign } from './campaigns.ts';

const APPROVED = { state: 'approved' };
const dataDir = temporaryFolder();

let exchange: Awaited<ReturnType<typeof startStore>>;
let ann: typeof exchange.ann;
let ada: typeof exchange.ada;
async function start(): Promise<void> {
  exchange = await startStore({ dataDir });
  ({ ann, ada } = exchange);
}
afterAll(async () => {
  await exchange.stop();
  await cleanUp();
});

/** What a person sees of an ad and who says it, and the price, by which a revision is told. */
async function shown(): Promise<string> {
  const ad = await adAt(exchange.port);
  return ad === undefined ? 'none' : [ad.price, ad.adomain, ad.cat, ad.crid].join(' ');
}

/** Ruling 73. */
describe('a campaign that is approved', () => {
  const FIRST = anyCampaign({ id: 'shoes', cpm: 3, categories: ['IAB18'] });
  const SWAPPED = {
    ...FIRST,
    cpm: 4,
    advertiser: 'Your Bank (official)',
    domain: 'bank.example',
    categories: ['IAB13'],
  };
  const CREATIVE = '/api/creatives/own/shoes/shoes-card';
  const STILL = '4 shoes.example IAB18 shoes-card';

  beforeAll(async () => {
    await start();
    expect((await ann.create(FIRST)).status).toBe(201);
    expect((await ann.setState('shoes', 'active')).status).toBe(200);
    expect((await ada.review('shoes/shoes-card', APPROVED)).status).toBe(200);
  });

  const documentOf = async () => (await (await ann.read('shoes')).json()) as CampaignDocument;

  async function swap(campaign: typeof SWAPPED): Promise<string> {
    const etag = (await ann.read('shoes')).headers.get('etag') ?? '';
    expect((await ann.replace(campaign, etag)).status).toBe(200);
    return etag;
  }

  test('serves as approved after ads has changed who says it, and shows both versions', async () => {
    expect(await shown()).toBe('3 shoes.example IAB18 shoes-card');
    await swap(SWAPPED);
    expect(await shown()).toBe(STILL);
    const document = await documentOf();
    expect(document.definition).toEqual(SWAPPED);
    expect(document.approved).toEqual({ ...FIRST, cpm: 4 });
    expect(document.pending).toEqual([
      { field: 'advertiser', from: FIRST.advertiser, to: 'Your Bank (official)' },
      { field: 'domain', from: 'shoes.example', to: 'bank.example' },
      { field: 'categories[0]', from: 'IAB18', to: 'IAB13' },
    ]);
    expect(document.reviews['shoes-card']?.state).toBe('waiting');
  });

  test('is approved by an admin alone, in the version that was looked at, and by no star', async () => {
    expect((await ann.review('shoes/shoes-card', APPROVED)).status).toBe(403);
    const looked = await swap({ ...SWAPPED, domain: 'other-bank.example' });
    const refusal = async (headers: object) => {
      const refused = await ada.call('POST', `${CREATIVE}/review`, APPROVED, headers);
      const { error } = (await refused.json()) as ErrorBody;
      return [refused.status, error.code];
    };
    expect(await refusal({})).toEqual([428, 'IF_MATCH_REQUIRED']);
    expect(await refusal({ 'If-Match': '*' })).toEqual([428, 'IF_MATCH_REQUIRED']);
    expect((await refusal({ 'If-Match': looked }))[0]).toBe(412);
    expect(await documentOf()).toMatchObject({
      approved: { domain: 'shoes.example' },
      reviews: { 'shoes-card': { state: 'waiting' } },
    });
    await swap(SWAPPED);
  });

  test('serves as approved by a machine that is started again while the change waits', async () => {
    await exchange.stop();
    await start();
    expect(await shown()).toBe(STILL);
  });

  test('serves on as approved after the change was rejected, and as changed once it is approved', async () => {
    const rejected = { state: 'rejected', reason: 'not a bank' };
    expect((await ada.review('shoes/shoes-card', rejected)).status).toBe(200);
    await swap({ ...SWAPPED, cpm: 5 });
    expect(await shown()).toBe('5 shoes.example IAB18 shoes-card');
    expect((await documentOf()).reviews['shoes-card'] as object).toEqual(rejected);
    expect((await ada.review('shoes/shoes-card', APPROVED)).status).toBe(200);
    expect(await shown()).toBe('5 bank.example IAB13 shoes-card');
    expect((await documentOf()).pending).toEqual([]);
  });

  test('serves as approved after an import, or a change of a link, has changed it', async () => {
    const text = JSON.stringify({ campaigns: [{ ...FIRST, cpm: 6, advertiser: 'Imported' }] });
    const imported = await ann.call('POST', '/api/import/campaigns:own?format=json', text);
    expect(await imported.json()).toMatchObject({ entries: [{ outcome: 'changed' }] });
    expect(await shown()).toBe('6 bank.example IAB13 shoes-card');
    const creatives = SWAPPED.creatives.map((one) => ({
      ...one,
      link: 'https://phishing.example/',
    }));
    await swap({ ...SWAPPED, creatives });
    expect((await documentOf()).approved?.creatives).toEqual(SWAPPED.creatives);
  });

  test('waits as a whole where its id is used again after it was deleted', async () => {
    await ann.create(anyCampaign({ id: 'again' }));
    await ada.review('again/again-card', APPROVED);
    expect((await ann.call('DELETE', '/api/campaigns/own/again')).status).toBe(204);
    const anew = await ann.create(anyCampaign({ id: 'again', domain: 'new.example' }));
    expect(await anew.json()).toMatchObject({
      approved: null,
      reviews: { 'again-card': { state: 'waiting' } },
    });
  });
});
