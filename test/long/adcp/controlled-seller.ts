/**
 * `comply_test_controller` of the storyboards: makes up products, states and deliveries of sandbox accounts. It stands around
 * the seller of the gate and is in no other one.
 */
import type { CampaignDay } from '../../../src/ledger/delivery/read-delivery.ts';
import { DAY_MS, dayOf } from '../../../src/lib/day.ts';
import { NANOS_PER_USD } from '../../../src/lib/money.ts';
import type { Query } from '../../../src/lib/sql/database.ts';
import {
  accountIdOf,
  accountsOf,
  BUYER_ACCOUNT,
  newAccount,
} from '../../../src/parts/adcp/accounts.ts';
import {
  type BuyPackage,
  MEDIA_BUY,
  type MediaBuy,
  statusOf,
} from '../../../src/parts/adcp/buy.ts';
import { creativeKey, LIBRARY_CREATIVE } from '../../../src/parts/adcp/creatives.ts';
import type { SellerFormat } from '../../../src/parts/adcp/formats.ts';
import { createSeller, type Seller, type SentAnswer } from '../../../src/parts/adcp/seller.ts';
import type { AdProduct, Buyer, SellerSources } from '../../../src/parts/adcp/seller-terms.ts';
import type { RecordKind, StoredRecord } from '../../../src/store/record-kind.ts';
import { eachOwned, findRecord, writeIn } from '../../../src/store/store.ts';

const TOOL = {
  name: 'comply_test_controller',
  description: 'Makes up products, states and delivery for conformance tests, in the sandbox.',
  input: { type: 'object', properties: {} },
  isOpen: false,
  isChange: true,
} as const;

// What storyboards send: they are the only callers.
// biome-ignore lint/suspicious/noExplicitAny: fixtures of storyboards have any form
type Params = any;

type Made = {
  readonly seeded: Map<string, string>;
  readonly products: Map<string, AdProduct>;
  readonly formats: Map<string, SellerFormat>;
  readonly arms: Map<string, object>;
  readonly delivered: Map<string, CampaignDay>;
  /** Of creatives, by their buyer and id. */
  readonly statuses: Map<string, object>;
};

type Scene = {
  readonly made: Made;
  readonly sources: SellerSources;
  readonly query: Query;
  readonly buyer: Buyer;
  readonly account: Params;
};

type Scenario = (scene: Scene, params: Params) => Promise<object>;

const LISTED = [
  'force_account_status',
  'force_creative_status',
  'force_media_buy_status',
  'force_create_media_buy_arm',
  'simulate_delivery',
  'simulate_budget_spend',
];

/** Those that the list of 3.0 has. */
const LISTED_BY_3_0 = LISTED.filter((name) => name !== 'force_create_media_buy_arm');

const refuse = (error: string, detail: string, state?: string) => ({
  success: false,
  error,
  error_detail: detail,
  ...(state !== undefined && { current_state: state }),
});
const moved = (from: string, to: string) => ({
  success: true,
  previous_state: from,
  current_state: to,
});
const notFound = refuse('NOT_FOUND', 'expected one of yours, of the sandbox');

