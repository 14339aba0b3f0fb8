import { joined } from '../../lib/joined.ts';
import { inRounds, type WhenQuiet } from '../../lib/repeat.ts';
import { atOnce, inSlices, type SlicePace } from '../../lib/steps.ts';
import { createAskedRates } from '../asked-rates.ts';
import type { RateBook } from '../rate-book.ts';
import { buildTier, type LiveEntry, mergeRankings, type Tier } from './campaign-tier.ts';
import { bidWith } from './campaigns-partner.ts';
import type { OnMisfit } from './fit-creative.ts';
import type { FrequencyParts } from './frequency.ts';
import type { CampaignBudgets } from './spending.ts';
import type { CampaignRates } from './tier-rates.ts';

export type LiveCampaigns = ReturnType<typeof createLiveCampaigns>;

type LiveCampaignsOptions = Omit<LiveTiersOptions, 'rates'> & {
  readonly name: string;
  readonly budgets: CampaignBudgets;
  readonly rates: RateBook;
  readonly onMisfit?: OnMisfit;
  readonly frequency?: FrequencyParts;
};

/** Campaigns that come, change and go while they are bid with. */
export function createLiveCampaigns(options: LiveCampaignsOptions, first: readonly LiveEntry[]) {
  const { name, imageBaseUrl, budgets, frequency, onMisfit } = options;
  const asked = createAskedRates(options.rates);
  const rates = { partner: name, book: options.rates, asked };
  const { tiers, apply, followRates } = createLiveTiers({ ...options, rates }, first);
  frequency?.advertisers.add({
    isEmpty: () => tiers.large.caps.isEmpty() && tiers.small.caps.isEmpty(),
    ofAdvertiser: (domain) =>
      joined(tiers.large.caps.ofAdvertiser(domain), tiers.small.caps.ofAdvertiser(domain)),
  });
  const partner = bidWith({
    name,
    imageBaseUrl,
    budgets,
    frequency,
    onMisfit,
    rank(solicitation) {
      const { request, auction } = solicitation;
      const { nowMs, onlyRelevant } = auction;
      const { large, small } = tiers;
      asked.begin(solicitation);
      const ranked = large.rank(request, nowMs, onlyRelevant);
      if (small.table.size === 0) return ranked;
      return mergeRankings(ranked, small.rank(request, nowMs, onlyRelevant));
    },
  });
  return { partner, apply, followRates };
}

type CampaignChange = {
  readonly id: string;
  /** undefined: it does not serve any more. */
  readonly entry: LiveEntry | undefined;
};

/** The two indexes. A campaign bids from one of them at most. */
type LiveTiers = { large: Tier; small: Tier };

type TiersState = {
  readonly tiers: LiveTiers;
  /** Every campaign that serves. */
  readonly all: Map<string, LiveEntry>;
  /** Those that came or changed since the large index was built. The small index is built from them. */
  readonly recent: Map<string, LiveEntry>;
  /** The ids that changed since the building of the next large index began; undefined: none is being built. */
  touched: Set<string> | undefined;
};

type LiveTiersOptions = {
  readonly imageBaseUrl: string;
  readonly rates: CampaignRates;
  /** How indexes are built while requests are served. */
  readonly pace: SlicePace;
  /** Calls a function once nothing has changed for a while: then the large index is built anew. */
  readonly whenQuiet: WhenQuiet;
};

/** With more recent campaigns than this, and with at most this many in all, a change builds the large index anew. */
export const RECENT_MAX = 256;

/**
 * Keeps the campaigns of the store in two indexes. The large one has nearly all of them. A change only builds the small
 * one anew, which has the recent campaigns, so it costs little however many campaigns there are. Asking one index is
 * cheaper than asking two, so the large one is built anew, with all campaigns, when there are many recent ones or when
 * nothing has changed for a while. Both are built in slices between requests, and the old ones serve until then.
 */
function createLiveTiers(options: LiveTiersOptions, first: readonly LiveEntry[]) {
  const { imageBaseUrl, rates, pace, whenQuiet } = options;
  const build = (entries: readonly LiveEntry[]) => buildTier(entries, imageBaseUrl, rates);
  const nothing = atOnce(build([]));
  const state: TiersState = {
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
    const next = await inSlices(build([...all.values()]), pace);
    useLarge(state, touched, next);
    if (recent.size === 0) tiers.small = nothing;
    else mergeWhenQuiet();
    state.touched = undefined;
    startLargeIfDue();
  }

  const mergeWhenQuiet = whenQuiet(() => {
    if (recent.size > 0 && state.touched === undefined) void buildLarge();
  });

  function startLargeIfDue(): void {
    const isDue = recent.size > RECENT_MAX || (recent.size > 0 && all.size <= RECENT_MAX);
    if (isDue && state.touched === undefined) void buildLarge();
  }

  async function apply(changes: readonly CampaignChange[]): Promise<void> {
    for (const one of changes) change(state, one);
    startLargeIfDue();
    mergeWhenQuiet();
    if (changes.some(({ entry }) => entry !== undefined)) await buildSmall();
  }

  return {
    tiers: tiers as Readonly<LiveTiers>,
    /**
     * Each campaign at most once. A campaign that goes does not bid from now on. Resolves when those that come or
     * change bid accordingly.
     */
    apply,
    /** Files those anew whose rates have moved. Prices follow the rates before that, but some are looked at too late. */
    async followRates(): Promise<void> {
      const moved = [...tiers.large.moved(), ...tiers.small.moved()];
      const changes = moved.map((id) => ({ id, entry: all.get(id) }));
      if (changes.length > 0) await apply(changes.filter(({ entry }) => entry !== undefined));
    },
  };
}

function change({ all, recent, tiers, touched }: TiersState, { id, entry }: CampaignChange): void {
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

function useSmall({ recent, tiers }: TiersState, entries: readonly LiveEntry[], next: Tier): void {
  for (const { id } of entries) {
    // One that is not recent any more was removed while this was built, or the large index has it now.
    if (recent.has(id)) tiers.large.remove(id);
    else next.remove(id);
  }
  tiers.small = next;
}

function useLarge(
  { all, recent, tiers }: TiersState,
  touched: ReadonlySet<string>,
  next: Tier,
): void {
  for (const id of touched) {
    // One that changed while this was built bids from here, in its earlier form, until the small index has it.
    if (!all.has(id) || tiers.small.has(id)) next.remove(id);
  }
  for (const id of [...recent.keys()]) {
    if (touched.has(id)) continue;
    recent.delete(id);
    tiers.small.remove(id);
  }
  tiers.large = next;
}
