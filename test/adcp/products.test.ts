import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Config } from '../../src/host/config/config.ts';
import { cleanUp } from '../process.ts';
import { ACME, sellerInProcess } from './seller-in-process.ts';

afterAll(cleanUp);

const PRODUCTS: Config['adcp']['products'] = [
  {
    id: 'run',
    name: 'Runners',
    description: 'Conversations about running shoes and marathons',
    publishers: ['trail', 'unknown'],
    floors: { cpm: 2, cpc: 0.2 },
    minSpend: 50,
  },
  {
    id: 'office',
    name: 'Office',
    description: 'Conversations about business software',
    publishers: ['unknown'],
    formats: ['native_mention'],
    floors: { cpm: 3 },
    targeting: { include: { countries: ['DE', 'AT'] } },
  },
];

const PUBLISHERS: Config['publishers'] = [
  { id: 'trail', seller: { name: 'Trail Chat', domain: 'www.trail.example', type: 'publisher' } },
];

let seller: Awaited<ReturnType<typeof sellerInProcess>>;
beforeAll(async () => {
  seller = await sellerInProcess({ adcp: { products: PRODUCTS }, publishers: PUBLISHERS });
});

type Answer = {
  readonly products?: readonly {
    readonly product_id: string;
    readonly pricing_options: readonly { readonly pricing_option_id: string }[];
    readonly [name: string]: unknown;
  }[];
  readonly [name: string]: unknown;
};

async function ask(args: object): Promise<Answer> {
  const { body } = await seller.call(ACME, 'get_products', args);
  return body as Answer;
}

const list = (filters: object) => ask({ buying_mode: 'wholesale', filters });
const idsOf = ({ products }: Answer) => products?.map(({ product_id: id }) => id);

test('each version has the formats of a product as it names them', async () => {
  const of = async (version: object) =>
    (await ask({ ...version, buying_mode: 'wholesale' })).products?.[1];
  const first = await of({});
  expect(first).toMatchObject({
    format_ids: [
      { agent_url: 'https://exchange.example/adcp/mcp', id: 'native_in_feed' },
      { agent_url: 'https://creative.adcontextprotocol.org/', id: 'native_mention' },
    ],
    delivery_type: 'non_guaranteed',
    channels: ['sponsored_intelligence'],
    publisher_properties: [{ publisher_domain: 'exchange.example', selection_type: 'all' }],
  });
  expect(first).not.toHaveProperty('format_options');
  for (const adcp_version of ['3.1', '3.2']) {
    const later = await of({ adcp_version });
    expect(later).toMatchObject({
      format_options: [{ format_kind: 'native_in_feed' }, { format_option_id: 'native_mention' }],
    });
    expect(later).not.toHaveProperty('format_ids');
    expect('overlay_support' in (later ?? {})).toBe(adcp_version === '3.2');
  }
});

test.each([
  [{ countries: ['US'] }, ['run']],
  [{ countries: ['AT', 'US'] }, ['run', 'office']],
  [{ regions: ['DE-BY'] }, ['run', 'office']],
  [{ delivery_type: 'guaranteed' }, []],
  [{ is_fixed_price: true }, []],
  [{ pricing_structures: ['auction'] }, ['run', 'office']],
  [{ pricing_currencies: ['EUR'] }, []],
  [{ channels: ['display'] }, []],
  [{ channels: ['sponsored_intelligence'] }, ['run', 'office']],
  [{ budget_range: { max: 40, currency: 'USD' } }, ['office']],
  [{ budget_range: { max: 40, currency: 'EUR' } }, []],
  [{ end_date: '2026-12-31' }, []],
  [
    {
      format_ids: [{ agent_url: 'https://creative.adcontextprotocol.org', id: 'native_standard' }],
    },
    ['run'],
  ],
  [{ format_kinds: ['native_in_feed'] }, ['run', 'office']],
  [{ format_kinds: ['video_vast'] }, []],
  [{ required_metrics: ['clicks', 'ctr'] }, ['run', 'office']],
  [{ required_metrics: ['completed_views'] }, []],
  [{ required_geo_targeting: [{ level: 'metro', system: 'nielsen_dma' }] }, []],
])('a filter leaves the products that satisfy it: %j', async (filters, ids) => {
  expect(idsOf(await list(filters))).toEqual(ids);
});

