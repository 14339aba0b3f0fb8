import { fromMicros, impressionMicros, toMicros } from '../../lib/money.ts';
import { type Campaign, CPM_MAX } from './campaign-schema.ts';
import { readFlight } from './flight.ts';
import { ceilingMicros, expectedCpmMicros, PRICE_KEYS, priceOfCampaign } from './price.ts';

/** Where a rule of the file is broken, and how. */
export type Breach = { readonly path: string; readonly reason: string };

/** What no schema can state: values that are fine by themselves and not beside each other. */
export function findContradiction(campaigns: readonly Campaign[]): Breach | undefined {
  const repeated = findRepeatedId('campaigns', campaigns);
  if (repeated !== undefined) return repeated;
  for (const [index, campaign] of campaigns.entries()) {
    const [found] = contradictionsOf(campaign);
    if (found !== undefined) return { ...found, path: `campaigns[${index}].${found.path}` };
  }
  return undefined;
}

/** The first breach of each rule, in one campaign. */
export function contradictionsOf(campaign: Campaign): readonly Breach[] {
  const withoutPrice = findOtherThanOnePrice(campaign);
  if (withoutPrice !== undefined) return [withoutPrice];
  return [
    findTaxonomyMismatch(campaign),
    findFlightThatNeverRuns(campaign),
    findRunawayPrice(campaign),
    findBudgetThatNeverPays(campaign),
    findDailyAboveTotal(campaign),
    findRepeatedId('creatives', campaign.creatives),
    findWeightWithoutUse(campaign),
  ].filter((breach) => breach !== undefined);
}

function findRepeatedId(
  list: string,
  items: readonly { readonly id: string }[],
): Breach | undefined {
  const seen = new Set<string>();
  for (const [index, { id }] of items.entries()) {
    if (seen.has(id)) return { path: `${list}[${index}].id`, reason: `"${id}" is used twice` };
    seen.add(id);
  }
  return undefined;
}

const TAXONOMY_1 = 1;
const TAXONOMY_1_ID = /^IAB\d{1,2}(?:-\d{1,2})?$/;

/** Publishers block categories by id and taxonomy: under the wrong one, a blocked ad would pass. */
function findTaxonomyMismatch({
  categories = [],
  cattax = TAXONOMY_1,
}: Campaign): Breach | undefined {
  for (const [index, id] of categories.entries()) {
    if (TAXONOMY_1_ID.test(id) === (cattax === TAXONOMY_1)) continue;
    const reason =
      cattax === TAXONOMY_1
        ? `expected a category of taxonomy 1 like "IAB17-1" (cattax names another), but got "${id}"`
        : `expected a category of taxonomy ${cattax}, but got "${id}" of taxonomy 1`;
    return { path: `categories[${index}]`, reason };
  }
  return undefined;
}

function findFlightThatNeverRuns({ flight }: Campaign): Breach | undefined {
  const { startMs, endMs } = readFlight(flight);
  if (startMs < endMs) return undefined;
  return {
    path: 'flight.end',
    reason: `expected an end after the start ${flight?.start}, but got ${flight?.end}`,
  };
}

/** A factor of 12 where 1.2 was meant is found here rather than on an invoice. */
const PRICES = Object.values(PRICE_KEYS);

function findOtherThanOnePrice(campaign: Campaign): Breach | undefined {
  const [first, second] = PRICES.filter((key) => campaign[key] !== undefined);
  if (second !== undefined) {
    return { path: second, reason: `expected one of ${PRICES.join(', ')}, but got ${first} too` };
  }
  if (first !== undefined) return undefined;
  return { path: 'cpm', reason: `expected a price: ${PRICES.join(' or ')}, but got none` };
}

function findRunawayPrice(campaign: Campaign): Breach | undefined {
  const ceiling = ceilingMicros(
    expectedCpmMicros(priceOfCampaign(campaign)),
    campaign.adjustments ?? [],
  );
  if (ceiling <= toMicros(CPM_MAX)) return undefined;
  return {
    path: 'adjustments',
    reason: `expected a CPM of at most ${CPM_MAX} when all of them apply, but it can reach ${fromMicros(ceiling)}`,
  };
}

/** A budget below the price of one impression would keep the campaign silent, and nobody would know why. */
function findBudgetThatNeverPays(campaign: Campaign): Breach | undefined {
  const { budget } = campaign;
  const { per, micros } = priceOfCampaign(campaign);
  const priceMicros = per === 'impression' ? impressionMicros(micros) : micros;
  for (const key of ['total', 'daily'] as const) {
    const amount = budget?.[key];
    if (amount === undefined || toMicros(amount) >= priceMicros) continue;
    const price = fromMicros(priceMicros);
    return {
      path: `budget.${key}`,
      reason: `expected at least the ${price} USD that one ${per} costs, but got ${amount}`,
    };
  }
  return undefined;
}

/** A weight that is not used would promise a share of the impressions that the creative does not get. */
function findWeightWithoutUse({ rotation, creatives }: Campaign): Breach | undefined {
  if (rotation === 'weighted') return undefined;
  const index = creatives.findIndex(({ weight }) => weight !== undefined);
  if (index === -1) return undefined;
  const got = rotation === undefined ? 'no rotation' : `rotation: ${rotation}`;
  return {
    path: `creatives[${index}].weight`,
    reason: `expected a weight only with rotation: weighted, but the campaign has ${got}`,
  };
}

function findDailyAboveTotal({ budget }: Campaign): Breach | undefined {
  const limits = [
    ['budget', budget],
    ['budget.impressions', budget?.impressions],
  ] as const;
  for (const [at, limit] of limits) {
    if (limit?.daily === undefined || limit.total === undefined) continue;
    if (limit.daily <= limit.total) continue;
    return {
      path: `${at}.daily`,
      reason: `expected at most the total of ${limit.total}, but got ${limit.daily}`,
    };
  }
  return undefined;
}
