import Type, { type Static } from 'typebox';
import type { DeepReadonly } from '../../../lib/readonly.ts';
import { type PublisherNames, type RankedProduct, rankProducts, readBrief } from './brief.ts';
import type { AdProduct } from './product.ts';

const REFINEMENTS_MAX = 50;
export const BRIEF_LENGTH_MAX = 5000;

const Ask = Type.String({ minLength: 1, maxLength: BRIEF_LENGTH_MAX });
const Id = Type.String({ minLength: 1, maxLength: 255 });

export const Refinements = Type.Array(
  Type.Object({
    scope: Type.Enum(['request', 'product', 'proposal']),
    product_id: Type.Optional(Id),
    proposal_id: Type.Optional(Id),
    action: Type.Optional(Type.Enum(['include', 'omit', 'more_like_this', 'finalize'])),
    ask: Type.Optional(Ask),
  }),
  { minItems: 1, maxItems: REFINEMENTS_MAX },
);

type Refinement = DeepReadonly<Static<typeof Refinements>>[number];

/** What became of a change that a buyer asked for, as it is sent. */
type Refined = {
  readonly status: 'applied' | 'partial' | 'unable';
  readonly notes: string;
};

/**
 * Products as a buyer wants them changed. What can be done is done: some left out, others in another order. Prices and terms
 * are those of the list, and nobody negotiates: that is said.
 */
export function refineProducts(
  products: readonly AdProduct[],
  refinements: readonly Refinement[],
  nameOf: PublisherNames,
): { readonly ranked: readonly RankedProduct[]; readonly applied: readonly object[] } {
  const find = (id: string | undefined) => products.find((product) => product.id === id);
  const applied = refinements.map((one) => ({
    scope: one.scope,
    ...(one.scope === 'product' && { product_id: one.product_id ?? '' }),
    ...(one.scope === 'proposal' && { proposal_id: one.proposal_id ?? '' }),
    ...outcomeOf(one, find(one.product_id)),
  }));
  const omitted = new Set(
    refinements.flatMap(({ scope, action, product_id }) =>
      scope === 'product' && action === 'omit' ? (product_id ?? []) : [],
    ),
  );
  const text = refinements.map((one) => wishOf(one, find(one.product_id))).join(' ');
  const left = products.filter(({ id }) => !omitted.has(id));
  return { ranked: rankProducts(left, text, nameOf), applied };
}

/** The text by which products are put in order. */
function wishOf({ scope, action, ask = '' }: Refinement, product: AdProduct | undefined): string {
  if (scope === 'request') return ask;
  if (action !== 'more_like_this' || product === undefined) return '';
  return `${product.name} ${product.description} ${ask}`;
}

function outcomeOf(refinement: Refinement, product: AdProduct | undefined): Refined {
  const { scope, action = 'include', ask } = refinement;
  if (scope === 'proposal') return NO_PROPOSALS;
  if (scope === 'request') return readBrief(ask ?? '') === undefined ? NOT_UNDERSTOOD : REORDERED;
  if (product === undefined) return NO_SUCH_PRODUCT;
  if (action === 'omit') return { status: 'applied', notes: 'Left out.' };
  if (action === 'more_like_this') return { status: 'partial', notes: LIKE_IT };
  if (action === 'finalize') return NO_PROPOSALS;
  return ask === undefined ? { status: 'applied', notes: 'Returned as it is listed.' } : AS_LISTED;
}

const NO_PROPOSALS: Refined = {
  status: 'unable',
  notes: 'This seller makes no proposals: buy products with create_media_buy.',
};
const NOT_UNDERSTOOD: Refined = {
  status: 'unable',
  notes:
    'Nothing in it names a subject that this seller knows. Use filters for conditions that have to hold.',
};
const REORDERED: Refined = {
  status: 'partial',
  notes:
    'Products are in the order in which they go with it. Nothing else of it is applied: use filters for conditions that have to hold.',
};
const NO_SUCH_PRODUCT: Refined = {
  status: 'unable',
  notes: 'No product of this seller that the filters leave has this id.',
};
const LIKE_IT =
  'The other products are in the order in which they go with its name and description.';
const AS_LISTED: Refined = {
  status: 'unable',
  notes:
    'Prices and terms are as listed. Budget, targeting and flight are set in create_media_buy.',
};
