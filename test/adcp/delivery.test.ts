import { afterAll, beforeEach, expect, test } from 'bun:test';
import { BUY_TABLE, type BuyPackage, type MediaBuy } from '../../src/adcp/records/buy-record.ts';
import { type DeliveryKind, writeDelivery } from '../../src/ledger/delivery/delivery.ts';
import { DAY_MS, dayOf } from '../../src/lib/day.ts';
import { cleanUp } from '../process.ts';
import { ACME, newKey, OTHER, sellerInProcess, TRIAL } from './seller-in-process.ts';

afterAll(cleanUp);

const NOW_MS = Date.UTC(2027, 0, 4, 15, 30);
const TODAY = dayOf(NOW_MS);

const line = (id: string, model: 'cpm' | 'cpc'): BuyPackage => ({
  id,
  productId: 'run',
  pricingOptionId: `${model}_auction`,
  model,
  bidUsd: 3,
  budgetUsd: 100,
  pacing: 'even',
  assignments: [],
  isPaused: false,
  dayExposure: { day: '2027-01-01', usd: 0 },
  echoed: {},
});

const buyOf = (
  id: string,
  buyer: string,
  revision: number,
  packages: readonly BuyPackage[],
): MediaBuy => ({
  id,
  buyer,
  account: `acc_${buyer}`,
  state: 'open',
  revision,
  createdMs: NOW_MS - 2 * DAY_MS,
  createdRevision: revision,
  changedMs: NOW_MS,
  changedBy: buyer,
  definition: {
    brand: { domain: 'brand.example' },
    startMs: NOW_MS - DAY_MS,
    endMs: NOW_MS + 9 * DAY_MS,
    packages,
    isPaused: false,
    rejectedFor: '',
    confirmedMs: NOW_MS - 2 * DAY_MS,
    echoed: {},
  },
});

let seller: Awaited<ReturnType<typeof sellerInProcess>>;
beforeEach(async () => {
  seller = await sellerInProcess({ startMs: NOW_MS, adcp: { testController: true } });
  const { query } = seller.database;
  for (const buy of [
    buyOf('buy-1', 'acme', 5, [line('p1', 'cpm'), line('p2', 'cpc')]),
    buyOf('buy-2', 'acme', 6, [line('p3', 'cpm')]),
    buyOf('buy-3', 'other', 7, [line('p4', 'cpm')]),
    buyOf('buy-4', 'trial', 8, [line('p5', 'cpm'), line('p6', 'cpm'), line('p7', 'cpm')]),
  ]) {
    await BUY_TABLE.write(query, buy);
  }
  const cell = (campaign: string, day: number, kind: DeliveryKind, count: number, amount = 0) => ({
    partner: 'house',
    campaign,
    day,
    kind,
    detail: 'creative',
    publisher: '',
    count,
    amount,
  });
  await writeDelivery(query, [
    cell('p1', TODAY - 1, 'shown', 3),
    cell('p1', TODAY - 1, 'billed', 3, 6_000_001),
    cell('p1', TODAY, 'shown', 10),
    cell('p1', TODAY, 'billed', 10, 20_000_001),
    cell('p2', TODAY, 'shown', 40),
    cell('p2', TODAY, 'clicked', 2),
    cell('p2', TODAY, 'billed', 2, 123_456_789),
    cell('p2', TODAY, 'converted', 1, 2_500_000),
    cell('p3', TODAY, 'billed', 1, 1),
    cell('p4', TODAY, 'billed', 1, 777),
    { ...cell('p1', TODAY, 'billed', 1, 5), partner: 'elsewhere' },
  ]);
});

type Figures = { readonly spend: number; readonly impressions: number };
type Report = {
  readonly aggregated_totals: Figures & { readonly media_buy_count: number };
  readonly reporting_period: { readonly start: string; readonly end: string };
  readonly media_buy_deliveries: readonly {
    readonly media_buy_id: string;
    readonly totals: Figures;
    readonly by_package: readonly (Figures & {
      readonly package_id: string;
      readonly rate: number;
      readonly daily_breakdown?: readonly (Figures & { readonly date: string })[];
    })[];
    readonly daily_breakdown: readonly (Figures & { readonly date: string })[];
  }[];
};

