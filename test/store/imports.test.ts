import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Campaign } from '../../src/demand/campaigns/campaign-schema.ts';
import type { ImportAnswer } from '../../src/host/import-ops.ts';
import type { ApprovalList } from '../../src/parts/campaigns/approvals.ts';
import type { CampaignDocument } from '../../src/parts/campaigns/operations.ts';
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

const stored = async (id: string) => (await (await ann.read(id)).json()) as CampaignDocument;

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
    const counted = await answer<Record<string, number>>(rita.call('GET', '/api/waiting'));
    expect(counted.campaigns).toBe(list.total);
  });

  test('an approval that is taken back waits again, and nothing of it serves', async () => {
    expect((await stored('w1')).approved?.domain).toBe('w1.example');
    await ada.review('w1/w1-card', { state: 'approved' });
    expect((await stored('w1')).approved?.domain).toBe('new.example');
    await ada.review('w1/w1-card', { state: 'waiting' });
    expect(await stored('w1')).toMatchObject({
      approved: null,
      reviews: { 'w1-card': { state: 'waiting' } },
    });
  });
});

describe('files', () => {
  const AT = '/api/import/campaigns:own';
  const exported = async (query: string) =>
    (await rita.call('GET', `/api/export/campaigns:own?${query}`)).text();
  const previewed = (text: string, format: string) =>
    answer<ImportAnswer>(ann.call('POST', `${AT}?preview=true&format=${format}`, text));

  test('that were exported change nothing when they are imported', async () => {
    await created(
      anyCampaign({ id: 'f1', cpm: 4, targeting: { include: { keywords: ['=a', 'b | c'] } } }),
      anyCampaign({ id: 'f2', advertiser: '\'-Dash, "Inc"', flight: { end: '2035-01-01' } }),
    );
    for (const format of ['yaml', 'json', 'csv']) {
      const text = await exported(`format=${format}&find=f&state=draft`);
      const { entries } = await previewed(text, format);
      expect(entries.map(({ id, outcome }) => [id, outcome])).toEqual([
        ['f1', 'same'],
        ['f2', 'same'],
        ['w1', 'same'],
      ]);
    }
    expect(await exported('find=b | c')).not.toContain('f2');
    expect(await exported('find=nothing&format=json')).toBe('{\n  "campaigns": []\n}');
  });

  test('are previewed line by line, then imported as they were previewed, or not at all', async () => {
    const text = [
      'id,advertiser,domain,cpm,creatives[0].id,creatives[0].title,creatives[0].link',
      'f1,Advertiser of f1,f1.example,6,f1-card,A title,https://shop.example/',
      'f2,,f2.example,3,f2-card,A title,https://shop.example/',
      'f3,New,new,"8,50",f3-card,A title,https://new.example/',
      'f4,New,new.example,8.5,f4-card,A title,https://new.example/',
      'f4,New,new.example,8.5,f4-card,A title,https://new.example/',
    ].join('\n');
    const { entries, seen } = await previewed(text, 'csv');
    expect(entries.map(({ line, outcome }) => `${line} ${outcome}`)).toEqual([
      '2 changed',
      '3 refused',
      '4 refused',
      '5 new',
      '6 refused',
    ]);
    expect(entries[0]).toMatchObject({
      changes: expect.arrayContaining([{ field: 'cpm', from: 4, to: 6 }]),
    });
    const notANumber = { line: 4, field: 'cpm', reason: expect.stringContaining('8,50') };
    expect(entries[2]).toMatchObject({ faults: [{ line: 4, field: 'domain' }, notANumber] });
    const blind = await ann.call('POST', `${AT}?format=csv`, text);
    expect(blind.status).toBe(422);
    expect(((await blind.json()) as ErrorBody).error.details.faults?.[0]?.field).toBe(
      'line 3, advertiser',
    );
    expect((await ann.read('f4')).status).toBe(404);
    const wanted = `${AT}?format=csv&seen=${seen}`;
    await ada.setState('f1', 'active');
    expect((await ann.call('POST', wanted, text)).status).toBe(412);
    expect((await ann.call('POST', wanted, `${text}\n`)).status).toBe(412);
    expect((await ann.read('f4')).status).toBe(404);
    const again = `${AT}?format=csv&seen=${(await previewed(text, 'csv')).seen}`;
    const done = await answer<ImportAnswer>(ann.call('POST', again, text));
    expect(done.entries).toEqual(entries);
    expect(await stored('f4')).toMatchObject({ state: 'draft', definition: { cpm: 8.5 } });
    expect(await stored('f1')).toMatchObject({ state: 'active', definition: { cpm: 6 } });
    await ada.setState('f1', 'archived');
    const archived = await previewed('id,cpm\nf1,9\n', 'csv');
    expect(archived.entries[0]?.faults[0]?.reason).toContain('bring it back first');
  });

  test('that cannot be read, or are too long, are refused with the line', async () => {
    const refused = async (text: string, format: string) => {
      const response = await ann.call('POST', `${AT}?format=${format}`, text);
      const { faults = [], reason } = ((await response.json()) as ErrorBody).error.details;
      return [response.status, ...faults.map((one) => `${one.field}: ${one.reason}`), reason];
    };
    const [, price] = await refused('id,price\na,1', 'csv');
    expect(price).toBe(
      'line 1: expected columns by the paths of fields, each once, but got "price"',
    );
    expect(await refused('id,constructor\na,1', 'csv')).toContain(
      'line 1: expected columns by the paths of fields, each once, but got "constructor"',
    );
    expect((await refused('id,creatives[50].id\na,b', 'csv'))[1]).toStartWith('line 1: expected');
    expect((await refused('campaigns: [', 'yaml'))[1]).toStartWith('line 1: ');
    const [, key] = await refused('campaigns: []\nb: 2\n', 'yaml');
    expect(key).toBe(
      'line 2: expected a list, or one under the key campaigns, but got the key "b"',
    );
    const long = `id\n${Array.from({ length: 2001 }, (_, n) => `c${n}`).join('\n')}`;
    expect((await refused(long, 'csv'))[1]).toContain('line 2002: expected at most 2000');
    const many = Array.from({ length: 40_001 }, () => 'k: v').join('\n');
    const told = await refused(many, 'yaml');
    expect([told[0], told.length]).toEqual([422, 102]);
    expect((await refused('x'.repeat(1024 * 1024 + 1), 'yaml'))[0]).toBe(413);
  });

  test('are of the stores, and for those who may change them', async () => {
    expect(await answer<unknown>(rita.call('GET', '/api/import'))).toEqual(
      ['campaigns:own', 'publishers', 'partners', 'advertisers', 'buyers', 'products'].map(
        (name) => ({ name, mayImport: false }),
      ),
    );
    expect((await rita.call('POST', `${AT}?preview=true`, 'campaigns: []')).status).toBe(403);
    expect((await ann.call('POST', '/api/import/campaigns:other', '')).status).toBe(404);
    expect((await ann.call('GET', '/api/export/users')).status).toBe(404);
  });
});
