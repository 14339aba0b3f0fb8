import { createHash } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { type PaidPrices, readPaidPrices } from '../../ledger/paid-prices.ts';
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
import { UNREACHABLE } from './change-once.ts';
import { Refused, refuse, refuseWith } from './errors.ts';
import { AccountReference, OPAQUE } from './fields.ts';
import { Pagination, pageOfList } from './paging.ts';
import { type NamedFilter, ProductFilters, readFilters, readSupport } from './product-filters.ts';
import { type AdProduct, createPublisherDomains, type PriceGuidance } from './products.ts';
import { type BuyerCall, done, type SellerSources, type Tool, type ToolAnswer } from './tool.ts';

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
  let known: Promise<KnownPrices | undefined> = Promise.resolve(undefined);

  async function read(before: KnownPrices | undefined): Promise<KnownPrices | undefined> {
    const open = database();
    if (open === undefined) return before;
    try {
      const prices = await readPaidPrices(open, nowMs(), GUIDANCE_DAYS);
      return { untilMs: nowMs() + GUIDANCE_KEPT_MS, prices };
    } catch (error) {
      log.warn({ err: error }, 'prices paid cannot be read: buyers get no new guidance');
      return before;
    }
  }

  return async (): Promise<GuidanceOf> => {
    // One call after the other: of several at once, the first reads.
    known = known.then((last) =>
      last !== undefined && nowMs() < last.untilMs ? last : read(last),
    );
    const { prices = [] } = (await known) ?? {};
    return ({ publishers }, model) => {
      const names = new Set(publishers.map(shortened));
      return guidanceOf(
        prices.filter(({ per, publisher }) => per === PER[model] && names.has(publisher)),
      );
    };
  };
}

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

const CENTS_PER_USD = 100;

const FIELDS_MAX = 100;
const VERSION_LENGTH_MAX = 200;

const NAME = 'get_products';

const Arguments = Type.Object({
  ...OPAQUE,
  buying_mode: Type.Optional(Type.Enum(['brief', 'wholesale', 'refine'])),
  brief: Type.Optional(Type.String({ minLength: 1, maxLength: BRIEF_LENGTH_MAX })),
  refine: Type.Optional(Refinements),
  account: Type.Optional(AccountReference),
  filters: Type.Optional(ProductFilters),
  targeting_overlay: Type.Optional(Type.Object({})),
  required_overlay_support: Type.Optional(Type.Object({})),
  media_buy_frequency_cap: Type.Optional(Type.Object({})),
  required_media_buy_support: Type.Optional(Type.Object({})),
  required_policies: Type.Optional(Type.Array(Type.String(), { maxItems: FIELDS_MAX })),
  fields: Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: FIELDS_MAX }),
  ),
  pagination: Type.Optional(Pagination),
  if_wholesale_feed_version: Type.Optional(Type.String({ maxLength: VERSION_LENGTH_MAX })),
});

type ProductsArgs = DeepReadonly<Static<typeof Arguments>>;

/** What can be bought: in the order of a brief, as a list, or as a buyer wants the answer of before changed. */
export function getProducts(sources: SellerSources): Tool {
  const guidance = createPriceGuidance(sources);
  const domains = createPublisherDomains(sources);
  return {
    name: NAME,
    description:
      'Products that can be bought. buying_mode brief puts them in the order in which they go with a brief, wholesale lists them, refine changes the answer of before.',
    schema: Arguments,
    openTo: 'buyers',
    async run(args: ProductsArgs, call: BuyerCall): Promise<ToolAnswer> {
      const found = await foundFor(sources, { args, call, products: sources.products() });
      const agentUrl = agentUrlOf(sources);
      const guidanceOf = await guidance();
      const listed = ({ product, relevance }: FoundProduct) => {
        const known = product.options.flatMap((option): [string, PriceGuidance][] => {
          const prices = guidanceOf(product, option.model);
          return prices === undefined ? [] : [[option.id, prices]];
        });
        return chosenFields(
          call.write.product({
            product,
            relevance,
            guidance: new Map(known),
            publisherDomains: domains.of(product),
            measuredBy: domains.exchange(),
            agentUrl,
          }),
          args.fields,
        );
      };
      return answerOf(args, call, { ...found, listed });
    },
  };
}

type FoundProduct = Pick<RankedProduct, 'product'> & { readonly relevance: string | undefined };

type FoundProducts = {
  readonly found: readonly FoundProduct[];
  /** Told where they apply. */
  readonly more: object;
};

type ProductsCall = {
  readonly args: ProductsArgs;
  readonly call: BuyerCall;
  readonly products: readonly AdProduct[];
};

