import { afterAll, beforeEach, expect, test } from 'bun:test';
import { type DeliveryKind, writeDelivery } from '../../src/ledger/delivery/delivery.ts';
import { DAY_MS, dayOf } from '../../src/lib/day.ts';
import { cleanUp } from '../process.ts';
import { buysInProcess, LINE, NOW_MS, packagesOf } from './buys-fixture.ts';
import { newKey } from './seller-in-process.ts';

afterAll(cleanUp);

const asked = (id: unknown) => ({ media_buy_ids: [id] });

let buys: Awaited<ReturnType<typeof buysInProcess>>;
let first: Readonly<Record<string, unknown>>;
let second: Readonly<Record<string, unknown>>;
let foreign: string;

beforeEach(async () => {
  buys = await buysInProcess();
  const clicks = { ...LINE, pricing_option_id: 'cpc_auction', bid_price: 3 };
  first = await buys.create({ start_time: 'asap', packages: [LINE, clicks] });
  second = await buys.create({ start_time: 'asap' });
  ({ id: foreign } = await buys.buy({ buyer: 'other' }));
  buys.clock.nowMs = NOW_MS + DAY_MS;
  const [p1, p2] = packagesOf(first).map((one) => String(one.package_id));
  const [p3] = packagesOf(second).map((one) => String(one.package_id));
  const p4 = (await buys.readBuy(foreign))?.definition.packages[0]?.id;
  const today = dayOf(buys.clock.nowMs);
  const cell = (
    campaign: string | undefined,
    day: number,
    kind: DeliveryKind,
    count: number,
    amount = 0,
  ) => ({
    partner: 'house',
    campaign: campaign ?? '',
    day,
    kind,
    detail: 'creative',
    publisher: '',
    count,
    amount,
  });
  await writeDelivery(buys.database.query, [
    cell(p1, today - 1, 'shown', 3),
    cell(p1, today - 1, 'billed', 3, 6_000_001),
    cell(p1, today, 'shown', 10),
    cell(p1, today, 'billed', 10, 20_000_001),
    cell(p2, today, 'shown', 40),
    cell(p2, today, 'clicked', 2),
    cell(p2, today, 'billed', 2, 123_456_789),
    cell(p2, today, 'converted', 1, 2_500_000),
    cell(p3, today, 'billed', 1, 1),
    cell(p4, today, 'billed', 1, 777),
    { ...cell(p1, today, 'billed', 1, 5), partner: 'elsewhere' },
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

const report = async (args: object, buyer = 'acme') =>
  (await buys.call(buyer, 'get_media_buy_delivery', args)) as Report;

/** The billionths that a number of JSON says. */
const nanosOf = (usd: number) => BigInt(usd.toFixed(9).replace('.', ''));
const sumOf = (all: readonly Figures[]) => all.reduce((sum, { spend }) => sum + nanosOf(spend), 0n);

test('packages, days and totals are the ledger’s sums, to the billionth', async () => {
  const { aggregated_totals: totals, media_buy_deliveries: deliveries } = await report({
    include_package_daily_breakdown: true,
  });
  expect(nanosOf(totals.spend)).toBe(149_456_792n);
  expect(totals).toMatchObject({ media_buy_count: 2, impressions: 53 });
  expect(sumOf(deliveries.map((buy) => buy.totals))).toBe(149_456_792n);
  for (const buy of deliveries) {
    expect(sumOf(buy.by_package)).toBe(nanosOf(buy.totals.spend));
    expect(sumOf(buy.daily_breakdown)).toBe(nanosOf(buy.totals.spend));
    for (const one of buy.by_package) {
      expect(sumOf(one.daily_breakdown ?? [])).toBe(nanosOf(one.spend));
    }
  }
  expect(deliveries[0]?.by_package).toMatchObject([
    { impressions: 13, spend: 0.026000002, rate: 2, pricing_model: 'cpm' },
    { clicks: 2, ctr: 0.05, conversions: 1, conversion_value: 2.5, rate: 0.061728 },
  ]);
  // Nothing of it was shown yet.
  expect(deliveries[1]?.by_package).toMatchObject([{ spend: 1e-9, rate: 4 }]);
  const others = await report({}, 'other');
  expect(others.media_buy_deliveries.map(({ media_buy_id: id }) => id)).toEqual([foreign]);
});

test('a period begins with its first day and ends before its last one', async () => {
  const of = asked(first.media_buy_id);
  const yesterday = { ...of, start_date: '2027-03-01', end_date: '2027-03-02' };
  expect(await report(yesterday)).toMatchObject({
    reporting_period: { start: '2027-03-01T00:00:00.000Z', end: '2027-03-02T00:00:00.000Z' },
    aggregated_totals: { impressions: 3, spend: 0.006000001 },
  });
  const today = { ...of, start_date: '2027-03-02', end_date: '2027-03-03' };
  expect((await report(today)).aggregated_totals.impressions).toBe(50);
  expect((await report({ ...today, end_date: undefined })).aggregated_totals.impressions).toBe(50);
  expect(await report(of)).toMatchObject({
    reporting_period: { start: '2027-03-01T10:00:00.000Z', end: '2027-03-02T10:00:00.000Z' },
    media_buy_deliveries: [{ daily_breakdown: [{ date: '2027-03-01' }, { date: '2027-03-02' }] }],
  });
});

test('a day that there is not, an empty period and windows are refused', async () => {
  for (const [args, code, field] of [
    [{ start_date: '2027-02-30' }, 'INVALID_REQUEST', 'start_date'],
    [{ start_date: '2027-03-02', end_date: '2027-03-02' }, 'VALIDATION_ERROR', 'end_date'],
    [{ time_granularity: 'hourly' }, 'UNSUPPORTED_GRANULARITY', 'time_granularity'],
    [{ reporting_revision_id: 'r' }, 'UNSUPPORTED_FEATURE', 'reporting_revision_id'],
    [{ start_date: '1970-01-01' }, 'VALIDATION_ERROR', 'media_buy_ids'],
  ] as const) {
    expect(await report(args)).toMatchObject({ errors: [{ code, field }] });
  }
});

test('feedback is kept once, steers nothing, and leaves the revision of the buy', async () => {
  const revision = async () => (await buys.readBuy(String(first.media_buy_id)))?.revision;
  const before = await revision();
  const key = newKey();
  const tell = (changes: object = {}) =>
    buys.call('acme', 'provide_performance_feedback', {
      idempotency_key: key,
      media_buy_id: first.media_buy_id,
      package_id: packagesOf(first)[0]?.package_id,
      measurement_period: { start: '2027-03-01T00:00:00Z', end: '2027-03-02T00:00:00Z' },
      performance_index: 1.2,
      ...changes,
    });
  const told = await tell();
  expect(told).toMatchObject({ success: true, application_status: 'not_applied' });
  expect(await tell()).toMatchObject({ replayed: true, feedback_id: told.feedback_id });
  expect(await tell({ performance_index: 2 })).toMatchObject({
    errors: [{ code: 'IDEMPOTENCY_CONFLICT' }],
  });
  const [other] = packagesOf(second);
  expect(await tell({ idempotency_key: newKey(), package_id: other?.package_id })).toMatchObject({
    errors: [{ code: 'PACKAGE_NOT_FOUND', field: 'package_id' }],
  });
  expect(await revision()).toBe(before);
});