test('a filter that cannot be answered truthfully is refused, not ignored', async () => {
  for (const name of [
    'metros',
    'geo_proximity',
    'min_exposures',
    'required_features',
    'required_vendor_metrics',
    'a_filter_of_later',
    '__proto__x',
  ]) {
    expect(await list({ [name]: 1 })).toMatchObject({
      errors: [{ code: 'UNSUPPORTED_FEATURE', field: `filters.${name}` }],
    });
  }
});

test('targeting that is not enforced is refused before a buy, and support for it is not promised', async () => {
  const wholesale = { adcp_version: '3.2', buying_mode: 'wholesale' };
  expect(await ask({ ...wholesale, targeting_overlay: { geo_metros: ['x'] } })).toMatchObject({
    errors: [{ code: 'UNSUPPORTED_FEATURE', field: 'targeting_overlay.geo_metros' }],
  });
  expect(
    idsOf(await ask({ ...wholesale, targeting_overlay: { geo_countries: ['DE'] } })),
  ).toHaveLength(2);
  for (const [field, asked] of Object.entries({
    required_overlay_support: { geo_metros: true },
    media_buy_frequency_cap: { max_impressions: 3 },
    required_media_buy_support: { frequency_cap: true },
    required_policies: ['a_policy'],
  })) {
    expect(await ask({ ...wholesale, [field]: asked })).toMatchObject({
      errors: [{ code: 'UNSUPPORTED_FEATURE', field }],
    });
  }
});

test('a mode takes its own arguments alone', async () => {
  for (const [args, field] of [
    [{}, 'brief'],
    [{ buying_mode: 'brief' }, 'brief'],
    [{ buying_mode: 'wholesale', brief: 'shoes' }, 'brief'],
    [{ buying_mode: 'refine' }, 'refine'],
    [{ buying_mode: 'wholesale', refine: [{ scope: 'request', ask: 'x' }] }, 'refine'],
    [{ buying_mode: 'other' }, 'buying_mode'],
  ] as const) {
    expect(await ask(args)).toMatchObject({ errors: [{ code: 'INVALID_REQUEST', field }] });
  }
});

test('a refinement leaves out, puts in order, and says what it cannot do', async () => {
  const answer = await ask({
    buying_mode: 'refine',
    refine: [
      { scope: 'request', ask: 'more about business software' },
      { scope: 'product', product_id: 'run', ask: 'Increase the budget to $30K' },
      { scope: 'product', product_id: 'nowhere' },
      { scope: 'proposal', proposal_id: 'p', action: 'finalize' },
    ],
  });
  expect(idsOf(answer)).toEqual(['office', 'run']);
  expect(answer.refinement_applied).toMatchObject([
    { scope: 'request', status: 'partial' },
    { scope: 'product', product_id: 'run', status: 'unable' },
    { scope: 'product', product_id: 'nowhere', status: 'unable' },
    { scope: 'proposal', proposal_id: 'p', status: 'unable' },
  ]);
  const omitted = { scope: 'product', product_id: 'run', action: 'omit' };
  expect(idsOf(await ask({ buying_mode: 'refine', refine: [omitted] }))).toEqual(['office']);
});

test('capabilities declare what is enforced, in each version', async () => {
  const of = async (version: object) =>
    (await seller.call(ACME, 'get_adcp_capabilities', version)).body as Record<string, never>;
  const targeting = {
    geo_countries: true,
    language: true,
    keyword_targets: { supported_match_types: ['phrase'] },
    negative_keywords: { supported_match_types: ['phrase'] },
  };
  const first = await of({});
  expect(first).toMatchObject({
    supported_protocols: ['media_buy'],
    specialisms: ['sales-non-guaranteed'],
    media_buy: {
      execution: { targeting },
      supported_pricing_models: ['cpm', 'cpc'],
      portfolio: {
        publisher_domains: ['trail.example'],
        primary_channels: ['sponsored_intelligence'],
      },
    },
  });
  expect(first).not.toHaveProperty('compliance_testing');
  expect(first).not.toHaveProperty('creative');
  expect(await of({ adcp_version: '3.2' })).toMatchObject({
    media_buy: { execution: { targeting }, budget_capping: { supported_scopes: ['package'] } },
  });
  expect(await of({ protocols: ['signals'] })).not.toHaveProperty('media_buy');
});