async function foundFor(
  sources: SellerSources,
  { args, call, products }: ProductsCall,
): Promise<FoundProducts> {
  const { buying_mode: mode = 'brief', brief, refine } = args;
  const isSandbox = await sandboxOf(sources, args, call);
  checkMode(mode, args);
  const agentUrl = agentUrlOf(sources);
  const context = { agentUrl, formats: sources.formats(), nowMs: call.nowMs };
  const filters = readFilters(args.filters ?? {}, context);
  const support = readSupport(args);
  const left = filtered(products, [...filters, ...support]);
  const more = { ...left.more, ...(isSandbox && { sandbox: true }) };
  const nameOf = (id: string) => sources.publisherOf(id)?.seller?.name ?? '';
  if (mode === 'refine') {
    const { ranked, applied } = refineProducts(left.products, refine ?? [], nameOf);
    return { found: ranked, more: { ...more, refinement_applied: applied } };
  }
  if (mode === 'brief') return { found: rankProducts(left.products, brief ?? '', nameOf), more };
  return { found: left.products.map((product) => ({ product, relevance: undefined })), more };
}

/** Prices are the same for all accounts. One that a buyer names is looked up all the same: it may be mistaken. */
async function sandboxOf(
  { database }: Pick<SellerSources, 'database'>,
  { account: reference }: ProductsArgs,
  { buyer, version }: BuyerCall,
): Promise<boolean> {
  if (reference === undefined) return buyer.isSandbox;
  const open = database() ?? refuseWith(UNREACHABLE);
  try {
    return (await findAccount(open.query, buyer, reference)).definition.isSandbox;
  } catch (error) {
    // Before 3.2 a brand and an operator may be named before they are declared.
    const isUndeclared = version !== '3.2' && reference.account_id === undefined;
    const isUnknown = error instanceof Refused && error.errors[0].code === 'ACCOUNT_NOT_FOUND';
    if (isUndeclared && isUnknown) return buyer.isSandbox;
    throw error;
  }
}

function checkMode(mode: string, { brief, refine }: ProductsArgs): void {
  if (mode === 'brief' && brief === undefined) {
    refuse.malformed('brief', 'expected what the campaign is about, since buying_mode is brief');
  }
  if (mode === 'refine' && refine === undefined) {
    refuse.malformed('refine', 'expected at least one change, since buying_mode is refine');
  }
  if (mode !== 'brief' && brief !== undefined) {
    refuse.malformed('brief', `expected none, since buying_mode is ${mode}`);
  }
  if (mode !== 'refine' && refine !== undefined) {
    refuse.malformed('refine', `expected none, since buying_mode is ${mode}`);
  }
}

/** Which filters have left products out, each with how many it alone has. */
function filtered(products: readonly AdProduct[], filters: readonly NamedFilter[]) {
  const through = (product: AdProduct, some: readonly NamedFilter[]) =>
    some.reduce<AdProduct | undefined>(
      (left, { filter }) => (left === undefined ? undefined : filter(left)),
      product,
    );
  const left = products.flatMap((product) => through(product, filters) ?? []);
  if (left.length === products.length) return { products: left, more: {} };
  const alone = filters.flatMap((one) => {
    const others = filters.filter((other) => other !== one);
    const without = products.flatMap((product) => through(product, others) ?? []);
    const count = without.length - left.length;
    return count === 0 ? [] : [[one.name, { count }] as const];
  });
  const diagnostics = {
    semantics: 'only',
    total_candidates: products.length,
    excluded_by: Object.fromEntries(alone),
  };
  return { products: left, more: { filter_diagnostics: diagnostics } };
}

/** `product_id` and `name` are always there. */
function chosenFields(product: object, fields: readonly string[] | undefined): object {
  if (fields === undefined) return product;
  const chosen = new Set(['product_id', 'name', ...fields]);
  return Object.fromEntries(Object.entries(product).filter(([name]) => chosen.has(name)));
}

async function answerOf(
  args: ProductsArgs,
  { version }: BuyerCall,
  { found, more, listed }: FoundProducts & { readonly listed: (product: FoundProduct) => object },
): Promise<ToolAnswer> {
  // Of a feed, all are written: its version follows from them.
  const feed = args.buying_mode === 'wholesale' ? found.map(listed) : undefined;
  const known = feed && { wholesale_feed_version: versionOfFeed(feed) };
  const scope = { ...known, cache_scope: 'public' };
  const isUnchanged =
    known !== undefined && known.wholesale_feed_version === args.if_wholesale_feed_version;
  // 3.0 has products in every answer.
  if (isUnchanged && version !== '3.0') return done({ ...scope, unchanged: true });
  const asked = { list: NAME, asked: args.pagination };
  const page =
    feed === undefined
      ? await pageOfList({ ...asked, items: found, shown: listed })
      : await pageOfList({ ...asked, items: feed, shown: (product) => product });
  const { items, pagination } = page;
  return done({ products: items, ...scope, ...more, pagination });
}

const FEED_VERSION_LENGTH = 22;

/** Changes with anything that the feed has. */
function versionOfFeed(products: readonly object[]): string {
  const hash = createHash('sha256').update(JSON.stringify(products)).digest('base64url');
  return hash.slice(0, FEED_VERSION_LENGTH);
}