/** A seller as the machine makes it, with the controller around it. */
export function controlledSeller(given: SellerSources): Seller {
  const made: Made = {
    seeded: new Map(),
    products: new Map(),
    formats: new Map(),
    arms: new Map(),
    delivered: new Map(),
    statuses: new Map(),
  };
  const sources: SellerSources = {
    ...given,
    products: () => [
      ...given.products(),
      ...[...made.products.values()].filter(({ options }) => options.length > 0),
    ],
    formats: () => [...given.formats(), ...made.formats.values()],
    delivered: async (campaigns, days) => [
      ...(await given.delivered(campaigns, days)),
      ...campaigns.flatMap((id) => made.delivered.get(id) ?? []),
    ],
  };
  const seller = createSeller(sources);

  async function control(args: Params, buyer: Buyer): Promise<SentAnswer> {
    const { scenario, params = {}, account = {} } = args;
    const run = SCENARIOS[scenario];
    const carryOut = async () => {
      if (run === undefined) {
        return refuse('UNKNOWN_SCENARIO', `expected one of ${Object.keys(SCENARIOS).join(', ')}`);
      }
      if (scenario !== 'list_scenarios' && Object.keys(params).length === 0) {
        return refuse('INVALID_PARAMS', 'expected the parameters of the scenario');
      }
      return sources
        .database()
        ?.transaction((query) => run({ made, sources, query, buyer, account }, params));
    };
    const body = (await carryOut()) ?? refuse('INTERNAL_ERROR', 'the database cannot be reached');
    const isError = 'error' in body;
    return { isError, body: { status: 'completed', ...body, ...contextOf(args) } };
  }

  return {
    tools: [...seller.tools, TOOL as never],
    async call(name, args: Params, buyer) {
      if (name === TOOL.name && buyer !== undefined) return control(args, buyer);
      const arm = name === 'create_media_buy' && buyer && made.arms.get(buyer.id);
      if (arm) {
        made.arms.delete(buyer.id);
        return { isError: false, body: { ...arm, ...contextOf(args) } };
      }
      const answer = await seller.call(name, withBids(withPublicWebhook(args)), buyer);
      const creatives = (answer?.body as Params)?.creatives;
      if (answer !== undefined && Array.isArray(creatives)) {
        const told = creatives.map((one: Params) =>
          one.status === 'approved'
            ? { ...one, ...made.statuses.get(`${buyer?.id}/${one.creative_id}`) }
            : one,
        );
        return { ...answer, body: { ...answer.body, creatives: told } };
      }
      if (name !== 'get_adcp_capabilities' || answer === undefined) return answer;
      const scenarios = args.adcp_version === undefined ? LISTED_BY_3_0 : LISTED;
      return { ...answer, body: { ...answer.body, compliance_testing: { scenarios } } };
    },
  };
}

const contextOf = ({ context }: Params) => (context === undefined ? {} : { context });

/** Receivers of the runner are on this machine, and a seller calls public addresses alone. */
function withPublicWebhook(args: Params): Params {
  const moved = Object.entries(args).map(([name, value]: [string, Params]) =>
    name.endsWith('push_notification_config') || name.endsWith('reporting_webhook')
      ? [name, { ...value, url: 'https://receiver.example/told' }]
      : [name, value],
  );
  return Object.fromEntries(moved);
}

function withBids(args: Params): Params {
  if (!Array.isArray(args.packages)) return args;
  const bidding = (line: Params) =>
    line.product_id === undefined || line.bid_price != null || line.bidding != null
      ? line
      : { ...line, bid_price: FIXED_FLOOR_USD };
  return { ...args, packages: args.packages.map(bidding) };
}

async function write<Definition, State extends string, Kept>(
  { query, sources, buyer }: Pick<Scene, 'query' | 'sources' | 'buyer'>,
  kind: RecordKind<Definition, State, Kept>,
  {
    id,
    state,
    definition,
    kept,
  }: Pick<StoredRecord<Definition, State, Kept>, 'id' | 'state' | 'definition' | 'kept'>,
): Promise<void> {
  await writeIn(query, kind, id, {
    action: TOOL.name,
    by: { who: buyer.id, role: 'buyer' },
    nowMs: sources.nowMs(),
    next: () => ({ state, definition, kept }),
  });
}

/** Storyboards seed the same fixture again and again, and must not change what another one has seeded. */
async function seed(
  { made }: Scene,
  key: string,
  fixture: unknown,
  make: () => unknown,
): Promise<object> {
  const text = JSON.stringify(fixture ?? {});
  const before = made.seeded.get(key) ?? text;
  if (before !== text)
    return refuse('INVALID_PARAMS', 'expected the fixture that was seeded first');
  const isNew = !made.seeded.has(key);
  made.seeded.set(key, text);
  await make();
  return { success: true, message: isNew ? 'Fixture seeded' : 'Fixture re-seeded (equivalent)' };
}

const NOBODY = 'test.example';

function sandboxAccount(brand: Params, operator: string = NOBODY) {
  return newAccount({ brand: { domain: brand?.domain ?? NOBODY }, operator, isSandbox: true });
}

const ownAccounts = ({ query, sources, buyer }: Scene) => accountsOf(query, sources, buyer.id);

