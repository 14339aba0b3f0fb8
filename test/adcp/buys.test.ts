import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { isServing } from '../../src/store/campaign-kind.ts';
import { cleanUp } from '../process.ts';
import { buysInProcess, creative, errorOf, LINE, NOW_MS, packagesOf } from './buys-fixture.ts';

type Buys = Awaited<ReturnType<typeof buysInProcess>>;

let buys: Buys;

beforeAll(async () => {
  buys = await buysInProcess();
  await buys.keep('boots');
  await buys.keep('hats');
});
afterAll(cleanUp);

const ASSIGNED = { ...LINE, creative_assignments: [{ creative_id: 'boots' }] };

/** A buy of one package that has a creative. */
async function boughtLine(more: object = {}) {
  const made = await buys.create({ packages: [{ ...ASSIGNED, ...more }] });
  return { id: made.media_buy_id, line: packagesOf(made)[0]?.package_id, made };
}

const listed = async (id: unknown, args: object = {}) => {
  const { media_buys } = await buys.list({ media_buy_ids: [id], ...args });
  return (media_buys as readonly Record<string, unknown>[])[0] ?? {};
};

describe('a package with a creative', () => {
  test('is a campaign of the store, at its price, budget, flight and targeting', async () => {
    const { line, made } = await boughtLine({
      daily_budget_cap: 20,
      targeting_overlay: { geo_countries: ['DE'] },
    });
    expect(made).toMatchObject({ status: 'pending_start', currency: 'USD', total_budget: 100 });
    const stored = buys.campaign(line);
    expect(stored).toMatchObject({ id: `house/${line}`, state: 'active', changedBy: 'acme' });
    expect(stored?.definition).toMatchObject({
      advertiser: 'Nova',
      domain: 'nova.example',
      cpm: 4,
      zone: 'UTC',
      flight: { start: '2027-03-02T00:00:00.000Z', end: '2027-03-12T00:00:00.000Z' },
      budget: { total: 100, daily: 20, pacing: 'even' },
      targeting: { include: { publishers: ['outdoors', 'cooking'], countries: ['DE'] } },
      creatives: [{ title: 'Boots for every trail', link: 'https://nova.example/boots' }],
    });
    expect(Object.values(stored?.kept.reviews ?? {})).toMatchObject([{ state: 'waiting' }]);
  });

  test('of a price per click is a campaign of that price', async () => {
    const { line } = await boughtLine({ pricing_option_id: 'cpc_auction', bid_price: 0.75 });
    expect(buys.campaign(line)?.definition).toMatchObject({ cpc: 0.75 });
    expect(buys.campaign(line)?.definition.riskMax).toBeUndefined();
    const small = { pricing_option_id: 'cpc_auction', bid_price: 0.75, budget: 7 };
    // It would owe publishers 20 USD before it has paid for a click.
    expect(buys.campaign((await boughtLine(small)).line)?.definition.riskMax).toBe(7);
    expect(buys.campaign(line)?.definition.cpm).toBeUndefined();
  });

  test('pauses, resumes and ends with its buy', async () => {
    const { id, line } = await boughtLine();
    await buys.update(id, { paused: true });
    expect(buys.campaign(line)?.state).toBe('paused');
    await buys.update(id, { paused: false });
    expect(buys.campaign(line)?.state).toBe('active');
    const gone = await buys.update(id, { canceled: true, cancellation_reason: 'too dear' });
    expect(gone).toMatchObject({ status: 'canceled', valid_actions: [] });
    expect(buys.campaign(line)?.state).toBe('archived');
    expect(await listed(id)).toMatchObject({ cancellation: { reason: 'too dear' } });
  });

  test('of a sandbox is no campaign, and needs no creative that exists', async () => {
    const packages = [{ ...LINE, creative_assignments: [{ creative_id: 'nobody-has-it' }] }];
    const made = await buys.create({ packages }, 'trial');
    expect(made).toMatchObject({ sandbox: true, status: 'pending_start' });
    expect(buys.campaign(packagesOf(made)[0]?.package_id)).toBeUndefined();
  });

  test('brings creatives along, and shows several by their weights', async () => {
    const made = await buys.create({
      packages: [
        {
          ...LINE,
          creative_assignments: [{ creative_id: 'hats', weight: 30 }],
          creatives: [creative('gloves', { weight: 70 })],
        },
      ],
    });
    const stored = buys.campaign(packagesOf(made)[0]?.package_id);
    expect(stored?.definition.rotation).toBe('weighted');
    expect(stored?.definition.creatives.map(({ weight }) => weight)).toEqual([30, 70]);
  });
});

