import Type, { type Static } from 'typebox';
import { type Campaign, CampaignSchema } from '../demand/campaigns/campaign-schema.ts';
import { PRICE_KEYS } from '../demand/campaigns/price.ts';
import { CampaignFaults, checkCampaign } from '../demand/campaigns/read-campaigns.ts';
import type { DeepReadonly } from '../lib/readonly.ts';
import { refusedState } from './refused-change.ts';
import type { Review, StoredCampaign } from './stored-campaign.ts';

const PRICES = Object.values(PRICE_KEYS);

const CLOSED = { additionalProperties: false };
const { flight, budget } = CampaignSchema.properties;

const hasOne = (action: object) => Object.keys(action).length > 1;

/** What is done to each of many campaigns. What an action does not name stays as it is. */
export const BulkActionSchema = Type.Union(
  [
    Type.Object(
      { kind: Type.Literal('state'), state: Type.Enum(['active', 'paused', 'archived']) },
      CLOSED,
    ),
    Type.Object(
      {
        kind: Type.Literal('bid'),
        price: Type.Enum(PRICES),
        usd: Type.Number({ minimum: 0.01, maximum: 10_000 }),
      },
      CLOSED,
    ),
    Type.Object(
      { kind: Type.Literal('bid-percent'), percent: Type.Number({ minimum: -99, maximum: 1000 }) },
      CLOSED,
    ),
    Type.Refine(
      Type.Object(
        {
          kind: Type.Literal('budget'),
          daily: budget.properties.daily,
          total: budget.properties.total,
        },
        CLOSED,
      ),
      hasOne,
      () => 'expected daily, total or both',
    ),
    Type.Refine(
      Type.Object(
        {
          kind: Type.Literal('flight'),
          start: flight.properties.start,
          end: flight.properties.end,
        },
        CLOSED,
      ),
      hasOne,
      () => 'expected start, end or both',
    ),
    Type.Object({ kind: Type.Literal('approve') }, CLOSED),
    Type.Object({ kind: Type.Literal('undo') }, CLOSED),
  ],
  { discriminator: 'kind', expects: 'an object with kind' },
);

export type BulkAction = DeepReadonly<Static<typeof BulkActionSchema>>;

/** How an action is made with the changes that there are for one campaign, or why it is not. */
export type BulkStep =
  | { readonly kind: 'state'; readonly state: 'active' | 'paused' | 'archived' }
  | { readonly kind: 'replace'; readonly campaign: Campaign }
  | { readonly kind: 'review'; readonly reviews: readonly Review[] }
  | { readonly kind: 'undo' }
  /** `unchanged`: there is nothing to do for it; `refused`: it could not be what is wanted. */
  | { readonly kind: 'unchanged' | 'refused'; readonly reason: string };

export function bulkStep(stored: StoredCampaign, action: BulkAction): BulkStep {
  const { state, campaign, reviews } = stored;
  if (action.kind === 'undo') return action;
  if (state === 'archived') return { kind: 'unchanged', reason: STAYS.archived };
  if (action.kind === 'state') {
    if (state === action.state) return { kind: 'unchanged', reason: `it is ${state} already` };
    const refused = refusedState(stored, action.state);
    return refused === undefined ? action : { kind: 'unchanged', reason: STAYS[state] };
  }
  if (action.kind === 'approve') {
    const next = reviews.map(
      (review): Review => (review.state === 'waiting' ? { ...review, state: 'approved' } : review),
    );
    const waits = reviews.some((review) => review.state === 'waiting');
    return waits ? { kind: 'review', reviews: next } : { kind: 'unchanged', reason: NONE_WAITS };
  }
  return termsStep(campaign, action);
}

const NONE_WAITS = 'none of its creatives waits for approval';

/** Why a state is not followed by the one that is wanted. */
const STAYS: Readonly<Record<StoredCampaign['state'], string>> = {
  draft: 'it is a draft',
  active: 'it is active',
  paused: 'it is paused',
  archived: 'it is archived',
  deleted: 'it is deleted',
};

type TermsAction = Extract<
  BulkAction,
  { readonly kind: 'bid' | 'bid-percent' | 'budget' | 'flight' }
>;

function termsStep(campaign: Campaign, action: TermsAction): BulkStep {
  const terms = termsAfter(campaign, action);
  if (typeof terms === 'string') return { kind: 'unchanged', reason: terms };
  const next = { ...campaign, ...terms };
  if (JSON.stringify(next) === JSON.stringify(campaign)) {
    return { kind: 'unchanged', reason: 'it has these values already' };
  }
  const checked = checkCampaign(next);
  if (!(checked instanceof CampaignFaults)) return { kind: 'replace', campaign: checked };
  const [fault] = checked.faults;
  return { kind: 'refused', reason: fault ? `${fault.path}: ${fault.reason}` : 'it is not valid' };
}

/** A bid has at most this many decimals after a change by percent: finer ones are less than a micro-dollar a sale. */
const BID_DIGITS = 4;

/** The fields that change, or why none does. */
function termsAfter(campaign: Campaign, action: TermsAction): Partial<Campaign> | string {
  const paid = PRICES.find((key) => campaign[key] !== undefined) ?? 'cpm';
  switch (action.kind) {
    case 'bid':
      return action.price === paid
        ? { [paid]: action.usd }
        : `it pays by ${paid.toUpperCase()} and not by ${action.price.toUpperCase()}`;
    case 'bid-percent': {
      const raised = (campaign[paid] ?? 0) * (1 + action.percent / 100);
      return { [paid]: Number(raised.toFixed(BID_DIGITS)) };
    }
    case 'budget': {
      const { kind: _, ...limits } = action;
      return { budget: { ...campaign.budget, ...limits } };
    }
    case 'flight': {
      const { kind: _, ...dates } = action;
      return { flight: { ...campaign.flight, ...dates } };
    }
  }
}