/** The account that a call names: what it seeds is of it. */
async function ownerOf(scene: Scene) {
  const { account, buyer } = scene;
  const found = (await ownAccounts(scene)).find(
    ({ id, definition: { brand, operator } }) =>
      id === account.account_id ||
      (brand.domain === account.brand?.domain && operator === account.operator),
  );
  const definition = found?.definition ?? sandboxAccount(account.brand, account.operator);
  return { id: found?.id ?? accountIdOf(buyer.id, definition), definition };
}

async function buyOf({ query, buyer }: Scene, id: string): Promise<MediaBuy | undefined> {
  const found = await findRecord(query, MEDIA_BUY, id);
  return found?.kept.buyer === buyer.id ? found : undefined;
}

const optionOf = (id: string, { pricing_model: model, fixed_price, floor_price = 0 }: Params) => ({
  id,
  model,
  floorUsd: fixed_price === undefined ? floor_price : FIXED_FLOOR_USD,
});

/** This seller sells by auction alone: who is offered a fixed price need not bid, and bids this. */
const FIXED_FLOOR_USD = 0.5;

function keepFormat({ made, sources }: Scene, id: string, name = id): void {
  const agent_url = `${sources.publicUrl()}/adcp/mcp`;
  const description = 'A format that a test controller has made up.';
  made.formats.set(id, { agent_url, id, name, description, assets: [], restrictsTo: undefined });
}

const productOf = (id: string, { sources }: Scene, fixture: Params = {}): AdProduct => ({
  id,
  name: fixture.name ?? id,
  description: fixture.description ?? `A product that a test controller has made up: ${id}`,
  publishers: sources.config().publishers.map((publisher) => publisher.id),
  formats: (fixture.format_ids ?? []).map((format: Params) => format.id),
  options: (fixture.pricing_options ?? []).map((option: Params) =>
    optionOf(option.pricing_option_id, option),
  ),
});

/** What can become of a buy, and of a creative. A status that stays is always allowed. */
const AFTER: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  buy: {
    pending_creatives: ['pending_start', 'active', 'paused', 'canceled', 'rejected'],
    pending_start: ['active', 'paused', 'canceled', 'rejected'],
    active: ['paused', 'completed', 'canceled'],
    paused: ['active', 'completed', 'canceled'],
  },
  creative: {
    processing: ['pending_review', 'approved', 'rejected'],
    pending_review: ['approved', 'rejected'],
    approved: ['suspended', 'archived', 'rejected'],
    suspended: ['approved', 'archived', 'rejected'],
    rejected: ['processing', 'pending_review'],
    archived: ['approved'],
  },
};

function transitionFault(kind: 'buy' | 'creative', from: string, to: string) {
  if (from === to || AFTER[kind]?.[from]?.includes(to)) return undefined;
  return refuse('INVALID_TRANSITION', `expected what can follow ${from}, but got ${to}`, from);
}

const FLIGHT_MS = 30 * DAY_MS;

/** A buy whose record, creatives and dates are those of a status. */
async function buyAs(
  scene: Scene,
  { kept, definition }: Pick<MediaBuy, 'kept' | 'definition'>,
  status: string,
  reason = '',
): Promise<Pick<MediaBuy, 'state' | 'definition'>> {
  const nowMs = scene.sources.nowMs();
  if (status === 'rejected') {
    return { state: 'rejected', definition: { ...definition, rejectedFor: reason } };
  }
  if (status === 'canceled') {
    return { state: 'canceled', definition: { ...definition, canceled: { atMs: nowMs, reason } } };
  }
  const creativeId = `of-${status}-buys`;
  const sent = { creative_id: creativeId, name: creativeId, assets: {} };
  const next = { id: creativeKey(kept.account, creativeId), kept, state: 'kept' as const };
  const needsCreative =
    status !== 'pending_creatives' &&
    !definition.packages.some(({ assignments }) => assignments.length > 0);
  if (needsCreative) {
    const definition = { id: creativeId, name: creativeId, sent };
    await write(scene, LIBRARY_CREATIVE, { ...next, definition });
  }
  const startMs = status === 'pending_start' ? nowMs + DAY_MS : nowMs - FLIGHT_MS;
  const endMs = status === 'completed' ? nowMs - 1 : nowMs + FLIGHT_MS;
  const packages = definition.packages.map(
    ({ startMs: _, endMs: __, assignments, ...line }): BuyPackage => ({
      ...line,
      assignments: needsCreative ? [{ creativeId }] : assignments,
      isPaused: false,
    }),
  );
  const isPaused = status === 'paused';
  return { state: 'open', definition: { ...definition, startMs, endMs, packages, isPaused } };
}