describe('a media buy', () => {
  test('changes by package: budget, bid, end, targeting, creatives; and gets more packages', async () => {
    const { id, line } = await boughtLine({ targeting_overlay: { geo_countries: ['DE'] } });
    const changed = await buys.update(id, {
      end_time: '2027-03-20T00:00:00Z',
      packages: [
        {
          package_id: line,
          budget: 250,
          bid_price: 6,
          pacing: 'asap',
          daily_budget_cap: 50,
          targeting_overlay: {
            language: ['de'],
            keyword_targets: [{ keyword: 'boots', match_type: 'phrase' }],
          },
          creative_assignments: [{ creative_id: 'hats' }, { creative_id: 'boots' }],
        },
      ],
      new_packages: [ASSIGNED],
    });
    expect(packagesOf(changed)).toHaveLength(2);
    expect(buys.campaign(line)?.definition).toMatchObject({
      cpm: 6,
      budget: { total: 250, daily: 50, pacing: 'asap' },
      rotation: 'even',
      flight: { end: '2027-03-20T00:00:00.000Z' },
      targeting: { include: { languages: ['de'], keywords: ['boots'] } },
    });
    expect(buys.campaign(line)?.definition.targeting?.include?.countries).toBeUndefined();
    expect(buys.campaign(packagesOf(changed)[1]?.package_id)?.state).toBe('active');
  });

  test('of 3.2 changes one dimension of targeting at a time, and null clears one', async () => {
    const { id, line } = await boughtLine({
      daily_budget_cap: 20,
      targeting_overlay: { geo_countries: ['DE'], language: ['de'] },
    });
    const overlay = { geo_countries: null, device_type: ['desktop'] };
    const packages = [{ package_id: line, targeting_overlay: overlay, daily_budget_cap: null }];
    await buys.update(id, { adcp_version: '3.2', packages });
    expect(buys.campaign(line)?.definition.targeting?.include).toEqual({
      publishers: ['outdoors', 'cooking'],
      languages: ['de'],
      deviceTypes: [2],
    });
    expect(buys.campaign(line)?.definition.budget).toEqual({ total: 100, pacing: 'even' });
  });

  test('that somebody else has changed is not changed', async () => {
    const { id, made } = await boughtLine();
    await buys.update(id, { paused: true, revision: made.revision });
    const late = await buys.update(id, { paused: false, revision: made.revision });
    expect(errorOf(late)).toMatchObject({ code: 'CONFLICT', field: 'revision' });
  });

  test('changes as a whole or not at all', async () => {
    const { id, line } = await boughtLine();
    const packages = [{ package_id: line, budget: 300 }];
    const failed = await buys.update(id, { packages, new_packages: [{ ...LINE, bid_price: 1 }] });
    expect(errorOf(failed)).toMatchObject({ field: 'new_packages[0].bid_price' });
    expect(buys.campaign(line)?.definition.budget?.total).toBe(100);
    expect(await listed(id)).toMatchObject({ packages: [{ budget: 100 }] });
  });

  test('that is over takes no change, and one that is canceled is not canceled again', async () => {
    const { id, line } = await boughtLine();
    const cancelLine = { packages: [{ package_id: line, canceled: true }] };
    await buys.update(id, { new_packages: [LINE] });
    await buys.update(id, cancelLine);
    expect(errorOf(await buys.update(id, cancelLine)).code).toBe('NOT_CANCELLABLE');
    const budget = { packages: [{ package_id: line, budget: 200 }] };
    expect(errorOf(await buys.update(id, budget)).code).toBe('INVALID_STATE');
    await buys.update(id, { canceled: true });
    expect(errorOf(await buys.update(id, { canceled: true })).code).toBe('NOT_CANCELLABLE');
    expect(errorOf(await buys.update(id, { paused: true })).code).toBe('INVALID_STATE');
  });

  test('serves nothing once its account is suspended, and can be stopped and nothing else', async () => {
    const { id, line } = await boughtLine();
    await buys.decide('acme', 'suspended', 'unpaid');
    await buys.refresh();
    expect(buys.campaign(line)?.state).toBe('paused');
    const more = await buys.update(id, { packages: [{ package_id: line, budget: 500 }] });
    expect(errorOf(more).code).toBe('ACCOUNT_SUSPENDED');
    const stopped = await buys.update(id, { canceled: true });
    expect(stopped).toMatchObject({ status: 'canceled' });
    await buys.decide('acme', 'active');
  });

  test('is listed by state, a page at a time, and says why it does not deliver', async () => {
    const { id, line } = await boughtLine({ start_time: undefined });
    await buys.update(id, { paused: true });
    const { media_buys } = await buys.list({
      status_filter: ['pending_start'],
      pagination: { max_results: 1 },
    });
    expect(media_buys).toHaveLength(1);
    expect(await buys.list({ status_filter: 'active' })).toMatchObject({ media_buys: [] });
    expect(await listed(id)).toMatchObject({
      packages: [
        {
          creative_approvals: [{ creative_id: 'boots', approval_status: 'pending_review' }],
          ext: { parley: { delivery: { state: 'paused', sentence: 'the media buy is paused' } } },
        },
      ],
    });
    await buys.update(id, { paused: false });
    buys.clock.nowMs = Date.parse('2027-03-03T00:00:00Z');
    buys.standings.set(String(line), {
      state: 'failing',
      sentence: 'blocked by outdoors and 1 other: domain (0 of 9 bids sold today)',
    });
    expect(await listed(id)).toMatchObject({
      status: 'active',
      packages: [
        {
          ext: {
            parley: {
              delivery: {
                sentence: 'blocked by publishers of the product: domain (0 of 9 bids sold today)',
              },
            },
          },
        },
      ],
    });
    buys.clock.nowMs = NOW_MS;
  });

  test('serves nothing until somebody has approved its creative', async () => {
    const { line } = await boughtLine();
    const stored = buys.campaign(line);
    expect(stored && isServing(stored)).toBe(false);
  });
});
