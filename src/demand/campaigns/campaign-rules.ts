import type { Steps } from '../../lib/steps.ts';
import { NO_LANGUAGE_STATED } from '../request-language.ts';
import type { Campaign } from './campaign-schema.ts';
import {
  type CompiledCondition,
  compileCondition,
  createPredicates,
  packCondition,
} from './conditions.ts';
import type { Features, Vocabulary } from './features.ts';
import { readFlight } from './flight.ts';
import { cappedMicros, ceilingMicros, priceOfCampaign, wholeMicros } from './price.ts';
import { indexOfRank, rankOf } from './rank-heap.ts';

export const NO_MATCH = 0;

/** What a campaign pays on a request, for a thousand impressions or for one of what it pays for; `NO_MATCH` if it does not run on it. */
export type CampaignRules = (campaign: number, features: Features, nowMs: number) => number;

/** What the index must know of a campaign in order to file it; not kept once it is filed. */
export type CampaignOutline = {
  readonly startMs: number;
  readonly endMs: number;
  readonly include: CompiledCondition;
  readonly exclude: CompiledCondition;
  /** The language of its ads, which a request must state or leave open. It makes no filler a targeted campaign. */
  readonly spoken: CompiledCondition;
  /** What it pays for one of what it pays for, or for a thousand impressions. */
  readonly unitMicros: number;
  /** Whether its CPM follows from an expected rate, and is not its price. */
  readonly isExplored: boolean;
  /** The most that a thousand impressions cost without adjustments. */
  readonly cpmMicros: number;
  readonly adjustments: readonly { readonly when: CompiledCondition; readonly factor: number }[];
};

export function outlineCampaign(
  campaign: Campaign,
  cpmMicros: number,
  vocabulary: Vocabulary,
): CampaignOutline {
  const { targeting, adjustments = [], flight, zone, language } = campaign;
  const price = priceOfCampaign(campaign);
  return {
    ...readFlight(flight, zone),
    include: compileCondition(targeting?.include, vocabulary, { zone }),
    exclude: compileCondition(targeting?.exclude, vocabulary, { zone, use: 'exclude' }),
    spoken: compileCondition(
      language === undefined ? undefined : { languages: [language, NO_LANGUAGE_STATED] },
      vocabulary,
    ),
    unitMicros: price.micros,
    isExplored: price.per !== 'impression',
    cpmMicros,
    adjustments: adjustments.map(({ when, factor }) => ({
      when: compileCondition(when, vocabulary, { zone }),
      factor,
    })),
  };
}

/**
 * The rules of all campaigns, each by its position in the list. They lie in two arrays of numbers. Amounts:
 * for each campaign its start, its end, its price and the factors of its adjustments. Conditions: what it
 * includes and speaks, what it excludes, how many adjustments it has, and when each applies.
 */
export function* createCampaignRules(outlines: readonly CampaignOutline[]): Steps<CampaignRules> {
  const amounts: number[] = [];
  const conditions: number[] = [];
  const starts = new Int32Array(outlines.length * 2);
  // Those that can pay most are asked most: lying together, they share what the processor keeps at hand.
  for (const campaign of dearestFirst(outlines)) {
    const outline = outlines[campaign] as CampaignOutline;
    const { startMs, endMs, include, exclude, spoken, unitMicros, adjustments } = outline;
    starts[campaign * 2] = amounts.length;
    starts[campaign * 2 + 1] = conditions.length;
    amounts.push(startMs, endMs, unitMicros, ...adjustments.map(({ factor }) => factor));
    conditions.push(...packCondition([...include, ...spoken]), ...packCondition(exclude));
    conditions.push(adjustments.length);
    for (const { when } of adjustments) conditions.push(...packCondition(when));
    yield;
  }
  return rulesOf(starts, new Float64Array(amounts), new Int32Array(conditions));
}

function rulesOf(
  starts: Int32Array,
  amountNumbers: Float64Array,
  conditionNumbers: Int32Array,
): CampaignRules {
  const { meetsAll, meetsAny, endOf } = createPredicates(conditionNumbers);

  // Every position read below was written above.
  const amountAt = (position: number) => amountNumbers[position] as number;

  return (campaign, features, nowMs) => {
    const include = starts[campaign * 2 + 1] as number;
    if (!meetsAll(include, features)) return NO_MATCH;
    const exclude = endOf(include);
    if (meetsAny(exclude, features)) return NO_MATCH;
    let amount = starts[campaign * 2] as number;
    if (nowMs < amountAt(amount) || nowMs >= amountAt(amount + 1)) return NO_MATCH;
    let micros = amountAt(amount + 2);
    amount += 3;
    const adjustments = endOf(exclude);
    let when = adjustments + 1;
    for (let left = conditionNumbers[adjustments] as number; left > 0; left--) {
      if (meetsAll(when, features)) micros *= amountAt(amount);
      amount++;
      when = endOf(when);
    }
    return wholeMicros(micros);
  };
}

/** Positions of campaigns, those that can pay most first. */
function dearestFirst(outlines: readonly CampaignOutline[]): readonly number[] {
  const ranks = Float64Array.from(outlines, ({ cpmMicros, adjustments }, campaign) =>
    rankOf(cappedMicros(ceilingMicros(cpmMicros, adjustments)), campaign),
  );
  return Array.from(ranks.sort().reverse(), indexOfRank);
}
