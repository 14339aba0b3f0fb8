import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { cleanUp } from '../process.ts';
import { ASSETS, creative, libraryInProcess, text } from './library-fixture.ts';
import { ACCOUNT, ACME, newKey, OTHER } from './seller-in-process.ts';

afterAll(cleanUp);

type Seller = Awaited<ReturnType<typeof libraryInProcess>>;
type Row = Readonly<Record<string, unknown>>;

let seller: Seller;
beforeEach(async () => {
  seller = await libraryInProcess();
});

async function synced(args: object, token = ACME): Promise<readonly Row[]> {
  const { isError, body } = await seller.sync(token, args);
  if (isError) throw new Error(JSON.stringify(body.errors));
  return body.creatives as readonly Row[];
}

async function errorsOf(args: object, token = ACME): Promise<readonly Row[]> {
  const { isError, body } = await seller.sync(token, args);
  if (!isError) throw new Error('the call was accepted');
  return body.errors as readonly Row[];
}

async function listed(args: object = {}, token = ACME): Promise<readonly Row[]> {
  const { body } = await seller.list(token, args);
  return body.creatives as readonly Row[];
}

const idsOf = (rows: readonly Row[]) => rows.map(({ creative_id }) => creative_id);
const assigned = (id: string, line: string) => ({
  creatives: [creative(id)],
  assignments: [{ creative_id: id, package_id: line }],
});

