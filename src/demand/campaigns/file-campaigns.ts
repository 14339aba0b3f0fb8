import type { Steps } from '../../lib/steps.ts';
import type { CampaignOutline } from './campaign-rules.ts';
import type { Alternatives, CompiledCondition } from './conditions.ts';
import { cappedMicros, ceilingMicros } from './price.ts';
import { type Rank, rankOf } from './rank-heap.ts';

/**
 * Campaigns filed under values, in arrays of numbers. Under each value stand groups of campaigns: those
 * that need no more than this value, and those that need a second one. A group lists its campaigns by the
 * most they can pay, the dearest first; the groups of a value stand in the order of their dearest.
 */
export type Filing = {
  /** By value: where its groups begin. They end where those of the next value begin. */
  readonly groupStarts: Int32Array;
  /** By group: the second value that it needs, or `NO_SECOND`. */
  readonly seconds: Int32Array;
  /** By group: where its list begins. It ends where the list of the next group begins. */
  readonly listStarts: Int32Array;
  /** The lists, one after another: for each campaign the rank of its index and of the most it can pay. */
  readonly ceilings: Float64Array;
};

export const NO_SECOND = -1;

/** The value that stands for none: campaigns that ask for nothing are filed under it. */
export function untargetedValue(valueCount: number): number {
  return valueCount;
}

/** A campaign is not filed by second values where that would need more entries than this. */
const ENTRIES_PER_CAMPAIGN_MAX = 64;

type FiledEntry = { readonly first: number; readonly second: number; readonly ceiling: Rank };

/**
 * Files campaigns under the values of their rarest dimension: those whose price is known, or those whose price is
 * explored. Lists from `longListLength` on are divided further.
 */
export function* fileCampaigns(
  outlines: readonly CampaignOutline[],
  which: 'known' | 'explored',
  valueCount: number,
  longListLength: number,
): Steps<Filing> {
  const wanted = new Int32Array(valueCount);
  for (const { include } of outlines) {
    for (const ids of include) count(wanted, ids);
    yield;
  }
  const untargeted = [untargetedValue(valueCount)];
  const lengths = new Int32Array(valueCount + 1);
  const plans: FilingPlan[] = [];
  for (const [campaign, outline] of outlines.entries()) {
    if (outline.isExplored !== (which === 'explored')) continue;
    const [firsts = untargeted, seconds = []] = rarestFirst(outline.include, wanted);
    count(lengths, firsts);
    plans.push({ outline, campaign, firsts, seconds });
    yield;
  }
  const entries = createEntries(valueCount + 1);
  for (const plan of plans) {
    const isLong = plan.firsts.some((id) => (lengths[id] ?? 0) >= longListLength);
    for (const entry of isLong ? divide(plan, wanted) : undivided(plan)) entries.add(entry);
    yield;
  }
  return yield* pack(entries);
}

function count(counts: Int32Array, ids: Alternatives): void {
  for (const id of ids) counts[id] = (counts[id] ?? 0) + 1;
}

type FilingPlan = {
  readonly outline: CampaignOutline;
  readonly campaign: number;
  /** The rarest dimension it asks for, and the next rarest. */
  readonly firsts: Alternatives;
  readonly seconds: Alternatives;
};

function undivided(plan: FilingPlan): readonly FiledEntry[] {
  const { cpmMicros, adjustments } = plan.outline;
  return enter(plan, [NO_SECOND], ceilingMicros(cpmMicros, adjustments));
}

/**
 * In a long list a campaign stands under a second value it asks for. And where adjustments could raise its
 * price, it stands there twice: with the price it has without them, and, under the values that trigger
 * them, with the price it can reach. Other requests then do not come across it before its turn.
 */
