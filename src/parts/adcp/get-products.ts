import Type, { type Static } from 'typebox';
import { exchangeDomainOf } from '../../host/worker/assemble.ts';
import { perObject } from '../../lib/lookup.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { findAccount } from './accounts.ts';
import {
  BRIEF_LENGTH_MAX,
  type RankedProduct,
  Refinements,
  rankProducts,
  refineProducts,
} from './brief.ts';
import { Refused, refuse, refuseFields } from './errors.ts';
import { AccountReference, OPAQUE } from './fields.ts';
import { filtersSchema, readFilters } from './filters.ts';
import { agentUrlOf } from './formats.ts';
import { Pagination, pageOf } from './paging.ts';
import { createPriceGuidance } from './price-guidance.ts';
import { PRODUCT_FILTERS } from './product-filters.ts';
import type { AdProduct, SellerSources } from './seller-terms.ts';
import { readOverlay } from './targeting.ts';
import { type BuyerCall, tool } from './tool.ts';

const NAME = 'get_products';

const Arguments = Type.Object({
  ...OPAQUE,
  buying_mode: Type.Optional(Type.Enum(['brief', 'wholesale', 'refine'])),
  brief: Type.Optional(Type.String({ minLength: 1, maxLength: BRIEF_LENGTH_MAX })),
  refine: Type.Optional(Refinements),
  account: Type.Optional(AccountReference),
  filters: Type.Optional(filtersSchema(PRODUCT_FILTERS)),
  targeting_overlay: Type.Optional(Type.Object({})),
  pagination: Type.Optional(Pagination),
});

type ProductsArgs = DeepReadonly<Static<typeof Arguments>>;

/** What later versions ask of products in fields of their own. */
const REFUSED_FIELDS = {
  required_overlay_support: 'send the targeting_overlay itself: it is checked',
  media_buy_frequency_cap: 'a frequency cap is held for each package',
  required_media_buy_support: 'this seller cannot tell what satisfies it',
  required_policies: 'no policies are declared',
};

const guidanceBy = perObject(createPriceGuidance);

/** What can be bought: in the order of a brief, as a list, or as a buyer wants the answer of before changed. */
export const getProducts = tool(NAME, {
  description:
    'Products that can be bought. buying_mode brief puts them in the order in which they go with a brief, wholesale lists them, refine changes the answer of before.',
  input: Arguments,
  async run(args, call) {
    const { sources, write } = call;
    const isSandbox = await sandboxOf(args, call);
    const { found, more } = foundFor(args, call);
    const agentUrl = agentUrlOf(sources);
    const measuredBy = exchangeDomainOf(sources.config().listen, sources.publicUrl());
    const guidanceOf = await guidanceBy(sources)();
    const page = await pageOf({ list: NAME, asked: args.pagination, items: found });
    const products = page.items.map(({ product, relevance }) => {
      const domains = publisherDomains(sources, product.publishers);
      return write.product({
        product,
        relevance,
        guidanceOf: ({ model }) => guidanceOf(product, model),
        // A product whose publishers declare no domain has that of the exchange.
        publisherDomains: domains.length === 0 ? [measuredBy] : domains,
        measuredBy,
        agentUrl,
      });
    });
    const { pagination } = page;
    const told = { cache_scope: 'public', ...more, ...(isSandbox && { sandbox: true }) };
    return { products, ...told, pagination };
  },
});

type FoundProduct = Pick<RankedProduct, 'product'> & Partial<RankedProduct>;

/** What each mode cannot be without, and no other has. */
const WANTED = { brief: 'what the campaign is about', refine: 'at least one change' } as const;

/** The products in the order of the answer, and what else is told of them. */
function foundFor(
  args: ProductsArgs,
  { sources, nowMs }: BuyerCall,
): { readonly found: readonly FoundProduct[]; readonly more?: object } {
  const { buying_mode: mode = 'brief', brief = '', refine = [] } = args;
  refuseFields(args, REFUSED_FIELDS);
  readOverlay({ ...args.targeting_overlay }, 'targeting_overlay');
  for (const name of ['brief', 'refine'] as const) {
    if ((mode === name) === (args[name] !== undefined)) continue;
    const wanted = mode === name ? WANTED[name] : 'none';
    refuse.malformed(name, `expected ${wanted}, since buying_mode is ${mode}`);
  }
  const context = { agentUrl: agentUrlOf(sources), formats: sources.formats(), nowMs };
  const filters = readFilters(PRODUCT_FILTERS, args.filters ?? {}, context);
  const products = sources
    .products()
    .filter((product) => filters.every(({ filter }) => filter(product)));
  const nameOf = (id: string) => sources.publisherOf(id)?.seller?.name ?? '';
  if (mode === 'wholesale') return { found: products.map((product) => ({ product })) };
  if (mode === 'brief') return { found: rankProducts(products, brief, nameOf) };
  const { ranked, applied } = refineProducts(products, refine, nameOf);
  return { found: ranked, more: { refinement_applied: applied } };
}

/** Prices are the same for all accounts. One that a buyer names is looked up all the same: it may be mistaken. */
async function sandboxOf(
  { account: reference }: ProductsArgs,
  { buyer, version, query }: BuyerCall,
): Promise<boolean> {
  if (reference === undefined) return buyer.sandbox === true;
  try {
    return (await findAccount(query, buyer, reference)).definition.isSandbox;
  } catch (error) {
    // Before 3.2 a brand and an operator may be named before they are declared.
    const isUndeclared = version !== '3.2' && reference.account_id === undefined;
    const isUnknown = error instanceof Refused && error.errors[0].code === 'ACCOUNT_NOT_FOUND';
    if (isUndeclared && isUnknown) return buyer.sandbox === true;
    throw error;
  }
}

/** As the files of publishers are found: by the domains of their entries as sellers, or else of their pages. */
export function publisherDomains(
  { publisherOf }: Pick<SellerSources, 'publisherOf'>,
  ids: AdProduct['publishers'],
): readonly string[] {
  const domains = ids.flatMap((id) => {
    const { seller, origins = [] } = publisherOf(id) ?? {};
    const domain = seller?.domain ?? URL.parse(origins[0] ?? '')?.hostname;
    return domain?.toLowerCase().replace(/^www\./, '') ?? [];
  });
  return [...new Set(domains)];
}
