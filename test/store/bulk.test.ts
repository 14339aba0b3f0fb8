import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Campaign } from '../../src/demand/campaigns/campaign-schema.ts';
import type { ApprovalList } from '../../src/parts/campaigns/page/approvals/api.ts';
import type {
  BulkAnswer,
  BulkResult,
  ImportAnswer,
  Selection,
} from '../../src/parts/campaigns/page/bulk-api.ts';
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

const preview = (action: object, ...ids: readonly string[]) =>
  answer<BulkAnswer>(
    rita.call('POST', '/api/campaigns/bulk/preview', { action, campaigns: keys(...ids) }),
  );

const seenOf = (results: readonly BulkResult[]) =>
  results.map(({ partner, campaign, revision }) => ({ partner, campaign, revision }));

/** In the revisions that a preview shows. */
async function change(caller: typeof ann, action: object, ...ids: readonly string[]) {
  const { results } = await preview(action, ...ids);
  const body = { action, campaigns: seenOf(results) };
  return (await answer<BulkAnswer>(caller.call('POST', '/api/campaigns/bulk', body))).results;
}

const outcomes = (results: readonly BulkResult[]) => results.map(({ outcome }) => outcome);

describe('one action on many campaigns', () => {
  test('changes each for itself, says why not in a sentence, and is taken back as it was', async () => {
    await created(...['s1', 's2', 's3', 's4'].map((id) => anyCampaign({ id })));
    await change(ann, { kind: 'state', state: 'active' }, 's1', 's2');
    await change(ann, { kind: 'state', state: 'archived' }, 's3');
    const results = await change(ann, PAUSE, 's1', 's2', 's3', 's4', 'nobody');
    expect(results.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['changed', ''],
      ['changed', ''],
      ['unchanged', 'it is archived'],
      ['unchanged', 'it is a draft'],
      ['refused', 'the store does not have it'],
    ]);
    expect((await stored('s1')).state).toBe('paused');
    const changed = results.filter(({ outcome }) => outcome === 'changed');
    const undo = { action: { kind: 'undo' }, campaigns: seenOf(changed) };
    const back = await answer<BulkAnswer>(ann.call('POST', '/api/campaigns/bulk', undo));
    expect(outcomes(back.results)).toEqual(['changed', 'changed']);
    expect((await stored('s1')).state).toBe('active');
  });

  test('is previewed without a change, with the fields of each', async () => {
    await created(anyCampaign({ id: 'p1', cpm: 5 }));
    const before = await stored('p1');
    const { results } = await preview({ kind: 'bid-percent', percent: 10 }, 'p1');
    expect(results[0]).toMatchObject({
      outcome: 'changed',
      revision: before.revision,
      changes: [{ field: 'cpm', from: 5, to: 5.5 }],
    });
    expect(await stored('p1')).toEqual(before);
  });

  test('leaves alone what somebody else has changed since the preview', async () => {
    await created(anyCampaign({ id: 'c1' }), anyCampaign({ id: 'c2' }));
    const { results } = await preview({ kind: 'state', state: 'active' }, 'c1', 'c2');
    await ada.setState('c2', 'active');
    const body = { action: { kind: 'state', state: 'archived' }, campaigns: seenOf(results) };
    const done = await answer<BulkAnswer>(ann.call('POST', '/api/campaigns/bulk', body));
    expect(done.results).toMatchObject([
      { outcome: 'changed' },
      { outcome: 'refused', reason: expect.stringContaining('ada has changed it meanwhile') },
    ]);
  });

  test('that is sent again with its key changes nothing a second time', async () => {
    await created(anyCampaign({ id: 'k1', cpm: 2 }));
    const action = { kind: 'bid-percent', percent: 50 };
    const { results } = await preview(action, 'k1');
    const body = { action, campaigns: seenOf(results) };
    const send = (sent: object) =>
      ann.call('POST', '/api/campaigns/bulk', sent, { 'Idempotency-Key': 'bulk-1' });
    const first = await answer<BulkAnswer>(send(body));
    expect(await answer<BulkAnswer>(send(body))).toEqual(first);
    expect((await stored('k1')).campaign.cpm).toBe(3);
    expect((await send({ ...body, action: PAUSE })).status).toBe(422);
  });

  test('is refused as a whole without revisions, with too many campaigns, and for a role that may not', async () => {
    const call = (caller: typeof ann, body: object) =>
      caller.call('POST', '/api/campaigns/bulk', body);
    const blind = await call(ann, { action: PAUSE, campaigns: keys('s1') });
    expect(((await blind.json()) as ErrorBody).error.details.reason).toContain('revision');
    const one = { partner: 'own', campaign: 's1', revision: 1 };
    const many = { action: PAUSE, campaigns: Array.from({ length: 501 }, () => one) };
    expect((await call(ann, many)).status).toBe(400);
    expect((await call(ann, { action: { kind: 'sell' }, campaigns: [one] })).status).toBe(400);
    expect((await call(rita, { action: PAUSE, campaigns: [one] })).status).toBe(403);
    const approve = { action: { kind: 'approve' }, campaigns: [one] };
    expect((await call(ann, approve)).status).toBe(403);
  });
});

const PAUSE = { kind: 'state', state: 'paused' };

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

  test('an approval that is taken back leaves the version of before on the air', async () => {
    const before = await stored('w1');
    expect(before.approved?.domain).toBe('w1.example');
    const [approved] = await change(ada, { kind: 'approve' }, 'w1');
    expect((await stored('w1')).approved?.domain).toBe('new.example');
    const undo = { action: { kind: 'undo' }, campaigns: seenOf(approved ? [approved] : []) };
    const refused = await answer<BulkAnswer>(ann.call('POST', '/api/campaigns/bulk', undo));
    expect(refused.results[0]?.reason).toContain('role admin');
    await answer(ada.call('POST', '/api/campaigns/bulk', undo));
    const after = await stored('w1');
    expect([after.approved, after.reviews]).toEqual([before.approved, before.reviews]);
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

test('a selection has all campaigns of the store that match, without those of files', async () => {
  const path = '/api/campaigns/selection?find=advertiser%20of%20s&state=draft';
  const { campaigns, total } = await answer<Selection>(rita.call('GET', path));
  expect(campaigns).toEqual(keys('s4'));
  expect(total).toBe(1);
});
