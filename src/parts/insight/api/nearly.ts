import type { Campaign } from '../../../demand/campaigns/campaign-schema.ts';
import type { Host } from '../../../host/host.ts';
import { byCount } from '../../../host/machine/counted.ts';
import { replayTermsOf } from '../../../host/machine/replay-terms.ts';
import type { SamplesMax } from '../../../ledger/samples/request-samples.ts';
import { DAY_MS } from '../../../lib/day.ts';
import { perObject } from '../../../lib/lookup.ts';
import { createQueue } from '../../../lib/queue.ts';
import { type Refusal, refuse } from '../../../lib/refusal.ts';
import { considerate, inSlices } from '../../../lib/steps.ts';
import { approvedCampaign, storeKey } from '../../../store/stored-campaign.ts';
import { nameKey } from '../../campaigns/api/campaign-evidence.ts';
import type { NearestMiss } from '../../campaigns/api/standing.ts';
import type { CampaignPath } from '../../campaigns/campaign-changes.ts';
import type { NearlyMatched } from '../../campaigns/page/api.ts';
import { conditionNoun } from '../../campaigns/page/condition-nouns.ts';
import {
  findNearMisses,
  type KeptRequest,
  NEAR_MISSES_MAX,
  type NearMiss,
  type NearMisses,
} from '../near-misses.ts';
import { TOO_MANY_REPLAYS } from './estimate.ts';
import { nearlyMatchedRequest } from './near-values.ts';

/** Of a day: enough for a few percent, and less than a second of the supervisor. */
const SAMPLES_MAX: SamplesMax = { count: 4000, units: 16 * 1024 ** 2 };

/** A search that takes longer ends with the samples that it has. */
const SEARCH_MS_MAX = 3000;

const SEARCHES_MAX = 4;

/** Auctions of each worker that are looked at, the last ones. */
const REMEMBERED_MAX = 100;

/** Campaigns whose nearest miss the list knows, and for how long. */
const NEAREST_MAX = 1000;
const NEAREST_KEPT_MS = 15 * 60_000;

const MINUTE_MS = 60_000;
const THOUSANDTHS = 1000;

type NearlySources = Pick<
  Host,
  'ledger' | 'feed' | 'records' | 'work' | 'pool' | 'nowMs' | 'tickMs' | 'chance'
>;

/** Of a machine. */
export const nearlyOf = perObject((host: Host) => nearlyAnswer(host));

/** The requests of a day that nearly matched a campaign, and what the list tells of those. */
function nearlyAnswer(sources: NearlySources) {
  const { nowMs, tickMs } = sources;
  const enqueue = createQueue(SEARCHES_MAX);
  const nearest = new Map<string, { readonly miss: NearestMiss; readonly ms: number }>();

  async function search(
    at: CampaignPath,
    campaign: Campaign,
    isGone: () => boolean,
  ): Promise<NearlyMatched> {
    const { config } = sources.work().setup;
    const terms = replayTermsOf(config, sources.records, sources.chance);
    const endMs = tickMs() + SEARCH_MS_MAX;
    const isOver = () => isGone() || tickMs() >= endMs;
    const find = (requests: readonly KeptRequest[]) =>
      inSlices(
        findNearMisses(requests, { partner: at.partner, campaign }, terms, isOver),
        considerate(tickMs),
      );
    const remembered = await rememberedRequests(sources);
    const set = await sources.ledger.samples({ ...SAMPLES_MAX, sinceMs: nowMs() - DAY_MS });
    const sampled = await find(
      set.samples.map(({ text, minuteMs, weightThousandths }) => {
        const weight = weightThousandths / THOUSANDTHS;
        return { text, atMs: minuteMs, weight, requestId: null };
      }),
    );
    const isWhole = set.samples.every((one) => one.weightThousandths === THOUSANDTHS);
    const counts = countsOf(sampled, set.requests, isWhole);
    const last = latestOf((await find(remembered)).last, sampled.last);
    return {
      ...counts,
      last: last.map((miss) => nearlyMatchedRequest(miss, campaign)),
      ignored: sampled.ignored,
    };
  }

  function remember(key: string, { conditions: [first], isAbout, matched }: NearlyMatched): void {
    if (nearest.size >= NEAREST_MAX) nearest.clear();
    nearest.delete(key);
    const ms = nowMs();
    if (matched > 0)
      nearest.set(key, { miss: { condition: null, requests: matched, isAbout }, ms });
    else if (first !== undefined) {
      const { field, requests } = first;
      nearest.set(key, { miss: { condition: conditionNoun(field), requests, isAbout }, ms });
    }
  }

  async function nearly(at: CampaignPath, isGone: () => boolean): Promise<NearlyMatched | Refusal> {
    const campaign = findCampaign(sources, at);
    if (campaign === undefined) {
      return refuse.notFound(`there is no campaign "${at.partner}/${at.campaign}"`);
    }
    const found = await enqueue(() => search(at, campaign, isGone));
    if (found === 'too-many') return TOO_MANY_REPLAYS;
    remember(nameKey(at), found);
    return found;
  }
  return {
    nearly,
    nearestOf(key: string): NearestMiss | undefined {
      const known = nearest.get(key);
      return known !== undefined && nowMs() - known.ms < NEAREST_KEPT_MS ? known.miss : undefined;
    },
  };
}

/** As it serves or, before it was approved, as it is. */
function findCampaign(
  { work, feed }: Pick<NearlySources, 'work' | 'feed'>,
  { partner, campaign }: CampaignPath,
): Campaign | undefined {
  const ofFile = work()
    .setup.campaigns.get(partner)
    ?.find(({ id }) => id === campaign);
  const stored = feed.campaigns().get(storeKey(partner, campaign));
  const ofStore = stored === undefined || stored.state === 'deleted' ? undefined : stored;
  return ofFile ?? (ofStore && (approvedCampaign(ofStore) ?? ofStore.campaign));
}

async function rememberedRequests({ pool }: NearlySources): Promise<readonly KeptRequest[]> {
  const replies = await pool.ask('samples', REMEMBERED_MAX);
  return replies.flatMap((reply) =>
    (reply ?? []).map(({ requestId, timeMs, text }) => {
      return { requestId, atMs: timeMs, text, weight: 1 };
    }),
  );
}

/**
 * Those that are remembered, with their auctions, and sampled ones of other minutes: a sample has the minute alone, so one
 * of the same minute may be the same request.
 */
function latestOf(
  remembered: readonly NearMiss[],
  sampled: readonly NearMiss[],
): readonly NearMiss[] {
  const minuteOf = ({ atMs }: NearMiss) => Math.floor(atMs / MINUTE_MS);
  const minutes = new Set(remembered.map(minuteOf));
  return [...remembered, ...sampled.filter((miss) => !minutes.has(minuteOf(miss)))]
    .sort((a, b) => b.atMs - a.atMs)
    .slice(0, NEAR_MISSES_MAX);
}

/** Scaled to all requests, where not all of them were sampled, read or looked at in time. */
function countsOf({ looked, matched, byField }: NearMisses, requests: number, isWhole: boolean) {
  const scale = looked === 0 ? 0 : requests / looked;
  const conditions = [...byField]
    .map(([field, weight]) => ({ field, requests: Math.round(weight * scale) }))
    .sort((a, b) => byCount({ count: a.requests }, { count: b.requests }));
  return {
    conditions,
    isAbout: !isWhole || scale > 1,
    requests: Math.round(requests),
    matched: Math.round(matched * scale),
  };
}
