import { createHash } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { exchangeDomainOf } from '../../host/worker/assemble.ts';
import { perObject } from '../../lib/lookup.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { shortened } from '../../lib/shortened.ts';
import { findAccount } from './accounts.ts';
import { agentUrlOf } from './brand.ts';
import {
  BRIEF_LENGTH_MAX,
  type RankedProduct,
  Refinements,
  rankProducts,
  refineProducts,
} from './brief.ts';
import type { PricingModel } from './buy.ts';
import { Refused, refuse } from './errors.ts';
import { AccountReference, OPAQUE } from './fields.ts';
import { filtersSchema, type NamedFilter, readFilters } from './filters.ts';
import { chosenFields, Fields, Pagination, pageOfList } from './paging.ts';
import { type PaidPrices, readPaidPrices } from './paid-prices.ts';
import { ASKED_SUPPORT, PRODUCT_FILTERS, readSupport } from './product-filters.ts';
import { type AdProduct, type PriceGuidance, publisherDomains } from './products.ts';
import { type BuyerCall, type SellerSources, tool } from './tool.ts';

type GuidanceOf = (
  product: Pick<AdProduct, 'publishers'>,
  model: PricingModel,
) => PriceGuidance | undefined;

const GUIDANCE_DAYS = 30;

/** Below either, a percentile would tell what single buyers pay. */
const BUYERS_MIN = 3;
const SALES_MIN = 1000;

/** For so long the same prices are told: they are read for nobody's auction, and seldom. */
const GUIDANCE_KEPT_MS = 60 * 60 * 1000;

const PER = { cpm: 'impression', cpc: 'click' } as const satisfies Record<
  PricingModel,
  PaidPrices['per']
>;

type KnownPrices = { readonly untilMs: number; readonly prices: readonly PaidPrices[] };

/** Percentiles of the prices that were paid on the publishers of a product, where enough buyers and sales stand behind them. */
function createPriceGuidance({
  database,
  nowMs,
  log,
}: Pick<SellerSources, 'database' | 'nowMs' | 'log'>) {
  let known: Promise<KnownPrices> = Promise.resolve({ untilMs: 0, prices: [] });

  async function renewed(last: KnownPrices): Promise<KnownPrices> {
    const open = database();
    if (open === undefined || nowMs() < last.untilMs) return last;
    try {
      const prices = await readPaidPrices(open, nowMs(), GUIDANCE_DAYS);
      return { untilMs: nowMs() + GUIDANCE_KEPT_MS, prices };
    } catch (error) {
      log.warn({ err: error }, 'prices paid cannot be read: buyers get no new guidance');
      return last;
    }
  }

  return async (): Promise<GuidanceOf> => {
    // One call after the other: of several at once, the first reads.
    known = known.then(renewed);
    const { prices } = await known;
    return ({ publishers }, model) => {
      const names = new Set(publishers.map(shortened));
      return guidanceOf(
        prices.filter(({ per, publisher }) => per === PER[model] && names.has(publisher)),
      );
    };
  };
}

const CENTS_PER_USD = 100;

function guidanceOf(prices: readonly PaidPrices[]): PriceGuidance | undefined {
  const buyers = new Set(prices.flatMap((one) => [...one.buyers]));
  const inOrder = prices.flatMap((one) => [...one.sales]).toSorted(([one], [other]) => one - other);
  const sales = inOrder.reduce((sum, [, count]) => sum + count, 0);
  if (buyers.size < BUYERS_MIN || sales < SALES_MIN) return undefined;
  /** The least price that at least this share of the sales does not exceed. */
  const percentile = (share: number) => {
    let counted = 0;
    const found = inOrder.find(([, count]) => {
      counted += count;
      return counted >= share * sales;
    });
    return (found?.[0] ?? 0) / CENTS_PER_USD;
  };
  return {
    p25: percentile(0.25),
    p50: percentile(0.5),
    p75: percentile(0.75),
    p90: percentile(0.9),
  };
}

const VERSION_LENGTH_MAX = 200;

const NAME = 'get_products';

const Arguments = Type.Object({
  ...OPAQUE,
  ...ASKED_SUPPORT,
  buying_mode: Type.Optional(Type.Enum(['brief', 'wholesale', 'refine'])),
  brief: Type.Optional(Type.String({ minLength: 1, maxLength: BRIEF_LENGTH_MAX })),
  refine: Type.Optional(Refinements),
  account: Type.Optional(AccountReference),
  filters: Type.Optional(filtersSchema(PRODUCT_FILTERS)),
  fields: Type.Optional(Fields),
  pagination: Type.Optional(Pagination),
  if_wholesale_feed_version: Type.Optional(Type.String({ maxLength: VERSION_LENGTH_MAX })),
});

type ProductsArgs = DeepReadonly<Static<typeof Arguments>>;

type FoundProduct = Pick<RankedProduct, 'product'> & Partial<RankedProduct>;