function divide(plan: FilingPlan, wanted: Int32Array): readonly FiledEntry[] {
  const { cpmMicros, adjustments } = plan.outline;
  const isAffordable = (seconds: Alternatives) =>
    seconds.length > 0 && plan.firsts.length * seconds.length <= ENTRIES_PER_CAMPAIGN_MAX;

  const seconds = isAffordable(plan.seconds) ? plan.seconds : [NO_SECOND];
  const ceiling = ceilingMicros(cpmMicros, adjustments);
  const raising = adjustments.filter(({ factor, when }) => factor > 1 && when.length > 0);
  const triggers = [...new Set(raising.flatMap(({ when }) => rarestFirst(when, wanted)[0] ?? []))];
  if (!isAffordable(triggers)) return enter(plan, seconds, ceiling);
  const untriggered = ceilingMicros(
    cpmMicros,
    adjustments.filter(({ when }) => when.length === 0),
  );
  return [...enter(plan, seconds, untriggered), ...enter(plan, triggers, ceiling)];
}

function enter(
  { firsts, campaign }: FilingPlan,
  seconds: Alternatives,
  ceilingMicros: number,
): readonly FiledEntry[] {
  const ceiling = rankOf(cappedMicros(ceilingMicros), campaign);
  return firsts.flatMap((first) => seconds.map((second) => ({ first, second, ceiling })));
}

/** The dimensions of a condition, the one that the fewest campaigns share first. */
function rarestFirst(condition: CompiledCondition, wanted: Int32Array): CompiledCondition {
  const sharers = (ids: Alternatives) => ids.reduce((sum, id) => sum + (wanted[id] ?? 0), 0);
  return condition.toSorted((a, b) => sharers(a) - sharers(b));
}

/** The entries of each value, in the order in which they were added. */
function createEntries(valueCount: number) {
  const byValue: ({ readonly seconds: number[]; readonly ceilings: Rank[] } | undefined)[] =
    new Array(valueCount);
  let length = 0;
  return {
    byValue,
    length: () => length,
    add({ first, second, ceiling }: FiledEntry): void {
      const list = byValue[first] ?? { seconds: [], ceilings: [] };
      byValue[first] = list;
      list.seconds.push(second);
      list.ceilings.push(ceiling);
      length++;
    },
  };
}

function* pack({ byValue, length }: ReturnType<typeof createEntries>): Steps<Filing> {
  const groupCounts = new Int32Array(byValue.length);
  const seconds: number[] = [];
  const lengths: number[] = [];
  const ceilings = new Float64Array(length());
  let filled = 0;
  for (let value = 0; value < byValue.length; value++) {
    const entries = byValue[value];
    if (entries === undefined) continue;
    const groups = groupsOf(entries.seconds, entries.ceilings);
    groupCounts[value] = groups.length;
    for (const { second, dearestFirst } of groups) {
      seconds.push(second);
      lengths.push(dearestFirst.length);
      ceilings.set(dearestFirst, filled);
      filled += dearestFirst.length;
    }
    yield;
  }
  return {
    groupStarts: startsOf(groupCounts),
    seconds: new Int32Array(seconds),
    listStarts: startsOf(lengths),
    ceilings,
  };
}

type FiledGroup = { readonly second: number; readonly dearestFirst: Float64Array };

/** The entries of one value by the second value that they need, the group with the dearest first. */
function groupsOf(seconds: readonly number[], ceilings: readonly Rank[]): readonly FiledGroup[] {
  const bySecond = new Map<number, Rank[]>();
  for (const [at, second] of seconds.entries()) {
    const ranks = bySecond.get(second) ?? [];
    if (ranks.length === 0) bySecond.set(second, ranks);
    ranks.push(ceilings[at] as Rank); // both lists are as long
  }
  return Array.from(bySecond, ([second, ranks]) => ({
    second,
    dearestFirst: new Float64Array(ranks).sort().reverse(),
  })).sort((a, b) => (b.dearestFirst[0] ?? 0) - (a.dearestFirst[0] ?? 0));
}

/** Where runs of these lengths begin when they follow each other, and, at the end, where the last ends. */
function startsOf(lengths: ArrayLike<number>): Int32Array {
  const starts = new Int32Array(lengths.length + 1);
  for (let index = 0; index < lengths.length; index++) {
    starts[index + 1] = (starts[index] ?? 0) + (lengths[index] ?? 0);
  }
  return starts;
}