async function report(args: object, token = ACME): Promise<Report> {
  const { body } = await seller.call(token, 'get_media_buy_delivery', args);
  return body as Report;
}

/** The billionths that a number of JSON says. */
const nanosOf = (usd: number) => BigInt(usd.toFixed(9).replace('.', ''));
const sumOf = (all: readonly Figures[]) => all.reduce((sum, { spend }) => sum + nanosOf(spend), 0n);

test('packages, days and totals are the ledger’s sums, to the billionth', async () => {
  const { aggregated_totals: totals, media_buy_deliveries: buys } = await report({
    include_package_daily_breakdown: true,
  });
  expect(nanosOf(totals.spend)).toBe(149_456_792n);
  expect(totals).toMatchObject({ media_buy_count: 2, impressions: 53 });
  expect(sumOf(buys.map((buy) => buy.totals))).toBe(149_456_792n);
  for (const buy of buys) {
    expect(sumOf(buy.by_package)).toBe(nanosOf(buy.totals.spend));
    expect(sumOf(buy.daily_breakdown)).toBe(nanosOf(buy.totals.spend));
    for (const one of buy.by_package) {
      expect(sumOf(one.daily_breakdown ?? [])).toBe(nanosOf(one.spend));
    }
  }
  expect(buys[0]?.by_package).toMatchObject([
    { package_id: 'p1', impressions: 13, spend: 0.026000002, rate: 2, pricing_model: 'cpm' },
    {
      package_id: 'p2',
      clicks: 2,
      ctr: 0.05,
      conversions: 1,
      conversion_value: 2.5,
      rate: 0.061728,
    },
  ]);
  // Nothing of it was shown yet.
  expect(buys[1]?.by_package).toMatchObject([{ package_id: 'p3', spend: 1e-9, rate: 3 }]);
});

test('a period begins with its first day and ends before its last one', async () => {
  const yesterday = { media_buy_ids: ['buy-1'], start_date: '2027-01-03', end_date: '2027-01-04' };
  expect(await report(yesterday)).toMatchObject({
    reporting_period: { start: '2027-01-03T00:00:00.000Z', end: '2027-01-04T00:00:00.000Z' },
    aggregated_totals: { impressions: 3, spend: 0.006000001 },
  });
  const today = { ...yesterday, start_date: '2027-01-04', end_date: '2027-01-05' };
  expect((await report(today)).aggregated_totals.impressions).toBe(50);
  expect((await report({ ...today, end_date: undefined })).aggregated_totals.impressions).toBe(50);
  expect(await report({ media_buy_ids: ['buy-1'] })).toMatchObject({
    reporting_period: { start: '2027-01-02T15:30:00.000Z', end: '2027-01-04T15:30:00.000Z' },
    media_buy_deliveries: [{ daily_breakdown: [{ date: '2027-01-03' }, { date: '2027-01-04' }] }],
  });
});

test('a day that there is not, an empty period and windows are refused', async () => {
  for (const [args, code, field] of [
    [{ start_date: '2027-02-30' }, 'INVALID_REQUEST', 'start_date'],
    [{ start_date: '2027-01-04', end_date: '2027-01-04' }, 'VALIDATION_ERROR', 'end_date'],
    [{ time_granularity: 'hourly' }, 'UNSUPPORTED_GRANULARITY', 'time_granularity'],
    [{ reporting_revision_id: 'r' }, 'UNSUPPORTED_FEATURE', 'reporting_revision_id'],
    [{ start_date: '1970-01-01' }, 'VALIDATION_ERROR', 'media_buy_ids'],
  ] as const) {
    expect(await report(args)).toMatchObject({ errors: [{ code, field }] });
  }
});

