import { fromMicros, impressionMicros, toMicros } from '../../lib/money.ts';
import { type Campaign, CPM_MAX } from './campaign-schema.ts';
import { conversionTermsOf } from './conversion-terms.ts';
import { readFlight } from './flight.ts';
import { frequencyRules } from './frequency-rules.ts';
import { ceilingMicros, expectedCpmMicros, PRICE_KEYS, priceOfCampaign } from './price.ts';

/** Where a rule of the file is broken, and how. */
export type Breach = { readonly path: string; readonly reason: string };

/**
 * What no schema can state: values that are fine by themselves and not beside each other. undefined: a campaign whose
 * keys are not right.
 */
export function contradictionsOfAll(
  campaigns: readonly (Campaign | undefined)[],
): readonly Breach[] {
  return [
    ...repeatedIds('campaigns', campaigns),
    ...campaigns.flatMap((campaign, index) => {
      if (campaign === undefined) return [];
      return contradictionsOf(campaign).map(({ path, reason }) => ({
        path: `campaigns[${index}].${path}`,
        reason,
      }));
    }),
  ];
}

/** The breaches of each rule, in one campaign. */
export function contradictionsOf(campaign: Campaign): readonly Breach[] {
  const withoutPrice = findOtherThanOnePrice(campaign);
  if (withoutPrice !== undefined) return [withoutPrice];
  return [
    findRiskWithoutOne(campaign),
    findTaxonomyMismatch(campaign),
    findFlightThatNeverRuns(campaign),
    findRunawayPrice(campaign),
    findBudgetThatNeverPays(campaign),
    findDailyAboveTotal(campaign),
    findPriceWithoutConversions(campaign),
    findTakenParameter(campaign),
    findCapThatNeverHolds(campaign),
    ...repeatedIds('creatives', campaign.creatives),
    findWeightWithoutUse(campaign),
  ].filter((breach) => breach !== undefined);
}

function repeatedIds(
  list: string,
  items: readonly ({ readonly id: string } | undefined)[],
): readonly Breach[] {
  const seen = new Set<string>();
  return items.flatMap((item, index) => {
    if (item === undefined) return [];
    const { id } = item;
    if (seen.has(id)) return [{ path: `${list}[${index}].id`, reason: `"${id}" is used twice` }];
    seen.add(id);
    return [];
  });
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

function findFlightThatNeverRuns({ flight, zone }: Campaign): Breach | undefined {
  const { startMs, endMs } = readFlight(flight, zone);
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

function findRiskWithoutOne({ cpm, riskMax }: Campaign): Breach | undefined {
  if (cpm === undefined || riskMax === undefined) return undefined;
  const reason = 'expected it with cpc or cpa alone: what is owed for an impression is charged';
  return { path: 'riskMax', reason: `${reason} with a cpm` };
}

function findPriceWithoutConversions(campaign: Campaign): Breach | undefined {
  if (campaign.cpa === undefined || conversionTermsOf(campaign) !== undefined) return undefined;
  const reason = 'expected conversions too (conversions: true), since only they are charged';
  return { path: 'cpa', reason };
}

/** Of two parameters with one name, some shops read the first and others the last. */
function findTakenParameter(campaign: Campaign): Breach | undefined {
  const terms = conversionTermsOf(campaign);
  if (terms === undefined) return undefined;
  const { parameter } = terms;
  for (const [index, { link }] of campaign.creatives.entries()) {
    if (!URL.parse(link)?.searchParams.has(parameter)) continue;
    return {
      path: `creatives[${index}].link`,
      reason: `expected a link without the parameter "${parameter}", which conversions adds`,
    };
  }
  return undefined;
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

/** A cap that another makes idle: it allows no fewer, within no longer a time. */
function findCapThatNeverHolds(campaign: Campaign): Breach | undefined {
  const rules = frequencyRules(campaign);
  for (const [index, rule] of rules.entries()) {
    const other = rules.findIndex(
      (one, at) =>
        at !== index &&
        one.of === rule.of &&
        one.per === rule.per &&
        one.windowSec >= rule.windowSec &&
        one.atMost <= rule.atMost,
    );
    if (other === -1) continue;
    const reason = `expected a cap that can be reached, but frequency[${other}] allows no more: ${rules[other]?.words}`;
    return { path: `frequency[${index}]`, reason };
  }
  return undefined;
}
