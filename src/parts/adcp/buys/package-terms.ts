import { CPM_MAX } from '../../../demand/campaigns/campaign-schema.ts';
import { fromMicros, impressionMicros, toMicros } from '../../../lib/money.ts';
import type { JsonObject } from '../../../lib/schema-fault.ts';
import { type AdcpError, fail } from '../errors.ts';
import type { AdProduct, PricingOption } from '../products/product.ts';
import type { BuyPackage, CreativeAssignment } from '../records/buy-record.ts';
import type { SentAssignment } from './buy-schemas.ts';

/** What a package costs and shows, read from the arguments of a call. `path` is that of the package. */

export function optionOf(product: AdProduct, id: string, path: string): PricingOption | AdcpError {
  const found = product.options.find((option) => option.id === id);
  if (found !== undefined) return found;
  const field = `${path}.pricing_option_id`;
  const known = product.options.map((option) => option.id).join(', ');
  return fail.pricingOptionUnknown(`${field}: the product has no such pricing option`, {
    field,
    suggestion: `Send one of ${known}.`,
  });
}

type BidArgs = {
  readonly bid_price?: number | null | undefined;
  readonly bidding?: JsonObject | null | undefined;
};

type PackageBid = Pick<BuyPackage, 'bidUsd' | 'bidAs'>;

/** What a package bids. A product with a fixed price is bought at it, whatever is bid. */
export function bidOf(args: BidArgs, option: PricingOption, path: string): PackageBid | AdcpError {
  if ('fixedUsd' in option) return { bidUsd: option.fixedUsd, bidAs: 'fixed' };
  const { floorUsd } = option;
  const asked = bidAsked(args, path);
  if ('code' in asked) return asked;
  const { bidUsd, name, ...bid } = asked;
  const field = `${path}.${name}`;
  const suggestion = `Send ${floorUsd} USD or more for ${unitOf(option)}.`;
  if (bidUsd === undefined) {
    return fail.invalid(`${field}: expected a bid: the product is sold by auction`, {
      field,
      suggestion,
    });
  }
  if (bidUsd < floorUsd) {
    const message = `${field}: expected a bid of at least the floor of ${floorUsd} USD`;
    return fail.invalid(message, { field, suggestion, details: { floor_price: floorUsd } });
  }
  if (bidUsd > CPM_MAX) {
    return fail.invalid(`${field}: expected a bid of at most ${CPM_MAX} USD`, { field });
  }
  return { bidUsd, ...bid };
}

type AskedBid = Partial<PackageBid> & { readonly name: string };

function bidAsked({ bid_price, bidding }: BidArgs, path: string): AskedBid | AdcpError {
  if (!bidding) return { name: 'bid_price', ...(bid_price != null && { bidUsd: bid_price }) };
  const field = `${path}.bidding`;
  if (bid_price != null) {
    return fail.ambiguousBid(`${field}: expected bidding or bid_price, but got both`, { field });
  }
  const [[name, bidUsd] = ['', undefined], ...others] = Object.entries(bidding);
  const isBid = (name === 'bid_amount' || name === 'max_bid') && typeof bidUsd === 'number';
  if (!isBid || others.length > 0) {
    return fail.unsupported(`${field}: expected bid_amount or max_bid alone`, {
      field,
      suggestion: 'Send {"bid_amount": …} with your bid in USD.',
    });
  }
  return { name: `bidding.${name}`, bidUsd, ...(name === 'max_bid' && { bidAs: 'max_bid' }) };
}

export const unitOf = ({ model }: Pick<PricingOption, 'model'>) =>
  model === 'cpm' ? 'a thousand impressions' : 'a click';

/** In USD: what one impression or one click costs at most. */
function leastUsd({ model, bidUsd }: Pick<BuyPackage, 'model' | 'bidUsd'>): number {
  const micros = toMicros(bidUsd);
  return fromMicros(model === 'cpm' ? impressionMicros(micros) : micros);
}

/** No campaign has a smaller budget. */
const BUDGET_USD_MIN = 0.01;

/** Whether its money buys anything, and as much as the product asks for. */
export function budgetFault(
  line: BuyPackage,
  { minSpendUsd = 0 }: Pick<AdProduct, 'minSpendUsd'>,
  path: string,
): AdcpError | undefined {
  const once = Math.max(leastUsd(line), BUDGET_USD_MIN);
  const unit = line.model === 'cpm' ? 'impression' : 'click';
  const tooLow = (name: string, usd: number, why: string) =>
    fail.budgetTooLow(`${path}.${name}: expected at least ${usd} USD, ${why}`, {
      field: `${path}.${name}`,
      suggestion: `Send ${usd} or more.`,
      details: { minimum_budget: usd, currency: 'USD' },
    });
  if (line.budgetUsd < once) return tooLow('budget', once, `which one ${unit} costs`);
  if (line.budgetUsd < minSpendUsd) {
    return tooLow('budget', minSpendUsd, 'the least that is spent on this product');
  }
  const { dailyCapUsd = once } = line;
  return dailyCapUsd < once
    ? tooLow('daily_budget_cap', once, `which one ${unit} costs`)
    : undefined;
}

export function pacingFault(
  pacing: string | null | undefined,
  path: string,
): AdcpError | undefined {
  if (pacing !== 'front_loaded') return undefined;
  return fail.unsupported(`${path}: expected even or asap: nothing is paced otherwise`, {
    field: path,
    suggestion: 'Send "even" to spread the budget over the flight, or "asap".',
  });
}

/** Fields of an assignment that would not be honoured. */
const UNHONOURED = ['group_id', 'sequence_position', 'placement_refs', 'placement_ids'];
const ROTATIONS: readonly (string | undefined)[] = [undefined, 'weighted', 'even'];

/** The creatives that a package shows. Each is named once, and either all of them have a weight or none does. */
export function assignmentsOf(
  sent: readonly SentAssignment[],
  path: string,
): readonly CreativeAssignment[] | AdcpError {
  const seen = new Set<string>();
  for (const [index, one] of sent.entries()) {
    const at = `${path}.creative_assignments[${index}]`;
    const fault = assignmentFault(one, at);
    if (fault !== undefined) return fault;
    if (seen.has(one.creative_id)) {
      const field = `${at}.creative_id`;
      return fail.invalid(`${field}: the creative is assigned twice`, { field });
    }
    seen.add(one.creative_id);
  }
  const weights = sent.filter(({ weight }) => weight != null);
  if (weights.length > 0 && weights.length < sent.length) {
    const field = `${path}.creative_assignments`;
    return fail.invalid(`${field}: expected a weight for each creative, or for none`, { field });
  }
  return sent.map(({ creative_id, weight }) => ({
    creativeId: creative_id,
    ...(weight != null && { weight }),
  }));
}

function assignmentFault(one: SentAssignment, at: string): AdcpError | undefined {
  const unhonoured = UNHONOURED.find((name) => Object.hasOwn(one, name));
  const refused = (name: string, reason: string) =>
    fail.unsupported(`${at}.${name}: ${reason}`, {
      field: `${at}.${name}`,
      suggestion: 'Leave it out.',
    });
  if (unhonoured !== undefined) return refused(unhonoured, 'creatives are not told apart by it');
  const { rotation_mode: rotation, weight } = one;
  if (!ROTATIONS.includes(rotation ?? undefined) || (rotation === 'even' && weight != null)) {
    return refused('rotation_mode', 'expected weighted, or even without weights');
  }
  if (weight == null || Number.isInteger(weight)) return undefined;
  return refused('weight', 'expected a whole number');
}
