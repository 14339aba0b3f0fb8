import { toMicros } from '../../lib/money.ts';
import type { Campaign } from './campaign-schema.ts';
import {
  type CompiledCondition,
  compileCondition,
  createPredicates,
  packCondition,
} from './conditions.ts';
import type { Features } from './features.ts';
import { readFlight } from './flight.ts';
import { ceilingMicros, wholeMicros } from './price.ts';
import type { Vocabulary } from './vocabulary.ts';

export const NO_MATCH = 0;

export type CampaignRules = {
  /** What the campaign pays for this request, in micros of a USD CPM; `NO_MATCH` if it does not run on it. */
  readonly priceMicros: (campaign: number, features: Features, nowMs: number) => number;
};

/** What the index must know of a campaign in order to file it; not kept once it is filed. */
export type CampaignOutline = {
  readonly include: CompiledCondition;
  readonly exclude: CompiledCondition;
  readonly cpmMicros: number;
  readonly adjustments: readonly {
    readonly when: CompiledCondition;
    readonly factor: number;
  }[];
};

export function outlineCampaign(campaign: Campaign, vocabulary: Vocabulary): CampaignOutline {
  const { cpm, targeting, adjustments = [] } = campaign;
  return {
    include: compileCondition(targeting?.include, vocabulary),
    exclude: compileCondition(targeting?.exclude, vocabulary),
    cpmMicros: toMicros(cpm),
    adjustments: adjustments.map(({ when, factor }) => ({
      when: compileCondition(when, vocabulary),
      factor,
    })),
  };
}

/**
 * The rules of all campaigns, each by its position in the list. They lie in one array of numbers: for each
 * campaign its start, its end, its CPM, what it includes, what it excludes, how many adjustments it has,
 * and for each of these the factor and the condition.
 */
export function createCampaignRules(
  campaigns: readonly Campaign[],
  outlines: readonly CampaignOutline[],
): CampaignRules {
  const starts = new Int32Array(campaigns.length);
  const numbers: number[] = [];
  // Those that can pay most are asked most: lying together, they share what the processor keeps at hand.
  for (const campaign of dearestFirst(outlines)) {
    const { include, exclude, cpmMicros, adjustments } = outlines[campaign] as CampaignOutline;
    const { startMs, endMs } = readFlight(campaigns[campaign]?.flight);
    starts[campaign] = numbers.length;
    numbers.push(startMs, endMs, cpmMicros, ...packCondition(include), ...packCondition(exclude));
    numbers.push(adjustments.length);
    for (const { when, factor } of adjustments) numbers.push(factor, ...packCondition(when));
  }
  const packed = Float64Array.from(numbers);
  const { meetsAll, meetsAny, endOf } = createPredicates(packed);
  // Every position read below was written above.
  const at = (position: number) => packed[position] as number;

  return {
    priceMicros(campaign, features, nowMs) {
      const start = starts[campaign] as number;
      if (nowMs < at(start) || nowMs >= at(start + 1)) return NO_MATCH;
      const include = start + 3;
      if (!meetsAll(include, features)) return NO_MATCH;
      const exclude = endOf(include);
      if (meetsAny(exclude, features)) return NO_MATCH;
      let micros = at(start + 2);
      let position = endOf(exclude);
      for (let adjustments = at(position++); adjustments > 0; adjustments--) {
        const factor = at(position++);
        if (meetsAll(position, features)) micros *= factor;
        position = endOf(position);
      }
      return wholeMicros(micros);
    },
  };
}

/** Positions of campaigns, those that can pay most first. */
function dearestFirst(outlines: readonly CampaignOutline[]): readonly number[] {
  const ceilings = outlines.map(({ cpmMicros, adjustments }) =>
    ceilingMicros(cpmMicros, adjustments),
  );
  return [...outlines.keys()].sort((a, b) => (ceilings[b] ?? 0) - (ceilings[a] ?? 0));
}