test('buys of others and buys that there are not get the same bytes', async () => {
  const of = async (args: object, token = ACME) =>
    JSON.stringify(await seller.call(token, 'get_media_buy_delivery', args));
  const unknown = await of({ media_buy_ids: ['buy-1', 'nowhere'] });
  expect(unknown).toContain('MEDIA_BUY_NOT_FOUND');
  expect(await of({ media_buy_ids: ['buy-1', 'buy-3'] })).toBe(unknown);
  expect(await of({ media_buy_ids: ['buy-3', 'buy-1'] }, OTHER)).toBe(unknown);
  const all = await report({}, OTHER);
  expect(all.media_buy_deliveries.map(({ media_buy_id: id }) => id)).toEqual(['buy-3']);
});

test('a status chooses buys', async () => {
  const ids = async (status_filter: unknown) =>
    (await report({ status_filter })).media_buy_deliveries.map(({ media_buy_id: id }) => id);
  expect(await ids('pending_creatives')).toEqual(['buy-1', 'buy-2']);
  expect(await ids(['active', 'paused'])).toEqual([]);
});

test('a buy of the sandbox has what the test controller made up, and nothing before', async () => {
  const asked = { media_buy_ids: ['buy-4'] };
  expect((await report(asked, TRIAL)).aggregated_totals).toMatchObject({
    impressions: 0,
    spend: 0,
  });
  const params = {
    media_buy_id: 'buy-4',
    impressions: 5000,
    clicks: 100,
    reported_spend: { amount: 250.01, currency: 'USD' },
  };
  const made = await seller.call(TRIAL, 'comply_test_controller', {
    scenario: 'simulate_delivery',
    params,
  });
  if (!made.isError) {
    const { aggregated_totals: totals, media_buy_deliveries: buys } = await report(asked, TRIAL);
    expect(totals).toMatchObject({ impressions: 5000, clicks: 100, spend: 250.01 });
    expect(sumOf(buys[0]?.by_package ?? [])).toBe(250_010_000_000n);
    expect(buys[0]?.by_package.reduce((sum, one) => sum + one.impressions, 0)).toBe(5000);
  } else throw new Error(JSON.stringify(made.body));
});

const FEEDBACK = {
  media_buy_id: 'buy-1',
  package_id: 'p1',
  measurement_period: { start: '2027-01-01T00:00:00Z', end: '2027-01-03T00:00:00Z' },
  performance_index: 1.2,
  metric_type: 'conversion_rate',
};

test('feedback is kept once, steers nothing, and leaves the revision of the buy', async () => {
  const { query } = seller.database;
  const idempotency_key = newKey();
  const tell = (changes: object = {}, token = ACME) =>
    seller.call(token, 'provide_performance_feedback', {
      idempotency_key,
      ...FEEDBACK,
      ...changes,
    });
  const first = await tell();
  expect(first.body).toMatchObject({ success: true, application_status: 'not_applied' });
  const again = await tell();
  expect(again.body).toMatchObject({ replayed: true, feedback_id: first.body.feedback_id });
  const rows = await query(
    "select buyer, account, definition from buyer_records where kind = 'performance-feedback'",
  );
  expect(rows).toHaveLength(1);
  expect(JSON.parse(String(rows[0]?.definition))).toMatchObject({
    mediaBuyId: 'buy-1',
    index: 1.2,
  });
  expect((await BUY_TABLE.read(query, 'media-buy:buy-1'))?.revision).toBe(5);
  expect((await tell({ performance_index: 2 })).body).toMatchObject({
    errors: [{ code: 'IDEMPOTENCY_CONFLICT' }],
  });
  const key = { idempotency_key: newKey() };
  const unknown = await tell({ ...key, media_buy_id: 'nowhere' });
  expect(unknown.body).toMatchObject({ errors: [{ code: 'MEDIA_BUY_NOT_FOUND' }] });
  expect(await tell({ ...key, media_buy_id: 'buy-3' })).toEqual(unknown);
  expect((await tell({ ...key, package_id: 'p3' })).body).toMatchObject({
    errors: [{ code: 'PACKAGE_NOT_FOUND', field: 'package_id' }],
  });
});