/** Nobody reviews creatives of a sandbox: what storyboards make up is told in place of "approved". */
function setStatus({ made, buyer }: Scene, id: string, status = 'approved', reason = ''): void {
  const why = reason === '' ? {} : { rejection_reason: reason };
  made.statuses.set(`${buyer.id}/${id}`, { status, ...why });
}

const statusOfCreative = ({ made, buyer }: Scene, id: string): string =>
  (made.statuses.get(`${buyer.id}/${id}`) as Params)?.status ?? 'approved';

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  list_scenarios: async () => ({ success: true, scenarios: LISTED }),
  seed_account: (scene, { account_id: id, fixture = {} }) =>
    seed(scene, `account:${id}`, fixture, () => {
      const named = fixture.name === undefined ? {} : { name: fixture.name };
      const definition = { ...sandboxAccount(fixture.brand, fixture.operator), ...named };
      const next = { id, kept: { buyer: scene.buyer.id }, state: fixture.status ?? 'active' };
      return write(scene, BUYER_ACCOUNT, { ...next, definition });
    }),
  seed_product: (scene, { product_id: id, fixture }) =>
    seed(scene, `product:${id}`, fixture, () => {
      const product = productOf(id, scene, fixture);
      const options = [...(scene.made.products.get(id)?.options ?? []), ...product.options];
      scene.made.products.set(id, { ...product, options });
      for (const format of product.formats) keepFormat(scene, format);
    }),
  seed_pricing_option: (scene, { product_id: id, pricing_option_id: option, fixture }) =>
    seed(scene, `option:${id}/${option}`, fixture, () => {
      const product = scene.made.products.get(id) ?? productOf(id, scene);
      const others = product.options.filter((one) => one.id !== option);
      const options = [...others, optionOf(option, fixture)];
      scene.made.products.set(id, { ...product, options });
    }),
  seed_creative_format: (scene, { format_id: id, fixture }) =>
    seed(scene, `format:${id}`, fixture, () => keepFormat(scene, id, fixture?.name)),
  async seed_creative(scene, { creative_id: id, fixture = {} }) {
    const { id: account } = await ownerOf(scene);
    return seed(scene, `creative:${account}/${id}`, fixture, () => {
      const format_id = { agent_url: scene.sources.publicUrl(), ...fixture.format_id };
      const name = fixture.name ?? id;
      const sent = { creative_id: id, name, format_id, assets: fixture.assets ?? {} };
      setStatus(scene, id, fixture.status);
      const kept = { buyer: scene.buyer.id, account };
      const definition = { id, name, sent };
      const next = { id: creativeKey(account, id), kept, state: 'kept' as const, definition };
      return write(scene, LIBRARY_CREATIVE, next);
    });
  },
  async seed_media_buy(scene, { media_buy_id: id, fixture = {} }) {
    const { id: account, definition: owner } = await ownerOf(scene);
    return seed(scene, `buy:${account}/${id}`, fixture, async () => {
      const confirmedMs = scene.sources.nowMs();
      const line: BuyPackage = {
        id: `package-of-${id}`,
        productId: 'test-product',
        pricingOptionId: 'test-pricing',
        model: 'cpm',
        bidUsd: 5,
        budgetUsd: 1000,
        pacing: 'even',
        assignments: [],
        isPaused: false,
        dayExposure: { day: '', usd: 0 },
        echoed: {},
      };
      const definition = {
        brand: owner.brand,
        startMs: confirmedMs,
        endMs: confirmedMs,
        packages: [line],
        isPaused: false,
        rejectedFor: '',
        confirmedMs,
        echoed: {},
      };
      const kept = { buyer: scene.buyer.id, account };
      const next = await buyAs(scene, { kept, definition }, fixture.status ?? 'active');
      await write(scene, MEDIA_BUY, { id, kept, ...next });
    });
  },
  async force_account_status(scene, { account_id, status }) {
    const account = (await ownAccounts(scene)).find(({ id }) => id === account_id);
    if (account === undefined) return notFound;
    await write(scene, BUYER_ACCOUNT, { ...account, state: status });
    return moved(account.state, status);
  },
  async force_media_buy_status(scene, { media_buy_id: id, status, rejection_reason: reason }) {
    const buy = await buyOf(scene, id);
    if (buy === undefined) return notFound;
    const from = statusOf(buy, scene.sources.nowMs());
    const fault = transitionFault('buy', from, status);
    if (fault !== undefined) return fault;
    const next = await buyAs(scene, buy, status, reason);
    await write(scene, MEDIA_BUY, { ...buy, ...next });
    return moved(from, status);
  },
  async force_creative_status(scene, { creative_id, status, rejection_reason: reason = '' }) {
    const named = [];
    const accounts = (await ownAccounts(scene)).map(({ id }) => id);
    for await (const one of eachOwned(scene.query, LIBRARY_CREATIVE, accounts)) {
      if (one.definition.id === creative_id) named.push(one);
    }
    const creative = named.toSorted((one, other) => other.revision - one.revision)[0];
    if (creative === undefined) return notFound;
    const from = statusOfCreative(scene, creative_id);
    const fault = transitionFault('creative', from, status);
    if (fault !== undefined) return fault;
    setStatus(scene, creative_id, status, reason);
    const state = status === 'archived' ? ('archived' as const) : ('kept' as const);
    await write(scene, LIBRARY_CREATIVE, { ...creative, state });
    return moved(from, status);
  },
  async force_create_media_buy_arm({ made, buyer }, { arm, task_id, message = '' }) {
    made.arms.set(buyer.id, { status: 'submitted', task_id, message });
    return { success: true, forced: { arm, task_id } };
  },
  async simulate_delivery(scene, { media_buy_id: id, reported_spend: spend, ...params }) {
    const { impressions = 0, clicks = 0, conversions = 0 } = params;
    const amount = spend?.amount ?? 0;
    const all = await deliver(scene, id, (before) => ({
      shown: before.shown + impressions,
      clicked: before.clicked + clicks,
      converted: before.converted + conversions,
      nanos: before.nanos + Math.round(amount * NANOS_PER_USD),
    }));
    if (all === undefined) return notFound;
    const reported_spend = { amount: all.nanos / NANOS_PER_USD, currency: 'USD' };
    return {
      success: true,
      simulated: { impressions, clicks, conversions, reported_spend: spend },
      cumulative: {
        impressions: all.shown,
        clicks: all.clicked,
        conversions: all.converted,
        reported_spend,
      },
    };
  },
  async simulate_budget_spend(scene, { media_buy_id: id, spend_percentage: percent }) {
    const buy = await buyOf(scene, id);
    const live = buy?.definition.packages.filter(({ canceled }) => canceled === undefined) ?? [];
    const budget = live.reduce((sum, { budgetUsd }) => sum + budgetUsd, 0);
    const spend = (budget * percent) / 100;
    const nanos = Math.round(spend * NANOS_PER_USD);
    if ((await deliver(scene, id, () => ({ nanos }))) === undefined) return notFound;
    return { success: true, simulated: { spend_percentage: percent, budget, spend } };
  },
};

/** All of a buy is delivered by its first package. */
async function deliver(
  scene: Scene,
  id: string,
  next: (before: CampaignDay) => Partial<CampaignDay>,
): Promise<CampaignDay | undefined> {
  const [line] = (await buyOf(scene, id))?.definition.packages ?? [];
  if (line === undefined) return undefined;
  const before = scene.made.delivered.get(line.id) ?? {
    partner: 'house',
    campaign: line.id,
    day: dayOf(scene.sources.nowMs()),
    shown: 0,
    clicked: 0,
    converted: 0,
    nanos: 0,
    valueMicros: 0,
  };
  const after = { ...before, ...next(before) };
  scene.made.delivered.set(line.id, after);
  return after;
}
