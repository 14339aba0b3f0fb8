import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { approvedOf } from '../../src/store/campaign-kind.ts';
import { cleanUp } from '../process.ts';
import { ASSETS, BUY, buysInProcess, creative, LINE, packagesOf, text } from './buys-fixture.ts';
import { newKey } from './seller-in-process.ts';

afterAll(cleanUp);

type Row = Readonly<Record<string, unknown>>;

let seller: Awaited<ReturnType<typeof buysInProcess>>;
beforeEach(async () => {
  seller = await buysInProcess();
});

const sync = (args: object, buyer = 'acme') => seller.change(buyer, 'sync_creatives', args);

async function synced(args: object, buyer?: string): Promise<readonly Row[]> {
  const body = await sync(args, buyer);
  if (body.errors !== undefined) throw new Error(JSON.stringify(body.errors));
  return body.creatives as readonly Row[];
}

async function errorsOf(args: object, buyer?: string): Promise<readonly Row[]> {
  const { errors } = await sync(args, buyer);
  if (errors === undefined) throw new Error('the call was accepted');
  return errors as readonly Row[];
}

const list = (args: object = {}) => seller.call('acme', 'list_creatives', args);

async function listed(args: object = {}): Promise<readonly Row[]> {
  return (await list(args)).creatives as readonly Row[];
}

const idsOf = (rows: readonly Row[]) => rows.map(({ creative_id }) => creative_id);
const assigned = (id: string, line: string) => ({
  creatives: [creative(id)],
  assignments: [{ creative_id: id, package_id: line }],
});

describe('the review of a creative', () => {
  test('is that of the campaign that it was copied into', async () => {
    const { line } = await seller.buy();
    expect(await synced(assigned('c1', line))).toEqual([
      { creative_id: 'c1', action: 'created', status: 'pending_review', assigned_to: [line] },
    ]);
    await seller.review(line, 'approved');
    expect(await listed()).toMatchObject([{ creative_id: 'c1', status: 'approved' }]);
    await seller.review(line, 'rejected', 'The picture shows another product.');
    expect(await listed()).toMatchObject([
      {
        status: 'rejected',
        rejection_reason: 'The picture shows another product.',
        assignments: { assignment_count: 1, assigned_packages: [{ approval_status: 'rejected' }] },
      },
    ]);
  });

  test('begins again with a change, while the approved version goes on, and outlives its buy', async () => {
    const { id, line } = await seller.buy();
    await synced(assigned('c1', line));
    await seller.review(line, 'approved');
    const assets = { ...ASSETS, title: text('Boots for the snow') };
    expect(await synced({ creatives: [creative('c1', { assets })] })).toEqual([
      { creative_id: 'c1', action: 'updated', status: 'pending_review' },
    ]);
    const stored = seller.campaign(line);
    expect(stored && approvedOf(stored)?.creatives[0]?.title).toBe('Boots for every trail');
    expect(stored?.definition.creatives[0]?.title).toBe('Boots for the snow');
    await seller.review(line, 'approved');
    await seller.update(id, { canceled: true });
    expect(await listed()).toMatchObject([
      { status: 'approved', assignments: { assignment_count: 0 } },
    ]);
  });
});

describe('a sync', () => {
  test('takes all of it or nothing, and says what is wrong with each', async () => {
    const wrong = creative('c3', { format_id: undefined });
    const creatives = [creative('c1'), creative('c2', { assets: {} }), wrong];
    expect(await errorsOf({ creatives })).toMatchObject([
      { code: 'VALIDATION_ERROR', field: 'creatives[1].assets.title' },
      { field: 'creatives[1].assets.advertiser_name' },
      { field: 'creatives[1].assets.landing_page_url' },
      { field: 'creatives[2]' },
    ]);
    expect(await listed()).toEqual([]);
  });

  test('says what would happen and changes nothing in a dry run, which leaves its key free', async () => {
    const { id, line } = await seller.buy();
    await synced({ creatives: [creative('c1')] });
    const put = creative('c1', { status: 'archived' });
    const args = {
      creatives: [creative('c2'), put],
      assignments: [{ creative_id: 'c2', package_id: line }],
      idempotency_key: newKey(),
    };
    const rows = await synced({ ...args, dry_run: true });
    expect(rows.map(({ creative_id, action }) => [creative_id, action])).toEqual([
      ['c2', 'created'],
      ['c1', 'updated'],
    ]);
    expect(idsOf(await listed())).toEqual(['c1']);
    expect((await seller.readBuy(id))?.definition.packages[0]?.assignments).toEqual([]);
    expect(await synced(args)).toHaveLength(2);
  });

  test('puts a creative away, and its packages show it no more', async () => {
    const { line } = await seller.buy();
    await synced(assigned('c1', line));
    await seller.review(line, 'approved');
    await synced({ creatives: [creative('c2'), creative('c1', { status: 'archived' })] });
    expect(idsOf(await listed())).toEqual(['c2']);
    expect(idsOf(await listed({ filters: { statuses: ['archived'] } }))).toEqual(['c1']);
    expect(seller.campaign(line)?.state).toBe('paused');
    expect(await synced({ creatives: [creative('c1')] })).toMatchObject([{ action: 'updated' }]);
    expect(seller.campaign(line)?.state).toBe('active');
    expect(await synced({ creatives: [creative('c1')] })).toMatchObject([{ action: 'unchanged' }]);
  });
});

