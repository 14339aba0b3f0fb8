import type { WhenQuiet } from '../../lib/quiet.ts';
import { inRounds } from '../../lib/rounds.ts';
import { atOnce, inSlices, type SlicePace } from '../../lib/steps.ts';
import { createAdvertiserNumbers } from './advertiser-numbers.ts';
import { buildTier, type LiveEntry, type Tier } from './campaign-tier.ts';

export type CampaignChange = {
  readonly id: string;
  /** undefined: it does not serve any more. */
  readonly entry: LiveEntry | undefined;
};

/** The two indexes that a campaign of the store can be in. It is in one of them at most. */
export type LiveTiers = {
  large: Tier;
  small: Tier;
};

type State = {
  readonly tiers: LiveTiers;
  readonly all: Map<string, LiveEntry>;
  /** Those that the large index has not, or has in an earlier form. */
  readonly recent: Map<string, LiveEntry>;
  /** The ids that have changed since the next large index was begun; undefined: none is being built. */
  touched: Set<string> | undefined;
};

export type LiveTiersOptions = {
  readonly imageBaseUrl: string;
  /** How indexes are built while requests are served. */
  readonly pace: SlicePace;
  /** When the changes are merged into the large index. */
  readonly whenQuiet: WhenQuiet;
};

/**
 * Changed campaigns that are kept beside the large index. Above this, all are indexed together again; so are fewer
 * campaigns than this at every change.
 */
export const RECENT_MAX = 256;

/**
 * A large index that is built seldom, and a small one with what has changed since. A change builds the small one anew,
 * so it costs as much as that is large. Both are built in slices while the last ones serve. One index is cheaper to ask
 * than two, so the changes are merged into the large one when there are many of them, or no more for a while.
 */
export function createLiveTiers(options: LiveTiersOptions, first: readonly LiveEntry[]) {
  const { imageBaseUrl, pace, whenQuiet } = options;
  const advertisers = createAdvertiserNumbers();
  const build = (entries: readonly LiveEntry[]) => buildTier(entries, imageBaseUrl, advertisers);
  const nothing = atOnce(build([]));
  const state: State = {
    tiers: { large: atOnce(build(first)), small: nothing },
    all: new Map(first.map((entry) => [entry.id, entry])),
    recent: new Map(),
    touched: undefined,
  };
  const { all, recent, tiers } = state;

  const buildSmall = inRounds(async () => {
    const entries = [...recent.values()];
    const next = await inSlices(build(entries), pace);
    useSmall(state, entries, next);
    if (recent.size === 0) tiers.small = nothing;
  });

  async function buildLarge(): Promise<void> {
    const touched = new Set<string>();
    state.touched = touched;
    advertisers.beginAnew();
    const next = await inSlices(build([...all.values()]), pace);
    useLarge(state, touched, next);
    advertisers.endAnew();
    if (recent.size === 0) tiers.small = nothing;
    else mergeWhenQuiet();
    state.touched = undefined;
    startLargeIfDue();
  }

  const mergeWhenQuiet = whenQuiet(() => {
    if (recent.size > 0 && state.touched === undefined) void buildLarge();
  });

  function startLargeIfDue(): void {
    const isDue =
      recent.size > RECENT_MAX ||
      (recent.size > 0 && all.size <= RECENT_MAX) ||
      advertisers.size() > all.size + RECENT_MAX;
    if (isDue && state.touched === undefined) void buildLarge();
  }

  return {
    tiers: tiers as Readonly<LiveTiers>,
    async apply(changes: readonly CampaignChange[]): Promise<void> {
      for (const one of changes) change(state, one);
      startLargeIfDue();
      mergeWhenQuiet();
      if (changes.some(({ entry }) => entry !== undefined)) await buildSmall();
    },
  };
}

function change({ all, recent, tiers, touched }: State, { id, entry }: CampaignChange): void {
  touched?.add(id);
  if (entry !== undefined) {
    all.set(id, entry);
    recent.set(id, entry);
    return;
  }
  all.delete(id);
  recent.delete(id);
  tiers.large.remove(id);
  tiers.small.remove(id);
}

function useSmall({ recent, tiers }: State, entries: readonly LiveEntry[], next: Tier): void {
  for (const { id } of entries) {
    // Otherwise it has gone meanwhile, or the large index has it now.
    if (recent.has(id)) tiers.large.remove(id);
    else next.remove(id);
  }
  tiers.small = next;
}

function useLarge({ all, recent, tiers }: State, touched: ReadonlySet<string>, next: Tier): void {
  for (const id of touched) {
    // Until the small index has its new form, the form of the large one serves.
    if (!all.has(id) || tiers.small.has(id)) next.remove(id);
  }
  for (const id of [...recent.keys()]) {
    if (touched.has(id)) continue;
    recent.delete(id);
    tiers.small.remove(id);
  }
  tiers.large = next;
}
