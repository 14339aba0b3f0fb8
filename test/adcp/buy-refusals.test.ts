import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { cleanUp } from '../process.ts';
import { buysInProcess, creative, errorOf, LINE, packagesOf } from './buys-fixture.ts';

type Buys = Awaited<ReturnType<typeof buysInProcess>>;

let buys: Buys;

beforeAll(async () => {
  buys = await buysInProcess();
  await buys.keep('boots');
});
afterAll(cleanUp);

const packages = (more: object) => ({ packages: [{ ...LINE, ...more }] });
const line = (field: string) => `packages[0].${field}`;

describe('a buy is refused with the field and what to do', () => {
  test.each([
    ['PRODUCT_NOT_FOUND', line('product_id'), packages({ product_id: 'nothing' })],
    ['INVALID_PRICING_OPTION', line('pricing_option_id'), packages({ pricing_option_id: 'x' })],
    ['VALIDATION_ERROR', line('bid_price'), packages({ bid_price: undefined })],
    ['VALIDATION_ERROR', line('bid_price'), packages({ bid_price: 1.99 })],
    ['VALIDATION_ERROR', line('bid_price'), packages({ bid_price: 1001 })],
    ['AMBIGUOUS_BIDDING_POLICY', line('bidding'), packages({ bidding: { bid_amount: 4 } })],
    [
      'UNSUPPORTED_FEATURE',
      line('bidding'),
      packages({ bid_price: undefined, bidding: { automatic: true } }),
    ],
    ['BUDGET_TOO_LOW', line('budget'), packages({ budget: 0.001 })],
    ['BUDGET_TOO_LOW', line('budget'), packages({ budget: 0.4, pricing_option_id: 'cpc_auction' })],
    [
      'VALIDATION_ERROR',
      line('format_ids'),
      packages({ format_ids: [{ agent_url: 'https://a.example', id: 'display_300x250' }] }),
    ],
    [
      'VALIDATION_ERROR',
      line('format_option_refs'),
      packages({
        format_option_refs: [{ format_option_id: 'native_in_feed' }, { format_option_id: 'video' }],
      }),
    ],
    ['VALIDATION_ERROR', line('format_kind'), packages({ format_kind: 'video_vast' })],
    ['UNSUPPORTED_FEATURE', line('params'), packages({ params: { title_max_chars: 5 } })],
    ['BUDGET_TOO_LOW', line('budget'), packages({ budget: 49, product_id: 'trails' })],
    ['BUDGET_TOO_LOW', line('daily_budget_cap'), packages({ daily_budget_cap: 0 })],
    ['INVALID_REQUEST', 'start_time', { start_time: '2027-02-01T00:00:00Z' }],
    ['VALIDATION_ERROR', 'end_time', { end_time: '2027-03-01T23:00:00Z' }],
    ['VALIDATION_ERROR', 'end_time', { end_time: '2027-03-12' }],
    ['VALIDATION_ERROR', line('end_time'), packages({ end_time: '2027-04-01T00:00:00Z' })],
    ['UNSUPPORTED_FEATURE', 'total_budget', { total_budget: { amount: 100, currency: 'USD' } }],
    ['VALIDATION_ERROR', 'brand', { brand: { domain: 'other-brand.example' } }],
    ['INVALID_REQUEST', 'packages', { packages: undefined }],
    ['INVALID_REQUEST', 'packages', { packages: Array.from({ length: 101 }, () => LINE) }],
    ['UNSUPPORTED_FEATURE', line('pacing'), packages({ pacing: 'front_loaded' })],
    ['UNSUPPORTED_FEATURE', line('impressions'), packages({ impressions: 1000 })],
    ['UNSUPPORTED_FEATURE', line('optimization_goals'), packages({ optimization_goals: [{}] })],
    ['UNSUPPORTED_FEATURE', line('catalogs'), packages({ catalogs: [{}] })],
    ['UNSUPPORTED_FEATURE', line('made_up'), packages({ made_up: 1 })],
    ['TERMS_REJECTED', line('performance_standards'), packages({ performance_standards: [{}] })],
    [
      'TERMS_REJECTED',
      line('measurement_terms.billing_measurement.max_variance_percent'),
      packages({ measurement_terms: { billing_measurement: { max_variance_percent: 0 } } }),
    ],
    ['UNSUPPORTED_FEATURE', 'proposal_id', { proposal_id: 'p' }],
    ['UNSUPPORTED_FEATURE', 'daily_budget_cap', { daily_budget_cap: 10 }],
    ['UNSUPPORTED_FEATURE', 'bidding', { bidding: { bid_amount: 4 } }],
    [
      'UNSUPPORTED_FEATURE',
      'budget_allocation',
      { budget_allocation: { mode: 'seller_optimized' } },
    ],
    ['INVALID_REQUEST', 'budget_cap_timezone', { budget_cap_timezone: 'Europe/Berlin' }],
    [
      'UNSUPPORTED_FEATURE',
      'reporting_webhook',
      { reporting_webhook: { url: 'https://b.example' } },
    ],
    ['UNSUPPORTED_FEATURE', 'artifact_webhook', { artifact_webhook: { url: 'https://b.example' } }],
    ['UNSUPPORTED_FEATURE', 'invoice_recipient', { invoice_recipient: { legal_name: 'B' } }],
    ['UNSUPPORTED_FEATURE', 'governance_context', { governance_context: 'x' }],
    [
      'UNSUPPORTED_FEATURE',
      line('targeting_overlay.geo_metros'),
      packages({ targeting_overlay: { geo_metros: [{}] } }),
    ],
    [
      'VALIDATION_ERROR',
      line('targeting_overlay.geo_countries'),
      packages({ product_id: 'trails', targeting_overlay: { geo_countries: ['US'] } }),
    ],
    [
      'CREATIVE_NOT_FOUND',
      line('creative_assignments[0].creative_id'),
      packages({ creative_assignments: [{ creative_id: 'nobody-has-it' }] }),
    ],
    [
      'VALIDATION_ERROR',
      line('creative_assignments[1].creative_id'),
      packages({ creative_assignments: [{ creative_id: 'boots' }, { creative_id: 'boots' }] }),
    ],
    [
      'UNSUPPORTED_FEATURE',
      line('creative_assignments[0].placement_refs'),
      packages({ creatives: [creative('inline', { placement_refs: [{}] })] }),
    ],
    [
      'UNSUPPORTED_FEATURE',
      line('creative_assignments[0].placement_ids'),
      packages({ creative_assignments: [{ creative_id: 'boots', placement_ids: ['x'] }] }),
    ],
  ])('%s %s', async (code, field, args) => {
    expect(errorOf(await buys.create(args))).toMatchObject({ code, field });
  });

  test('each package is told of', async () => {
    const { errors } = await buys.create({
      packages: [
        { ...LINE, bid_price: 1 },
        { ...LINE, product_id: 'nothing' },
      ],
    });
    expect(errors).toMatchObject([
      { field: 'packages[0].bid_price' },
      { field: 'packages[1].product_id' },
    ]);
  });

  test('a package that is not of the buy', async () => {
    const made = await buys.create({});
    const failed = await buys.update(made.media_buy_id, { packages: [{ package_id: 'pk_none' }] });
    expect(errorOf(failed)).toMatchObject({ code: 'PACKAGE_NOT_FOUND', field: line('package_id') });
  });
});

test('terms of measurement are answered with those that hold: the exchange counts what it bills', async () => {
  const made = await buys.create(
    packages({
      measurement_terms: {
        billing_measurement: { vendor: { domain: 'else.example' }, max_variance_percent: 10 },
        makegood_policy: { available_remedies: ['additional_delivery', 'credit'] },
      },
    }),
  );
  expect(packagesOf(made)[0]?.measurement_terms).toEqual({
    billing_measurement: { vendor: { domain: 'exchange.example' }, max_variance_percent: 10 },
    makegood_policy: { available_remedies: ['credit'] },
  });
});

test('a flight may start at once', async () => {
  const made = await buys.create({ start_time: 'asap' });
  expect(packagesOf(made)[0]?.start_time).toBe('2027-03-01T10:00:00.000Z');
});