describe('what would not be honoured is refused', () => {
  const CANONICAL = 'https://creative.adcontextprotocol.org';
  const MENTION = creative('c1', { format_id: { agent_url: CANONICAL, id: 'native_mention' } });
  const DISPLAY = creative('c1', { format_id: { agent_url: 'https://a.example', id: 'display' } });
  const of = (line: string, more: object) => ({
    assignments: [{ creative_id: 'c1', package_id: line, ...more }],
  });
  const CASES: readonly (readonly [string, string, (line: string) => object])[] = [
    ['assignments[0].placement_ids', 'chats', (line) => of(line, { placement_ids: ['top'] })],
    ['assignments[0].weight', 'chats', (line) => of(line, { weight: 0.5 })],
    ['creative_ids', 'chats', () => ({ creative_ids: ['c1'] })],
    ['delete_missing', 'chats', () => ({ delete_missing: true })],
    [
      'assignment_operations',
      'chats',
      (line) => ({ assignment_operations: [{ operation: 'unassign', package_id: line }] }),
    ],
    ['validation_mode', 'chats', () => ({ validation_mode: 'lenient' })],
    ['creatives[1].creative_id', 'chats', () => ({ creatives: [creative('c1'), creative('c1')] })],
    ['creatives[0].format_id', 'chats', () => ({ creatives: [DISPLAY] })],
    [
      'assignments[0].creative_id',
      'cards',
      (line) => ({ ...assigned('c1', line), creatives: [MENTION] }),
    ],
  ];
  test.each(CASES)('%s, of product %s', async (field, product, argsOf) => {
    const { line } = await seller.buy({ product });
    expect((await errorsOf({ creatives: [creative('c1')], ...argsOf(line) }))[0]?.field).toBe(
      field,
    );
    expect(await listed()).toEqual([]);
  });

  test('a weight beside a creative that has none', async () => {
    const { line } = await seller.buy();
    await synced(assigned('c1', line));
    const assignments = [{ creative_id: 'c2', package_id: line, weight: 30 }];
    expect(await errorsOf({ creatives: [creative('c2')], assignments })).toMatchObject([
      { field: 'assignments[0].weight' },
    ]);
  });

  test('a creative of a change of a buy whose product does not show it', async () => {
    const { id, line } = await seller.buy({ product: 'cards' });
    const packages = [{ package_id: line, creatives: [MENTION] }];
    expect(await seller.update(id, { packages })).toMatchObject({
      errors: [{ code: 'CREATIVE_REJECTED' }],
    });
    expect(await listed()).toEqual([]);
  });
});

test('creatives are assigned beside others, and replaced and taken away as a whole list', async () => {
  const { id, line } = await seller.buy();
  const revision = (await seller.readBuy(id))?.revision ?? 0;
  await synced({ ...assigned('c1', line), creatives: [creative('c1'), creative('c2')] });
  await synced({ assignments: [{ creative_id: 'c2', package_id: line }] });
  const shown = async () => (await seller.readBuy(id))?.definition.packages[0]?.assignments;
  expect(await shown()).toEqual([{ creativeId: 'c1' }, { creativeId: 'c2' }]);
  const creative_assignments = [{ creative_id: 'c1' }];
  await seller.update(id, { packages: [{ package_id: line, creative_assignments }] });
  const buy = await seller.readBuy(id);
  expect(await shown()).toEqual([{ creativeId: 'c1' }]);
  expect(buy?.revision).toBeGreaterThan(revision);
  expect(seller.campaign(line)?.definition.creatives.map((one) => one.id)).toEqual(['c1']);
});

