import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Campaign } from '../../src/demand/campaigns/campaign-schema.ts';
import type { ApprovalList } from '../../src/parts/campaigns/page/approvals/api.ts';
import type { ImportAnswer } from '../../src/parts/campaigns/page/bulk-api.ts';
import type { StoredCampaign } from '../../src/store/stored-campaign.ts';
import { type ErrorBody, startStore } from './api.ts';
import { anyCampaign } from './campaigns.ts';

let exchange: Awaited<ReturnType<typeof startStore>>;
let ann: typeof exchange.ann;
let rita: typeof exchange.rita;
let ada: typeof exchange.ada;
beforeAll(async () => {
  exchange = await startStore();
  ({ ann, rita, ada } = exchange);
});
afterAll(() => exchange.stop());

async function created(...campaigns: readonly Campaign[]): Promise<void> {
  for (const campaign of campaigns) expect((await ann.create(campaign)).status).toBe(201);
}

const stored = async (id: string) =>
  (await (await ann.read(id)).json()) as Pick<
    StoredCampaign,
    'state' | 'campaign' | 'revision' | 'reviews'
  > & { readonly approved: Campaign | null };

const keys = (...ids: readonly string[]) => ids.map((campaign) => ({ partner: 'own', campaign }));

async function answer<T>(response: Promise<Response>): Promise<T> {
  const got = await response;
  expect(got.status).toBe(200);
  return (await got.json()) as T;
}

describe('the creatives that wait', () => {
  const waiting = () => answer<ApprovalList>(rita.call('GET', '/api/approvals'));

  test('are listed with what changed since the last approval, and a count costs no rows', async () => {
    const first = anyCampaign({ id: 'w1' });
    await created(first);
    const isMine = ({ campaign }: { readonly campaign: string }) => campaign === 'w1';
    const found = (await waiting()).rows.find(isMine);
    expect(found).toMatchObject({ kind: 'new', changes: [], changedBy: 'ann' });
    await ada.review('w1/w1-card', { state: 'approved' });
    expect((await waiting()).rows.some(isMine)).toBe(false);
    const { revision } = await stored('w1');
    const creatives = first.creatives.map((one) => ({ ...one, title: 'Another title' }));
    await ann.replace({ ...first, domain: 'new.example', creatives }, `"${revision}"`);
    const list = await waiting();
    expect(list.rows.find(isMine)).toMatchObject({
      kind: 'changed',
      changes: [
        { field: 'domain', from: 'w1.example', to: 'new.example' },
        { field: 'title', to: 'Another title' },
      ],
    });
    const counted = await answer<ApprovalList>(rita.call('GET', '/api/approvals?rows=0'));
    expect(counted).toMatchObject({ rows: [], total: list.total });
  });

  test('an approval that is taken back waits again, and nothing of it serves', async () => {
    expect((await stored('w1')).approved?.domain).toBe('w1.example');
    await ada.review('w1/w1-card', { state: 'approved' });
    expect((await stored('w1')).approved?.domain).toBe('new.example');
    await ada.review('w1/w1-card', { state: 'waiting' });
    expect(await stored('w1')).toMatchObject({ approved: null, reviews: [{ state: 'waiting' }] });
  });
});

describe('files', () => {
  const exported = async (format: string, ...ids: readonly string[]) => {
    const path = `/api/campaigns/export?format=${format}`;
    return (await rita.call('POST', path, { campaigns: keys(...ids) })).text();
  };
  const at = (what: string, format: string) =>
    `/api/campaigns/${what}?partner=own&format=${format}`;
  const previewed = (text: string, format: string) =>
    answer<ImportAnswer>(ann.call('POST', at('import/preview', format), { text }));

  test('that were exported change nothing when they are imported', async () => {
    await created(
      anyCampaign({ id: 'f1', cpm: 4, targeting: { include: { keywords: ['=a', 'b | c'] } } }),
      anyCampaign({ id: 'f2', advertiser: '\'-Dash, "Inc"', flight: { end: '2035-01-01' } }),
    );
    for (const format of ['yaml', 'csv']) {
      const text = await exported(format, 'f1', 'f2');
      const { entries } = await previewed(text, format);
      expect(entries.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged']);
    }
  });

  test('are previewed line by line, then imported as far as nobody has changed it since', async () => {
    const text = [
      'id,advertiser,domain,cpm,creatives[0].id,creatives[0].title,creatives[0].link',
      'f1,Advertiser of f1,f1.example,6,f1-card,A title,https://shop.example/',
      'f2,,f2.example,3,f2-card,A title,https://shop.example/',
      'f3,New,new,"8,50",f3-card,A title,https://new.example/',
      'f4,New,new.example,8.5,f4-card,A title,https://new.example/',
      'f5,New,new.example,8.5,f5-card,A title,https://new.example/',
      'f4,New,new.example,8.5,f4-card,A title,https://new.example/',
    ].join('\n');
    const { entries } = await previewed(text, 'csv');
    expect(entries.map(({ line, outcome }) => `${line} ${outcome}`)).toEqual([
      '2 changed',
      '3 refused',
      '4 refused',
      '5 created',
      '6 created',
      '7 refused',
    ]);
    expect(entries[0]).toMatchObject({
      changes: expect.arrayContaining([{ field: 'cpm', from: 4, to: 6 }]),
    });
    const notANumber = { line: 4, field: 'cpm', reason: expect.stringContaining('8,50') };
    expect(entries[2]).toMatchObject({ faults: [{ line: 4, field: 'domain' }, notANumber] });
    await ada.setState('f1', 'archived');
    const seen = entries
      .filter(({ outcome, campaign }) => outcome !== 'refused' && campaign !== 'f5')
      .map(({ campaign, revision }) => (revision === null ? { campaign } : { campaign, revision }));
    const done = await answer<ImportAnswer>(ann.call('POST', at('import', 'csv'), { text, seen }));
    const outcomes = done.entries.map(({ campaign, outcome }) => `${campaign} ${outcome}`);
    const refused = ['f1 refused', 'f2 refused', 'f3 refused'];
    expect(outcomes).toEqual([...refused, 'f4 created', 'f4 refused']);
    expect(done.entries.slice(1, 3)).toEqual(entries.slice(1, 3));
    expect(await stored('f4')).toMatchObject({ state: 'draft', campaign: { cpm: 8.5 } });
    expect((await ann.read('f5')).status).toBe(404);
  });

  test('that cannot be read, or are too long, are refused with the line', async () => {
    const refused = async (text: string, format: string) => {
      const response = await ann.call('POST', at('import/preview', format), { text });
      return ((await response.json()) as ErrorBody).error.details.reason;
    };
    expect(await refused('id,price\na,1', 'csv')).toContain('line 1: expected columns of id');
    expect(await refused('campaigns: [', 'yaml')).toContain('line 1');
    expect(await refused('a: 1\nb: 2\n', 'yaml')).toMatch(/^line 1: "a" .*; line 2: "b" /);
    const long = `id\n${Array.from({ length: 2001 }, (_, n) => `c${n}`).join('\n')}`;
    expect(await refused(long, 'csv')).toContain('line 2002: expected at most 2000');
    const keys = Array.from({ length: 40_000 }, (_, n) => `k${n}: v`).join('\n');
    expect(await refused(keys, 'yaml')).toMatch(/^line 1: "k0" .*and 39900 more$/);
  });
});