describe('the review of a creative', () => {
  test('is that of the campaign that it was copied into', async () => {
    const line = await seller.buy('mb1');
    expect(await synced(assigned('c1', line))).toEqual([
      { creative_id: 'c1', action: 'created', status: 'pending_review', assigned_to: [line] },
    ]);
    expect(seller.campaign(line)?.campaign.creatives[0]?.title).toBe('Boots for every trail');
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

  test('begins again with a change, while the approved version goes on', async () => {
    const line = await seller.buy('mb1');
    await synced(assigned('c1', line));
    await seller.review(line, 'approved');
    const assets = { ...ASSETS, title: text('Boots for the snow') };
    expect(await synced({ creatives: [creative('c1', { assets })] })).toEqual([
      { creative_id: 'c1', action: 'updated', status: 'pending_review', changes: ['assets'] },
    ]);
    const stored = seller.campaign(line);
    expect(stored?.approved?.creatives[0]?.title).toBe('Boots for every trail');
    expect(stored?.campaign.creatives[0]?.title).toBe('Boots for the snow');
    expect(await listed()).toMatchObject([{ status: 'pending_review' }]);
    await seller.review(line, 'approved');
    expect(await listed()).toMatchObject([{ status: 'approved' }]);
  });

  test('outlives the buy that it was made for', async () => {
    const line = await seller.buy('mb1');
    await synced(assigned('c1', line));
    await seller.review(line, 'approved');
    await seller.cancel('mb1');
    expect(await listed()).toMatchObject([
      { status: 'approved', assignments: { assignment_count: 0 } },
    ]);
  });
});

describe('a sync', () => {
  test('takes all of it or nothing where it is strict, and what is right where it is lenient', async () => {
    const creatives = [creative('c1'), creative('c2', { assets: {} })];
    expect(await errorsOf({ creatives })).toMatchObject([
      { code: 'VALIDATION_ERROR', field: 'creatives[1].assets.title' },
      { field: 'creatives[1].assets.advertiser_name' },
      { field: 'creatives[1].assets.landing_page_url' },
    ]);
    expect(await listed()).toEqual([]);
    const rows = await synced({ creatives, validation_mode: 'lenient' });
    expect(rows.map(({ action }) => action)).toEqual(['created', 'failed']);
    expect(idsOf(await listed())).toEqual(['c1']);
  });

  test('says what would happen and changes nothing in a dry run', async () => {
    const line = await seller.buy('mb1');
    await synced({ creatives: [creative('c1')] });
    const args = { ...assigned('c2', line), delete_missing: true, idempotency_key: newKey() };
    const rows = await synced({ ...args, dry_run: true });
    expect(rows.map(({ creative_id, action }) => [creative_id, action])).toEqual([
      ['c2', 'created'],
      ['c1', 'deleted'],
    ]);
    expect(idsOf(await listed())).toEqual(['c1']);
    expect((await seller.readBuy('mb1'))?.definition.packages[0]?.assignments).toEqual([]);
    expect(await synced(args)).toHaveLength(2);
  });

  test('with one key is carried out once', async () => {
    const args = { creatives: [creative('c1')], idempotency_key: newKey() };
    await synced(args);
    const { body } = await seller.sync(ACME, args);
    expect(body).toMatchObject({ replayed: true, creatives: [{ action: 'created' }] });
    expect(await synced({ creatives: [creative('c1')] })).toMatchObject([{ action: 'unchanged' }]);
  });

  test('puts away what it does not have, and its packages show it no more', async () => {
    const line = await seller.buy('mb1');
    await synced(assigned('c1', line));
    await seller.review(line, 'approved');
    await synced({ creatives: [creative('c2')], delete_missing: true });
    expect(idsOf(await listed())).toEqual(['c2']);
    expect(idsOf(await listed({ filters: { statuses: ['archived'] } }))).toEqual(['c1']);
    expect(seller.campaign(line)?.state).toBe('paused');
    expect(await synced({ creatives: [creative('c1')] })).toMatchObject([
      { action: 'updated', changes: ['status'] },
    ]);
    expect(seller.campaign(line)?.state).toBe('active');
  });

  test('refuses what would not be honoured', async () => {
    const line = await seller.buy('mb1');
    const one = { creative_id: 'c1', package_id: line };
    const creatives = [creative('c1')];
    const refused = async (more: object) => (await errorsOf({ creatives, ...more }))[0]?.field;
    expect(await refused({ assignments: [{ ...one, placement_ids: ['top'] }] })).toBe(
      'assignments[0].placement_ids',
    );
    expect(await refused({ assignments: [{ ...one, weight: 0.5 }] })).toBe('assignments[0].weight');
    expect(await refused({ creative_ids: ['c1'], delete_missing: true })).toBe('delete_missing');
    expect(await refused({ creatives: [creative('c1'), creative('c1')] })).toBe(
      'creatives[1].creative_id',
    );
  });
});

describe('an assignment', () => {
  test('to a package of another buyer is refused like one to a package that is not there', async () => {
    const line = await seller.buy('mb1', { buyer: 'other' });
    const foreign = await errorsOf(assigned('c1', line));
    expect(foreign).toEqual(await errorsOf(assigned('c1', 'mb1-0')));
    expect(foreign).toMatchObject([{ code: 'PACKAGE_NOT_FOUND' }]);
    expect((await seller.readBuy('mb1'))?.definition.packages[0]?.assignments).toEqual([]);
  });

  test('of a creative of another buyer is refused like one that is not there', async () => {
    const line = await seller.buy('mb1');
    await synced({ creatives: [creative('c1')] }, OTHER);
    const assignments = (id: string) => ({ assignments: [{ creative_id: id, package_id: line }] });
    const foreign = await errorsOf(assignments('c1'));
    expect(foreign).toEqual(await errorsOf(assignments('c9')));
    expect(foreign).toMatchObject([{ code: 'CREATIVE_NOT_FOUND' }]);
    expect(await listed()).toEqual([]);
  });

  test('replaces and takes away in the order of the call', async () => {
    const line = await seller.buy('mb1');
    const revision = (await seller.readBuy('mb1'))?.revision ?? 0;
    await synced({ ...assigned('c1', line), creatives: [creative('c1'), creative('c2')] });
    await synced({
      assignment_operations: [
        { operation: 'replace', creative_id: 'c2', replaces_creative_id: 'c1', package_id: line },
        { operation: 'assign', creative_id: 'c1', package_id: line },
        { operation: 'unassign', creative_id: 'c2', package_id: line },
      ],
    });
    const buy = await seller.readBuy('mb1');
    expect(buy?.definition.packages[0]?.assignments).toEqual([{ creativeId: 'c1' }]);
    expect(buy?.revision).toBeGreaterThan(revision);
    expect(seller.campaign(line)?.campaign.creatives.map(({ id }) => id)).toEqual(['c1']);
  });

  test('of a format that the product does not show is refused', async () => {
    const line = await seller.buy('mb1', { product: 'cards' });
    const format = { agent_url: 'https://creative.adcontextprotocol.org', id: 'native_mention' };
    const creatives = [creative('c1', { format_id: format })];
    expect(await errorsOf({ ...assigned('c1', line), creatives })).toMatchObject([
      { code: 'CREATIVE_REJECTED', field: 'assignments[0].creative_id' },
    ]);
    await synced(assigned('c2', line));
    expect(seller.campaign(line)?.campaign.creatives[0]?.formats).toEqual(['native_product_card']);
  });

  test('has a weight for each creative of a package, or for none', async () => {
    const line = await seller.buy('mb1');
    await synced(assigned('c1', line));
    const weighted = { ...assigned('c2', line) };
    const assignments = [{ creative_id: 'c2', package_id: line, weight: 30 }];
    expect(await errorsOf({ ...weighted, assignments })).toMatchObject([
      { field: 'assignments[0].weight' },
    ]);
  });
});

describe('a list of creatives', () => {
  test('comes in pages that together have each creative once', async () => {
    await synced({ creatives: ['c1', 'c2', 'c3'].map((id) => creative(id)) });
    const first = await seller.list(ACME, { pagination: { max_results: 2 } });
    expect(first.body).toMatchObject({
      query_summary: { total_matching: 3, returned: 2 },
      pagination: { has_more: true, total_count: 3 },
    });
    const { cursor } = first.body.pagination as Row;
    await synced({ creatives: [creative('c4')] });
    const second = await seller.list(ACME, { pagination: { max_results: 2, cursor } });
    const ids = [first, second].flatMap(({ body }) => idsOf(body.creatives as readonly Row[]));
    expect(ids).toEqual(['c3', 'c2', 'c1']);
    expect(second.body.pagination).toEqual({ has_more: false, total_count: 4 });
    const wrong = { sort: { field: 'name' }, pagination: { cursor } };
    expect((await seller.list(ACME, wrong)).isError).toBeTrue();
  });

  test('is narrowed by what it is asked for, and refuses what it cannot tell', async () => {
    const line = await seller.buy('mb1');
    await synced({
      creatives: [creative('c1', { tags: ['snow', 'boots'] }), creative('c2', { tags: ['boots'] })],
      assignments: [{ creative_id: 'c1', package_id: line }],
    });
    const ids = async (filters: object) => idsOf(await listed({ filters }));
    expect(await ids({ assigned_to_packages: [line] })).toEqual(['c1']);
    expect(await ids({ media_buy_ids: ['mb1'] })).toEqual(['c1']);
    expect(await ids({ unassigned: true })).toEqual(['c2']);
    expect(await ids({ tags: ['boots', 'snow'] })).toEqual(['c1']);
    expect(await ids({ tags_any: ['boots', 'snow'] })).toEqual(['c2', 'c1']);
    expect(await ids({ creative_ids: ['c2'] })).toEqual(['c2']);
    expect(await ids({ statuses: ['approved'] })).toEqual([]);
    expect(await ids({ name_contains: 'CREATIVE C1' })).toEqual(['c1']);
    const { body } = await seller.list(ACME, { filters: { has_served: true } });
    expect(body.errors).toMatchObject([
      { code: 'UNSUPPORTED_FEATURE', field: 'filters.has_served' },
    ]);
  });

  test('of no account has those of all accounts of the buyer, and of nobody else', async () => {
    await synced({ creatives: [creative('c1')] });
    await synced({ creatives: [creative('c2')] }, OTHER);
    const { body } = await seller.call(ACME, 'list_creatives', {});
    expect(idsOf(body.creatives as readonly Row[])).toEqual(['c1']);
  });
});

test('a buy brings creatives of its own, which wait for review like all others', async () => {
  const { isError, body } = await seller.call(ACME, 'create_media_buy', {
    idempotency_key: newKey(),
    account: ACCOUNT,
    brand: ACCOUNT.brand,
    start_time: 'asap',
    end_time: '2026-12-18T00:00:00Z',
    packages: [
      {
        product_id: 'chats',
        pricing_option_id: 'cpm_auction',
        budget: 100,
        bid_price: 3,
        creatives: [creative('c1')],
      },
    ],
  });
  expect(isError ? body : undefined).toBeUndefined();
  const [line] = body.packages as readonly Row[];
  expect(await listed()).toMatchObject([
    {
      creative_id: 'c1',
      status: 'pending_review',
      assignments: { assigned_packages: [{ package_id: line?.package_id }] },
    },
  ]);
});

test('a change of a buy brings no creative that its product does not show', async () => {
  const line = await seller.buy('mb1', { product: 'cards' });
  const format = { agent_url: 'https://creative.adcontextprotocol.org', id: 'native_mention' };
  const { body } = await seller.call(ACME, 'update_media_buy', {
    idempotency_key: newKey(),
    account: ACCOUNT,
    media_buy_id: 'mb1',
    packages: [{ package_id: line, creatives: [creative('c1', { format_id: format })] }],
  });
  expect(body.errors).toMatchObject([{ code: 'CREATIVE_REJECTED' }]);
  expect(await listed()).toEqual([]);
});