describe('a list of creatives', () => {
  test('comes in pages that together have each creative once', async () => {
    await synced({ creatives: ['c1', 'c2', 'c3'].map((id) => creative(id)) });
    const first = await list({ pagination: { max_results: 2 } });
    expect(first).toMatchObject({
      query_summary: { total_matching: 3, returned: 2 },
      pagination: { has_more: true, total_count: 3 },
    });
    const { cursor } = first.pagination as Row;
    await synced({ creatives: [creative('c4')] });
    const second = await list({ pagination: { max_results: 2, cursor } });
    const ids = [first, second].flatMap((body) => idsOf(body.creatives as readonly Row[]));
    expect(ids).toEqual(['c3', 'c2', 'c1']);
    expect(second.pagination).toEqual({ has_more: false, total_count: 4 });
    const elsewhere = { pagination: { cursor } };
    expect(await seller.call('acme', 'list_accounts', elsewhere)).toHaveProperty('errors');
    expect(await list({ sort: { field: 'name' } })).toMatchObject({ errors: [{ field: 'sort' }] });
  });

  test('is narrowed by what it is asked for, and refuses what it cannot tell', async () => {
    const { id, line } = await seller.buy();
    await synced({
      creatives: [creative('c1', { tags: ['snow', 'boots'] }), creative('c2', { tags: ['boots'] })],
      assignments: [{ creative_id: 'c1', package_id: line }],
    });
    const cases: readonly (readonly [object, readonly string[]])[] = [
      [{ assigned_to_packages: [line] }, ['c1']],
      [{ media_buy_ids: [id] }, ['c1']],
      [{ unassigned: true }, ['c2']],
      [{ tags: ['boots', 'snow'] }, ['c1']],
      [{ tags_any: ['boots', 'snow'] }, ['c2', 'c1']],
      [{ creative_ids: ['c2'] }, ['c2']],
      [{ statuses: ['approved'] }, []],
      [{ name_contains: 'CREATIVE C1' }, ['c1']],
    ];
    for (const [filters, ids] of cases) expect(idsOf(await listed({ filters }))).toEqual([...ids]);
    expect(await list({ filters: { has_served: true } })).toMatchObject({
      errors: [{ code: 'UNSUPPORTED_FEATURE', field: 'filters.has_served' }],
    });
  });
});

test('a buy brings creatives of its own, which wait for review like all others', async () => {
  const packages = [{ ...LINE, creatives: [creative('c1')] }];
  const [line] = packagesOf(await seller.create({ ...BUY, packages }));
  expect(await listed()).toMatchObject([
    {
      creative_id: 'c1',
      status: 'pending_review',
      assignments: { assigned_packages: [{ package_id: line?.package_id }] },
    },
  ]);
});

describe('a sandbox', () => {
  const DISPLAY = {
    format_id: { agent_url: 'https://your-platform.example', id: 'display_300x250' },
    assets: {
      image: { asset_type: 'image', url: 'https://nova.example/a.png', width: 300, height: 250 },
    },
  };

  test('takes formats of others, approves at once, and gets no campaign', async () => {
    const { line } = await seller.buy({ buyer: 'trial' });
    const assignments = ['c1', 'c2'].map((id) => ({ creative_id: id, package_id: line }));
    const creatives = [creative('c1', DISPLAY), creative('c2')];
    expect(await synced({ creatives, assignments }, 'trial')).toMatchObject([
      { creative_id: 'c1', status: 'approved', assigned_to: [line] },
      { creative_id: 'c2', status: 'approved', assigned_to: [line] },
    ]);
    expect(seller.campaign(line)).toBeUndefined();
  });

  test('keeps what would be refused of any other account, with why as a warning', async () => {
    const wrong = { creatives: [creative('c1', { assets: {} })] };
    expect(await synced(wrong, 'trial')).toMatchObject([
      {
        action: 'created',
        status: 'approved',
        warnings: [expect.stringContaining('assets.title')],
      },
    ]);
  });
});