/** The products in the order of the answer, and what else is told of them. */
function foundFor(
  sources: SellerSources,
  args: ProductsArgs,
  { nowMs }: BuyerCall,
): { readonly found: readonly FoundProduct[]; readonly more: object } {
  const { buying_mode: mode = 'brief', brief, refine } = args;
  for (const [name, what] of Object.entries(WANTED)) {
    const isGiven = args[name as keyof typeof WANTED] !== undefined;
    if (mode === name && !isGiven) {
      refuse.malformed(name, `expected ${what}, since buying_mode is ${mode}`);
    }
    if (mode !== name && isGiven) {
      refuse.malformed(name, `expected none, since buying_mode is ${mode}`);
    }
  }
  const context = { agentUrl: agentUrlOf(sources), formats: sources.formats(), nowMs };
  const filters = [
    ...readFilters(PRODUCT_FILTERS, args.filters ?? {}, context),
    ...readSupport(args),
  ];
  const { products, more } = filtered(sources.products(), filters);
  const nameOf = (id: string) => sources.publisherOf(id)?.seller?.name ?? '';
  if (mode === 'wholesale') return { found: products.map((product) => ({ product })), more };
  if (mode === 'brief') return { found: rankProducts(products, brief ?? '', nameOf), more };
  const { ranked, applied } = refineProducts(products, refine ?? [], nameOf);
  return { found: ranked, more: { ...more, refinement_applied: applied } };
}

/** What each mode cannot be without, and no other has. */
const WANTED = { brief: 'what the campaign is about', refine: 'at least one change' } as const;

/** Prices are the same for all accounts. One that a buyer names is looked up all the same: it may be mistaken. */
async function sandboxOf(
  { account: reference }: ProductsArgs,
  { buyer, version, query }: BuyerCall,
): Promise<boolean> {
  if (reference === undefined) return buyer.isSandbox;
  try {
    return (await findAccount(query, buyer, reference)).definition.isSandbox;
  } catch (error) {
    // Before 3.2 a brand and an operator may be named before they are declared.
    const isUndeclared = version !== '3.2' && reference.account_id === undefined;
    const isUnknown = error instanceof Refused && error.errors[0].code === 'ACCOUNT_NOT_FOUND';
    if (isUndeclared && isUnknown) return buyer.isSandbox;
    throw error;
  }
}

/** Which filters have left products out, each with how many it alone has. */
function filtered(products: readonly AdProduct[], filters: readonly NamedFilter<AdProduct>[]) {
  const through = (some: readonly NamedFilter<AdProduct>[]) =>
    products.filter((product) => some.every(({ filter }) => filter(product)));
  const left = through(filters);
  if (left.length === products.length) return { products: left, more: {} };
  const alone = filters.flatMap((one) => {
    const count = through(filters.filter((other) => other !== one)).length - left.length;
    return count === 0 ? [] : [[one.name, { count }] as const];
  });
  const diagnostics = {
    semantics: 'only',
    total_candidates: products.length,
    excluded_by: Object.fromEntries(alone),
  };
  return { products: left, more: { filter_diagnostics: diagnostics } };
}

const FEED_VERSION_LENGTH = 22;

/** Changes with anything that the feed has. */
function versionOfFeed(products: readonly object[]): string {
  const hash = createHash('sha256').update(JSON.stringify(products)).digest('base64url');
  return hash.slice(0, FEED_VERSION_LENGTH);
}

const guidanceBy = perObject(createPriceGuidance);

/** What can be bought: in the order of a brief, as a list, or as a buyer wants the answer of before changed. */
export const getProducts = tool(NAME, {
  description:
    'Products that can be bought. buying_mode brief puts them in the order in which they go with a brief, wholesale lists them, refine changes the answer of before.',
  input: Arguments,
  async run(args, call) {
    const { sources } = call;
    const isSandbox = await sandboxOf(args, call);
    const { found, more } = foundFor(sources, args, call);
    const agentUrl = agentUrlOf(sources);
    const measuredBy = exchangeDomainOf(sources.config().listen, sources.publicUrl());
    const guidanceOf = await guidanceBy(sources)();
    const written = ({ product, relevance }: FoundProduct) => {
      const domains = publisherDomains(sources, product.publishers);
      return chosenFields(
        call.write.product({
          product,
          relevance,
          guidanceOf: ({ model }) => guidanceOf(product, model),
          // A product whose publishers declare no domain has that of the exchange.
          publisherDomains: domains.length === 0 ? [measuredBy] : domains,
          measuredBy,
          agentUrl,
        }),
        args.fields && ['product_id', 'name', ...args.fields],
      );
    };
    const asked = { list: NAME, asked: args.pagination };
    // Of a feed, all are written: its version follows from them.
    const feed = args.buying_mode === 'wholesale' ? found.map(written) : undefined;
    const known = feed && { wholesale_feed_version: versionOfFeed(feed) };
    const scope = { ...known, cache_scope: 'public' };
    // 3.0 has products in every answer.
    const isUnchanged =
      known !== undefined && known.wholesale_feed_version === args.if_wholesale_feed_version;
    if (isUnchanged && call.version !== '3.0') return { ...scope, unchanged: true };
    const { items, pagination } =
      feed === undefined
        ? await pageOfList({ ...asked, items: found, shown: written })
        : await pageOfList({ ...asked, items: feed, shown: (product) => product });
    const told = { ...scope, ...more, ...(isSandbox && { sandbox: true }) };
    return { products: items, ...told, pagination };
  },
});
